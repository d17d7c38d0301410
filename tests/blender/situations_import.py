# SPDX-License-Identifier: MIT
"""What comes in: skeletons, actions, materials, and files that are odd."""
import os
import shutil

import bpy
import numpy as np

from situation import export, folder, said, situation
from stage import Made, expect, picture, run, track

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FLAG = os.path.join(SOURCE, "samples", "permafrost/models", "flag.pfobj")
CHEST = os.path.join(SOURCE, "samples", "permafrost/models", "chest.pfobj")
GOLDEN = os.path.join(SOURCE, "tests", "golden", "pfobj")


def load(path, **options):
    result = bpy.ops.import_scene.portolan_pfobj(filepath=path, **options)
    expect(result == {"FINISHED"}, "%s: %s" % (path, result))


def write(name, lines):
    path = os.path.join(folder(name), name + ".pfobj")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def text(joints=(), frames=(), weights="", texture="skin.png", name="Arm"):
    """A small model, line by line."""
    out = [
        "version 1.0",
        "num_verts 3",
        "num_joints %d" % len(joints),
        "num_materials 1",
        "num_as %d" % bool(frames),
        "frame_counts %s" % (len(frames) or ""),
        "has_collision 1",
    ]
    for x, y in ((0, 0), (1, 0), (0, 1)):
        out += ["v %d %d 0.5" % (x, y), "vt 0.25 0.75", "vn 0 0 1", "vw " + weights, "vm 0"]
    out += [
        "material Paint",
        "ambient 0.5",
        "diffuse 0.1 0.2 0.3",
        "specular 0.4 0.5 0.6",
        "texture " + texture,
    ]
    out += list(joints)
    if frames:
        out.append("as Wave %d" % len(frames))
        for frame in frames:
            out += ["%d %s" % (i + 1, t) for i, t in enumerate(frame)]
            out += ["x_bounds 0 1", "y_bounds 0 1", "z_bounds 0 1"]
    return out + ["x_bounds 0 1", "y_bounds 0 1", "z_bounds 0.5 0.5"]


@situation
def what_comes_in():
    """The flag moves in Blender as the tool says it does."""
    load(FLAG)
    made = Made(FLAG)
    rig, obj = bpy.data.objects["flag rig"], bpy.data.objects["flag"]
    expect([b.name for b in rig.data.bones] == [j["name"] for j in made.joints], "what_comes_in: bones")
    expect(obj.parent == rig and obj.modifiers[0].object == rig, "what_comes_in: not bound")
    expect(len(obj.data.vertices) < len(made.position), "what_comes_in: nothing is welded")
    expect(bpy.context.scene.render.fps == 24, "what_comes_in: rate")
    for place, each in enumerate(made.sets):
        action = bpy.data.actions[each["name"]]
        expect(action.use_fake_user and action["portolan_place"] == place, "what_comes_in: action")
        expect(tuple(action.frame_range) == (0, len(each["frames"]) - 1), "what_comes_in: frames")
        rig.animation_data.action = action
        theirs = track(range(len(each["frames"])))
        corners = np.empty(len(obj.data.loops), int)
        obj.data.loops.foreach_get("vertex_index", corners)
        apart = np.abs(theirs[corners] - made.posed(each["name"])).max()
        expect(apart < 1e-4, "what_comes_in: vertices are %.6f apart" % apart)
    image = next(n for n in obj.data.materials[0].node_tree.nodes if n.type == "TEX_IMAGE").image
    expect(
        os.path.basename(image.filepath) == made.materials[0]["texture"] and image.size[0] > 0,
        "what_comes_in: image",
    )


@situation
def scale_of_the_root():
    turn = "0/0/0.382683/0.923880"
    joints = ["j 0 Root 4.9/4.9/4.9 %s 1/2/3 0/1/0" % turn, "j 1 Arm 1/1/1 0/0/0/1 0/1/0 0/2/0"]
    frames = [["4.9/4.9/4.9 %s 1/2/%d" % (turn, i), "1/1.5/1 0/0/0/1 0/1/0"] for i in range(4)]
    path = write("scale_of_the_root", text(joints, frames, "0/0.5 1/1.5"))
    load(path)
    rig = bpy.data.objects["scale_of_the_root rig"]
    expect(np.allclose(rig.scale, 4.9), "scale_of_the_root: %s" % rig.scale)
    expect(abs(rig.data.bones["Arm"].length - 2) < 1e-5, "scale_of_the_root: length of a bone")
    was, now = Made(path), export("scale_of_the_root_again", allowed=("engine-texture",))
    expect(np.allclose(now.joints[0]["bind"]["scale"], 4.9), "scale_of_the_root: on the way back")
    expect(np.allclose(now.joints[1]["tip"], [0, 2, 0]), "scale_of_the_root: tip")
    expect(np.abs(was.posed("Wave") - now.posed("Wave")).max() < 1e-4, "scale_of_the_root: poses")


