# SPDX-License-Identifier: MIT
"""Names, images, limits and folders."""
import os

import bpy
import numpy as np

from situation import export, folder, moves_like, plays, refused, said, situation, whole
from stage import (
    action,
    actor,
    armature,
    bind,
    compare_state,
    cube,
    edit_bones,
    expect,
    link,
    material,
    picture,
    run,
    select,
    snapshot,
    tower,
)

import portolan_formats.exporter as exporter


NOBODY = 65534


def textures(made):
    return [m["texture"] for m in made.materials]


def there(name):
    return sorted(os.listdir(folder(name)))


def paint(obj, image, name="Paint"):
    made = material(name)
    next(n for n in made.node_tree.nodes if n.type == "TEX_IMAGE").image = image
    obj.data.materials.append(made)


@situation
def names_with_blanks():
    obj, rig = actor()
    rig.data.bones["Bone1"].name = "Upper arm.L"
    rig.data.bones["Bone2"].name = "Kopf über Schulter"
    walk = action("Walk fast", rig)
    obj.data.materials[0].name = "Blaue Fläche"
    image = next(n for n in obj.data.materials[0].node_tree.nodes if n.type == "TEX_IMAGE").image
    image.name = "große Ente 鸭.png"
    made = whole("names_with_blanks", export("names_with_blanks"))
    expect(
        [j["name"] for j in made.joints] == ["Bone0", "Upper_arm.L", "Kopf_ueber_Schulter"],
        "names_with_blanks: %s" % [j["name"] for j in made.joints],
    )
    expect(textures(made) == ["grosse_Ente__.png"], "names_with_blanks: %s" % textures(made))
    expect(made.materials[0]["name"] == "Blaue Flaeche", "names_with_blanks: " + made.materials[0]["name"])
    moves_like("names_with_blanks", made, "Walk_fast", [rig], 1, 10, plays(rig, walk))
    said("names_with_blanks", "'Upper arm.L' is called 'Upper_arm.L'", "'Walk fast' is called 'Walk_fast'")


@situation
def names_that_collide():
    obj, rig = actor()
    for i, name in enumerate(("x é", "x_e", "x ë")):
        rig.data.bones["Bone%d" % i].name = name
    action("ä", rig)
    action("ae", rig)
    action("A" * 63, rig)
    made = whole("names_that_collide", export("names_that_collide"))
    expect([j["name"] for j in made.joints] == ["x_e", "x_e_2", "x_e_3"], "names_that_collide: joints")
    sets = [s["name"] for s in made.sets]
    expect(len(set(sets)) == 3 and max(map(len, sets)) <= 63, "names_that_collide: sets")


@situation
def images_of_one_name():
    for i, color in enumerate(((255, 0, 0), (0, 255, 0), (0, 255, 0))):
        paint(cube("Part", 1, (3 * i, 0, 0)), picture("skin.png", color), "Paint %d" % i)
    made = whole("images_of_one_name", export("images_of_one_name"))
    expect(
        textures(made) == ["skin.png", "skin_2.png", "skin_2.png"], "images_of_one_name: %s" % textures(made)
    )
    expect(all(t in there("images_of_one_name") for t in textures(made)), "images_of_one_name: files")


@situation
def image_in_a_file():
    """A file under another name than the image, in another folder; then beside the model."""
    where = os.path.join(folder("image_in_a_file_source"), "real name.png")
    image = picture("called otherwise")
    with open(where, "wb") as file:
        file.write(image.packed_file.data)
    loaded = bpy.data.images.load(where)
    loaded.name = "something else"
    obj = cube()
    paint(obj, loaded)
    made = whole("image_in_a_file", export("image_in_a_file"))
    expect(textures(made) == ["real_name.png"], "image_in_a_file: %s" % textures(made))
    with open(where, "rb") as one, open(
        os.path.join(folder("image_in_a_file"), "real_name.png"), "rb"
    ) as two:
        expect(one.read() == two.read(), "image_in_a_file: other bytes")
    stamp = os.stat(os.path.join(folder("image_in_a_file"), "real_name.png")).st_mtime_ns
    export("image_in_a_file")
    expect(
        os.stat(os.path.join(folder("image_in_a_file"), "real_name.png")).st_mtime_ns == stamp,
        "image_in_a_file: written again",
    )
    os.remove(where)
    loaded.reload()
    bpy.data.images.remove(loaded)
    missing = bpy.data.images.load(os.path.join(folder("image_in_a_file"), "real_name.png"))
    missing.filepath = "//nowhere.png"
    missing.reload()
    next(n for n in obj.data.materials[0].node_tree.nodes if n.type == "TEX_IMAGE").image = missing
    made = export("image_in_a_file")
    expect(textures(made) == ["white.png"], "image_in_a_file: a missing one")
    said("image_in_a_file", "is missing")