@situation
def angles_and_odd_joints():
    joints = ["j 0 Root 1/1/1 30/40/50 1/2/3 0/0/0", "j 1 Arm 1/1/1 0/0/0 0/1/0 1/1/0"]
    frames = [["1/1/1 30/%d/50 1/2/3" % (10 * i), "1/1/1 0/0/0 0/1/0"] for i in range(3)]
    path = write("angles_and_odd_joints", text(joints, frames, "0/1"))
    load(path)
    said("angles_and_odd_joints", "three angles", "no tip", "not along y")
    code = os.path.join(folder("angles_and_odd_joints"), "four.pfobj")

    expect(run("convert", "--dialect", "engine", path, code)[0] == 0, "angles_and_odd_joints: the tool")
    was, now = Made(code), export("angles_and_odd_joints_again", allowed=("engine-texture",))
    expect(np.abs(was.posed("Wave") - now.posed("Wave")).max() < 1e-4, "angles_and_odd_joints: poses")


@situation
def mirrored_comes_back():
    load(FLAG)
    bpy.ops.export_scene.portolan_pfobj(
        filepath=os.path.join(folder("mirrored_comes_back"), "m.pfobj"), mirror=True
    )
    path = os.path.join(folder("mirrored_comes_back"), "m.pfobj")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    load(path, mirror=True)
    now, was = export("mirrored_comes_back_again"), Made(FLAG)
    for each in was.sets:
        apart = np.abs(was.posed(each["name"]) - now.posed(each["name"])).max()
        expect(apart < 1e-4, "mirrored_comes_back: %.6f apart" % apart)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    load(path)
    said("mirrored_comes_back", "newer exporter")


@situation
def two_of_one_name():
    """Blender renames what is there already; the file gets the names it had."""
    load(FLAG)
    load(FLAG)
    second = bpy.context.view_layer.objects.active
    for each in bpy.context.view_layer.objects:
        each.select_set(each == second or each.parent == second)
    now, was = export("two_of_one_name", sets_from="ACTIONS"), Made(FLAG)
    expect(
        [m["name"] for m in now.materials] == [m["name"] for m in was.materials], "two_of_one_name: materials"
    )
    expect(
        [m["texture"] for m in now.materials] == [m["texture"] for m in was.materials],
        "two_of_one_name: textures",
    )
    expect([s["name"] for s in now.sets] == [s["name"] for s in was.sets], "two_of_one_name: sets of the twin")
    for each in was.sets:
        apart = np.abs(was.posed(each["name"]) - now.posed(each["name"])).max()
        expect(apart < 1e-4, "two_of_one_name: %.6f apart" % apart)


@situation
def several_files():
    """All come in whatever the others are, are selected, and have one report."""
    where = folder("several_files")
    for name in ("one", "three"):
        shutil.copy(CHEST, os.path.join(where, name + ".pfobj"))
    with open(os.path.join(where, "two.pfobj"), "w", encoding="ascii") as file:
        file.write("version 1.0\n")
    files = [{"name": n + ".pfobj"} for n in ("one", "two", "three")]
    try:
        load(files[0]["name"], directory=where, files=files)
        expect(False, "several_files: nothing is said of a bad one")
    except RuntimeError as why:
        expect("two.pfobj: line 2" in str(why), "several_files: %s" % why)
    expect({o.name for o in bpy.context.selected_objects} == {"one", "three"}, "several_files: selection")
    said("several_files", "imported one.pfobj", "imported three.pfobj", "refused: two.pfobj")


@situation
def numbers_of_materials():
    load(CHEST)
    path = os.path.join(folder("numbers_of_materials"), "m.pfobj")
    obj = bpy.context.view_layer.objects.active
    obj.data.materials[0].portolan.ambient = 0.25
    bpy.ops.export_scene.portolan_pfobj(filepath=path)
    expect(Made(path).materials[0]["ambient"] == 0.25, "numbers_of_materials: own value")
    obj.data.materials[0].portolan.use = False
    bpy.ops.export_scene.portolan_pfobj(filepath=path)
    expect(Made(path).materials[0]["ambient"] == 1, "numbers_of_materials: without")


@situation
def texture_that_is_not_there():
    path = write("texture_that_is_not_there", text(texture="nowhere.png"))
    load(path)
    said("texture_that_is_not_there", "'nowhere.png' is not there")
    out = os.path.join(folder("texture_that_is_not_there"), "again.pfobj")
    bpy.ops.export_scene.portolan_pfobj(filepath=out)
    expect(Made(out).materials[0]["texture"] == "nowhere.png", "texture_that_is_not_there: name")


@situation
def textures_elsewhere():
    """Paths that leave the folder of the model are never opened."""
    outside = os.path.join(os.environ["FOLDER"], "outside.png")
    with open(outside, "wb") as file:
        file.write(picture("outside").packed_file.data)
    where = folder("textures_elsewhere")
    os.symlink(outside, os.path.join(where, "link.png"))
    for texture in ("../outside.png", outside, "link.png", "sub/../../outside.png"):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        load(write("textures_elsewhere", text(texture=texture)))
        expect(not any(i.filepath for i in bpy.data.images), "textures_elsewhere: opened " + texture)
        said("textures_elsewhere", "not in the folder")


@situation
def files_that_are_refused():
    """Each with its line, and nothing is left in the scene."""
    where = os.path.join(GOLDEN, "reject")
    count = 0
    for name in sorted(os.listdir(where)):
        if name.endswith(".pfobj"):
            try:
                bpy.ops.import_scene.portolan_pfobj(filepath=os.path.join(where, name))
                expect(False, "files_that_are_refused: %s is not" % name)
            except RuntimeError as why:
                expect(": line " in str(why) and "Traceback" not in str(why), "%s: %s" % (name, why))
            count += 1
    expect(count > 20 and len(bpy.data.objects) == 0, "files_that_are_refused: %d" % count)
    try:
        bpy.ops.import_scene.portolan_pfobj(filepath=os.path.join(where, "none at all.pfobj"))
    except RuntimeError as why:
        expect("cannot read" in str(why), "files_that_are_refused: %s" % why)


@situation
def files_that_are_odd():
    """All that the format tolerates comes in, and goes out again as the engine likes it."""
    where = [os.path.join(GOLDEN, f) for f in ("accept", "roundtrip")]
    for path in sorted(os.path.join(w, n) for w in where for n in os.listdir(w) if n.endswith(".pfobj")):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        load(path)
        out = os.path.join(folder("files_that_are_odd"), os.path.basename(path))
        bpy.ops.export_scene.portolan_pfobj(filepath=out)
        was, now = Made(path), Made(out)
        expect(len(was.position) // 3 * 3 == len(now.position), "%s: vertices" % path)
        expect(np.abs(was.position[: len(now.position)] - now.position).max() < 1e-3, "%s: places" % path)


@situation
def welding():
    """Faces that Blender would drop as flat or double stay, whatever is welded."""
    out = text()
    body = out[7:22]
    flat = [line.replace("v 1 0", "v 0 0").replace("v 0 1", "v 0 0") for line in body]
    out[1] = "num_verts 12"
    path = write("welding", out[:7] + body + body + flat + body + out[22:])
    for weld in ("ALL", "POSITION", "NONE"):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        load(path, weld=weld)
        mesh = bpy.context.view_layer.objects.active.data
        expect(not mesh.validate(), "welding: %s makes a bad mesh" % weld)
        expect(len(mesh.polygons) == 4, "welding: %s loses faces" % weld)


@situation
def by_itself_in_a_scene():
    """An import in the middle of work: another mode, other objects selected, frames as told."""
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.context.scene.render.fps = 30
    load(FLAG, set_rate=False, actions=False)
    expect(bpy.context.scene.render.fps == 30 and not bpy.data.actions, "by_itself_in_a_scene: as told")
    expect(
        {o.name for o in bpy.context.selected_objects} == {"flag", "flag rig"},
        "by_itself_in_a_scene: selection",
    )