@situation
def images_of_other_kinds():
    """Generated, painted on, floats, JPEG, TIFF, gray: what the engine cannot show becomes PNG."""
    source = folder("images_of_other_kinds_source")
    kinds = (
        ("JPEG", "a.jpg", "a.jpg"),
        ("TIFF", "b.tif", "b.png"),
        ("TARGA_RAW", "c.tga", "c.tga"),
        ("BMP", "d.bmp", "d.bmp"),
        ("OPEN_EXR", "e.exr", "e.png"),
        ("PNG", "f.jpg", "f.png"),
    )
    wanted = []
    for i, (kind, name, becomes) in enumerate(kinds):
        image = bpy.data.images.new(name, 4, 4, float_buffer=kind == "OPEN_EXR")
        image.pixels.foreach_set(np.tile(np.array((0.2, 0.5, 0.8, 1), np.float32), 16))
        image.filepath_raw, image.file_format = os.path.join(source, name), kind
        image.save()
        paint(cube(name, 1, (3 * i, 0, 0)), bpy.data.images.load(os.path.join(source, name)), name)
        wanted.append(becomes)
    generated = bpy.data.images.new("made up", 8, 8)
    paint(cube("Generated", 1, (0, 5, 0)), generated, "Generated")
    made = whole("images_of_other_kinds", export("images_of_other_kinds"))
    expect(textures(made) == wanted + ["made_up.png"], "images_of_other_kinds: %s" % textures(made))
    again = bpy.data.images.load(os.path.join(folder("images_of_other_kinds"), "e.png"))
    bright = np.array(again.pixels[:3]) * 255
    linear = np.array(bpy.data.images.load(os.path.join(source, "e.exr")).pixels[:3])
    want = (1.055 * linear ** (1 / 2.4) - 0.055) * 255
    expect(np.abs(bright - want).max() < 2, "images_of_other_kinds: %s is not %s" % (bright, want))
    painted = bpy.data.images["a.jpg.001"] if "a.jpg.001" in bpy.data.images else None
    if painted:
        painted.pixels[0] = 1.0
        made = export("images_of_other_kinds_painted")
        expect(textures(made)[0] == "a.png", "images_of_other_kinds: what was painted is lost")


@situation
def gray_image():
    import struct
    import zlib

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    path = os.path.join(folder("gray_image_source"), "gray.png")
    with open(path, "wb") as file:
        file.write(
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\x80\x80\0\x80\x80"))
            + chunk(b"IEND", b"")
        )
    paint(cube(), bpy.data.images.load(path))
    made = whole("gray_image", export("gray_image"))
    with open(os.path.join(folder("gray_image"), textures(made)[0]), "rb") as file:
        expect(file.read()[25] in (2, 6), "gray_image: still gray")


@situation
def files_that_are_there():
    obj = cube()
    paint(obj, picture("skin.png"))
    other = os.path.join(folder("files_that_are_there"), "skin.png")
    with open(other, "wb") as file:
        file.write(b"of the user")
    made = export("files_that_are_there")
    expect(textures(made) == ["skin_2.png"], "files_that_are_there: %s" % textures(made))
    with open(other, "rb") as file:
        expect(file.read() == b"of the user", "files_that_are_there: replaced")
    made = export("files_that_are_there", images="REPLACE")
    expect(textures(made) == ["skin.png"], "files_that_are_there: not replaced when told")
    bpy.ops.export_scene.portolan_pfobj(
        filepath=os.path.join(folder("files_that_are_there_none"), "m.pfobj"), images="NONE"
    )
    expect(
        there("files_that_are_there_none") == ["m.pfobj"], "files_that_are_there: images although told not to"
    )


@situation
def a_user_material():
    obj = cube()
    made = material("Paint")
    obj.data.materials.append(made)
    made.diffuse_color, made.specular_color, made.specular_intensity = (0.1, 0.2, 0.3, 1), (1, 0.5, 0), 0.5
    got = export("a_user_material").materials[0]
    expect(
        got["diffuse"] == [0.1, 0.2, 0.3] and got["specular"] == [0.5, 0.25, 0], "a_user_material: %s" % got
    )
    expect(got["ambient"] == 1, "a_user_material: ambient")


def feed(made, image, node_type, socket, to):
    """One more image, which goes through a node into a socket of the shader."""
    tree = made.node_tree
    node, between = (tree.nodes.new(kind) for kind in ("ShaderNodeTexImage", node_type))
    node.image = picture(image)
    tree.links.new(between.inputs[socket], node.outputs["Color"])
    tree.links.new(tree.nodes["Principled BSDF"].inputs[to], between.outputs[0])
    return between


@situation
def what_feeds_a_surface():
    """Bumps and masks are no picture of a surface, wherever they stand; of what is mixed the colors are."""
    bare = material("Bare", image=False)
    bare.use_nodes = True
    feed(bare, "bumps", "ShaderNodeNormalMap", "Color", "Normal")
    feed(bare, "rough", "ShaderNodeInvert", "Color", "Roughness")
    cube("A", 1, (0, 0, 0)).data.materials.append(bare)
    mixed = material("Mixed")
    shown = next(n for n in mixed.node_tree.nodes if n.type == "TEX_IMAGE")
    between = feed(mixed, "mask", "ShaderNodeMixRGB", "Fac", "Base Color")
    mixed.node_tree.links.new(between.inputs["Color1"], shown.outputs["Color"])
    cube("B", 1, (3, 0, 0)).data.materials.append(mixed)
    baked = material("Baked", image=False)
    baked.use_nodes = True
    feed(baked, "bumps", "ShaderNodeNormalMap", "Color", "Normal")
    baked.node_tree.nodes.new("ShaderNodeTexImage").image = picture("baked")
    cube("C", 1, (6, 0, 0)).data.materials.append(baked)
    made = whole("what_feeds_a_surface", export("what_feeds_a_surface"))
    expect(
        textures(made) == ["white.png", "Mixed_image.png", "baked.png"],
        "what_feeds_a_surface: %s" % textures(made),
    )
    said("what_feeds_a_surface", "material 'Bare' has no image")
    said("what_feeds_a_surface", "material 'Mixed' is exported without what nodes make of it: 'Mix")


@situation
def plain_colors():
    """A surface without an image shows its color; one that nobody colored stays white."""
    for i, (name, color) in enumerate((("Red", (0.8, 0.1, 0.1)), ("Bare", (0.8, 0.8, 0.8)))):
        made = material(name, image=False)
        made.use_nodes = True
        made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = color + (1,)
        cube(name, 1, (3 * i, 0, 0)).data.materials.append(made)
    mixed = material("../Leaf:green", image=False)
    mixed.use_nodes = True
    tree = mixed.node_tree
    mix, clear, rgb = (
        tree.nodes.new(kind) for kind in ("ShaderNodeMixShader", "ShaderNodeBsdfTransparent", "ShaderNodeRGB")
    )
    rgb.outputs[0].default_value = (0, 1, 0, 1)
    shader = tree.nodes["Principled BSDF"]
    tree.links.new(shader.inputs["Base Color"], rgb.outputs[0])
    tree.links.new(mix.inputs[1], clear.outputs[0])
    tree.links.new(mix.inputs[2], shader.outputs[0])
    tree.links.new(tree.nodes["Material Output"].inputs["Surface"], mix.outputs[0])
    cube("Leaf", 1, (6, 0, 0)).data.materials.append(mixed)
    made = whole("plain_colors", export("plain_colors"))
    expect(textures(made) == ["Red.png", "white.png", ".._Leaf_green.png"], "plain_colors: %s" % textures(made))
    for name, color in (("Red.png", (231, 89, 89)), (".._Leaf_green.png", (0, 255, 0))):
        image = bpy.data.images.load(os.path.join(folder("plain_colors"), name))
        expect(
            tuple(round(255 * v) for v in image.pixels[:3]) == color, "plain_colors: %s" % (image.pixels[:3],)
        )
    said("plain_colors", "'Red' has no image; it gets one of its color")


@situation
def shared_materials():
    one = material("Paint")
    for i in range(3):
        cube("Part", 1, (3 * i, 0, 0)).data.materials.append(one)
    expect(len(export("shared_materials").materials) == 1, "shared_materials: repeated")


@situation
def beyond_all_limits():
    rig = armature("Big", 300, 0.1)
    obj = tower(levels=30)
    for i in range(17):
        obj.data.materials.append(material("Paint %d" % i))
    for polygon in obj.data.polygons:
        polygon.material_index = polygon.index % 17
    bind(obj, rig)
    for i in range(40):
        action("Move %d" % i, rig, (1, 2), bones=["Bone0"])
    refused("beyond_all_limits", "17 materials", "300 joints", "40 animation sets")
    for i, bone in enumerate(rig.data.bones):
        bone.use_deform = i < 250
    for polygon in obj.data.polygons:
        polygon.material_index %= 16
    chosen = ",".join("Move %d" % i for i in range(32))
    made = export("within_all_limits", sets=chosen, allowed=("pfobj-unbound",))
    expect((len(made.joints), len(made.sets), len(made.materials)) == (250, 32, 16), "within_all_limits")


@situation
def folder_that_cannot_be_written():
    obj, rig = actor()
    action("Walk", rig)
    before = snapshot()
    for place in ("/proc/none", os.path.join(folder("folder_that_cannot_be_written"), "not", "there")):
        refused("folder_that_cannot_be_written", "cannot write", filepath=os.path.join(place, "m.pfobj"))
    where = folder("folder_read_only")
    os.chmod(where, 0o555)
    mine = os.geteuid()
    if mine == 0:  # who may write anywhere
        os.seteuid(NOBODY)
    path = os.path.join(where, "m.pfobj")
    try:
        bpy.ops.export_scene.portolan_pfobj(filepath=path)
        expect(False, "folder_read_only: is not refused")
    except RuntimeError as why:
        expect("cannot write" in str(why), "folder_read_only: %s" % why)
    finally:
        os.seteuid(mine)
    os.chmod(where, 0o755)
    expect(os.listdir(where) == [], "folder_read_only: left %s behind" % os.listdir(where))
    compare_state("folder_that_cannot_be_written", before)


@situation
def a_folder_in_the_way():
    """Of the model: refused before an image is written. Of an image: the image gets another name."""
    where = folder("a_folder_in_the_way")
    cube().data.materials.append(material("Paint"))
    os.makedirs(os.path.join(where, "m.pfobj"))
    for path in (os.path.join(where, "m.pfobj"), where, where + os.sep):
        try:
            bpy.ops.export_scene.portolan_pfobj(filepath=path)
            expect(False, "a_folder_in_the_way: is not refused")
        except RuntimeError as why:
            expect("is a folder" in str(why), "a_folder_in_the_way: %s" % why)
    expect(os.listdir(where) == ["m.pfobj"], "a_folder_in_the_way: left %s" % os.listdir(where))
    for images in ("KEEP", "REPLACE"):
        name = "a_folder_in_the_way_" + images
        os.makedirs(os.path.join(folder(name), "Paint_image.png"))
        expect(textures(export(name, images=images)) == ["Paint_image_2.png"], name)


@situation
def beside_the_scene():
    """Paths that begin with // mean the folder of the .blend, here as everywhere in Blender."""
    where = folder("beside_the_scene")
    cube()
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(where, "scene.blend"))
    bpy.ops.export_scene.portolan_pfobj(filepath="//model.pfobj")
    expect(there("beside_the_scene") == ["model.pfobj", "scene.blend", "white.png"], "beside_the_scene")
    bpy.ops.import_scene.portolan_pfobj(filepath="//model.pfobj")
    expect("model" in bpy.data.objects, "beside_the_scene: it does not come back")


@situation
def cancelled():
    """At every step of the way: nothing is written, everything is as before, an older file stays."""
    obj, rig = actor()
    action("Walk", rig, (1, 4))
    rig.animation_data.action = action("Idle", rig, (1, 3))
    select(obj, rig, active=rig)
    bpy.ops.object.mode_set(mode="POSE")
    path = os.path.join(folder("cancelled"), "cancelled.pfobj")
    with open(path, "w", encoding="ascii") as file:
        file.write("older")
    before = snapshot()
    steps = 0
    for stop in range(100):
        work = exporter.export(bpy.context, path, exporter.Options())
        done = [None for _, _ in zip(range(stop + 1), work)]
        if len(done) <= stop:
            break
        work.close()
        compare_state("cancelled at %d" % stop, before)
        with open(path, encoding="ascii") as file:
            expect(file.read() == "older", "cancelled: written at %d" % stop)
        expect(os.listdir(folder("cancelled")) == ["cancelled.pfobj"], "cancelled: left files behind")
        steps += 1
    expect(steps > 8, "cancelled: only %d steps" % steps)
    compare_state("not cancelled", before)


@situation
def full_of_trouble_on_the_way():
    """An exception in the middle leaves everything as it was."""
    obj, rig = actor()
    action("Walk", rig)
    before = snapshot()
    real, exporter.rebound = exporter.rebound, lambda model: 1 / 0
    try:
        bpy.ops.export_scene.portolan_pfobj(filepath=os.path.join(folder("trouble"), "m.pfobj"))
        expect(False, "trouble: none")
    except RuntimeError as why:
        expect("division" in str(why), "trouble: %s" % why)
    finally:
        exporter.rebound = real
    compare_state("trouble", before)
    expect(os.listdir(folder("trouble")) == [], "trouble: left files behind")


@situation
def linked_libraries():
    obj, rig = actor()
    action("Walk", rig)
    rig.animation_data.action = bpy.data.actions["Walk"]
    library = os.path.join(folder("linked_libraries_source"), "library.blend")
    part = bpy.data.collections.new("Part")
    for each in (obj, rig):
        part.objects.link(each)
    part.use_fake_user = True
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 24
    with bpy.data.libraries.load(library, link=True) as (source, target):
        target.collections = ["Part"]
        target.actions = ["Walk"]
    bpy.context.scene.collection.children.link(bpy.data.collections["Part"])
    bpy.context.view_layer.update()
    rig, walk = bpy.data.objects["Rig"], bpy.data.actions["Walk"]
    made = whole("linked_libraries", export("linked_libraries"))
    expect(rig.library is not None, "linked_libraries: local")
    moves_like("linked_libraries", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def the_same_twice():
    """Two exports of one scene are one file, byte for byte, and the C writer spells it the same."""
    obj, rig = actor()
    action("Walk", rig)
    action("Idle", rig)
    export("the_same_twice")
    path = os.path.join(folder("the_same_twice"), "the_same_twice.pfobj")
    with open(path, "rb") as file:
        first = file.read()
    export("the_same_twice")
    with open(path, "rb") as file:
        expect(file.read() == first, "the_same_twice: it is not")
    other = path + ".again.pfobj"
    code, text = run("convert", path, other)
    expect(code == 0, "the_same_twice: " + text)
    with open(other, "rb") as file:
        expect(file.read() == first, "the_same_twice: the tool spells it otherwise")


@situation
def bones_in_many_branches():
    """Order of joints: parents first, whatever the branches."""
    rig = armature(bones=2)

    def change(bones):
        for i in range(5):
            bone = bones.new("Side%d" % i)
            bone.head, bone.tail, bone.parent = (i, 0, 1), (i + 1, 0, 1), bones["Bone%d" % (i % 2)]

    edit_bones(rig, change)
    obj = tower()
    bind(obj, rig)
    walk = action("Walk", rig)
    made = whole("bones_in_many_branches", export("bones_in_many_branches"))
    expect(all(j["parent"] <= i for i, j in enumerate(made.joints)), "bones_in_many_branches: order")
    moves_like("bones_in_many_branches", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def registered_again():
    import portolan_formats

    portolan_formats.unregister()
    expect(not hasattr(bpy.types, "EXPORT_SCENE_OT_portolan_pfobj"), "registered_again: still there")
    portolan_formats.register()
    link(bpy.data.objects.new("Empty", None))
    refused("registered_again", "no mesh")
