# SPDX-License-Identifier: MIT
"""Meshes without armatures."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from situation import export, is_at_rest, losses, refused, said, situation, whole
from stage import cube, expect, link, material, mesh_of, select, tower


@situation
def empty_slot():
    obj = cube()
    obj.data.materials.append(material("Paint"))
    obj.data.materials.append(None)
    obj.data.polygons[2].material_index = 1
    made = whole("empty_slot", export("empty_slot"))
    expect(len(made.position) == 36, "empty_slot: faces are missing")
    expect([m["texture"] for m in made.materials] == ["Paint_image.png", "white.png"], "empty_slot: textures")
    said("empty_slot", "without a material")


@situation
def no_image():
    obj = cube()
    obj.data.materials.append(material("Bare", image=False))
    made = whole("no_image", export("no_image"))
    expect(made.materials[0]["name"] == "Bare" and made.materials[0]["texture"] == "white.png", "no_image")
    said("no_image", "'Bare' has no image")


@situation
def no_material():
    cube()
    made = whole("no_material", export("no_material"))
    expect(made.materials[0]["texture"] == "white.png", "no_material: no default")


@situation
def no_uv():
    obj = cube()
    obj.data.uv_layers.remove(obj.data.uv_layers[0])
    made = whole("no_uv", export("no_uv"))
    expect((made.texture == 0).all(), "no_uv: coordinates from nowhere")


@situation
def many_uvs():
    obj = cube()
    paint = material("Paint")
    obj.data.materials.append(paint)
    other = obj.data.uv_layers.new(name="Other")
    for loop in other.data:
        loop.uv = (0.25, 0.75)
    made = export("many_uvs")
    expect(not (made.texture == (0.25, 0.75)).any(), "many_uvs: not the rendered layer")
    other.active_render = True
    expect((export("many_uvs").texture == (0.25, 0.75)).all(), "many_uvs: not the rendered layer now")
    obj.data.uv_layers[0].active_render = True
    nodes, links = paint.node_tree.nodes, paint.node_tree.links
    place = nodes.new("ShaderNodeUVMap")
    place.uv_map = "Other"
    image = next(n for n in nodes if n.type == "TEX_IMAGE")
    links.new(image.inputs["Vector"], place.outputs["UV"])
    expect((export("many_uvs").texture == (0.25, 0.75)).all(), "many_uvs: not the layer of the image")


def placed(made, source, socket, kind="POINT", **values):
    """A Mapping node, as everybody has it, in front of the image of a material."""
    tree = made.node_tree
    image = next(n for n in tree.nodes if n.type == "TEX_IMAGE")
    node, origin = tree.nodes.new("ShaderNodeMapping"), tree.nodes.new(source)
    node.vector_type = kind
    for name, value in values.items():
        node.inputs[name].default_value = value
    tree.links.new(node.inputs["Vector"], origin.outputs[socket])
    tree.links.new(image.inputs["Vector"], node.outputs["Vector"])
    return origin


@situation
def images_that_are_mapped():
    """Repeated, turned and moved by nodes: the coordinates hold all of it."""
    turn, size, move = (0, 0, math.pi / 2), (4, 2, 1), (0.25, 0.5, 0)
    cases = (
        ("POINT", dict(Scale=size, Rotation=turn, Location=move), lambda u, v: (0.25 - 2 * v, 0.5 + 4 * u)),
        ("TEXTURE", dict(Scale=size, Rotation=turn, Location=move),
         lambda u, v: ((v - 0.5) / 4, (0.25 - u) / 2)),
        ("VECTOR", dict(Scale=size, Rotation=turn), lambda u, v: (-2 * v, 4 * u)),
    )
    obj = cube()
    plain = [tuple(d.uv) for d in obj.data.uv_layers[0].data]
    for kind, values, wanted in cases:
        obj.data.materials.clear()
        obj.data.materials.append(material("Paint"))
        placed(obj.data.materials[0], "ShaderNodeTexCoord", "UV", kind, **values)
        made = export("images_that_are_mapped")
        want = {tuple(np.round(wanted(*uv), 4)) for uv in plain}
        got = {tuple(np.round(uv, 4)) for uv in made.texture}
        expect(len(want ^ got) == 0, "images_that_are_mapped: %s %s" % (kind, sorted(want ^ got)[:4]))
    layer = obj.data.uv_layers.new(name="Second")
    for corner in layer.data:
        corner.uv = (7, 8)
    origin = placed(obj.data.materials[0], "ShaderNodeUVMap", "UV")
    origin.uv_map = "Second"
    made = export("images_that_are_mapped")
    expect((made.texture == (7, 8)).all(), "images_that_are_mapped: the layer is lost")
    placed(obj.data.materials[0], "ShaderNodeTexCoord", "Generated")
    export("images_that_are_mapped")
    said("images_that_are_mapped", "is placed by 'Generated' of the node 'Texture Coordinate")


@situation
def polygons():
    rim = [(math.cos(a), math.sin(a), 0) for a in (2 * math.pi * i / 9 for i in range(9))]
    rim[4] = (0.1, 0, 0)  # not convex
    low = [(x, y, -1) for x, y, _ in rim]
    faces = [tuple(range(9)), tuple(reversed(range(9, 18)))]
    faces += [(i, 9 + i, 9 + (i + 1) % 9, (i + 1) % 9) for i in range(9)]
    obj = link(bpy.data.objects.new("Prism", mesh_of("Prism", rim + low, faces)))
    made = whole("polygons", export("polygons"))
    obj.data.calc_loop_triangles()
    theirs = [[obj.data.vertices[v].co for v in t.vertices] for t in obj.data.loop_triangles]
    theirs = np.array(theirs).reshape(-1, 3)[:, [0, 2, 1]] * (1, 1, -1)
    expect(np.abs(made.position - theirs).max() < 1e-5, "polygons: other triangles than Blender's")


@situation
def modifiers():
    obj = tower()
    obj.modifiers.new("Mirror", "MIRROR").use_axis = (True, False, False)
    obj.modifiers["Mirror"].use_bisect_axis = (True, False, False)
    obj.modifiers.new("Subdivision", "SUBSURF").levels = 1
    array = obj.modifiers.new("Array", "ARRAY")
    array.relative_offset_displace = (1.5, 0, 0)
    made = whole("modifiers", export("modifiers"))
    is_at_rest("modifiers", made)
    expect(len(made.position) > 3 * 100, "modifiers: they are not applied")


def compare_normals(name, made, obj):
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    mesh.calc_normals_split()
    mesh.calc_loop_triangles()
    turn = np.array(obj.matrix_world.to_3x3().inverted().transposed())
    theirs = np.array([mesh.loops[i].normal for t in mesh.loop_triangles for i in t.loops]) @ turn.T
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    theirs = theirs[:, [0, 2, 1]] * (1, 1, -1)
    if obj.matrix_world.determinant() < 0:
        theirs = theirs.reshape(-1, 3, 3)[:, [0, 2, 1]].reshape(-1, 3)
    expect(
        np.abs(made.normal - theirs).max() < 1e-5,
        "%s: normals %.6f apart" % (name, np.abs(made.normal - theirs).max()),
    )


@situation
def normals():
    obj = tower()
    for polygon in obj.data.polygons:
        polygon.use_smooth = polygon.index % 3 > 0
    compare_normals("normals", export("normals"), obj)
    obj.data.use_auto_smooth = True
    obj.data.auto_smooth_angle = math.radians(40)
    compare_normals("normals", export("normals"), obj)
    bent = [
        Vector((0.3, 0.2, 1)).normalized() if i % 2 else Vector((0, 0, 0)) for i in range(len(obj.data.loops))
    ]
    obj.data.normals_split_custom_set(bent)
    compare_normals("normals", export("normals", allowed=("pfobj-normals",)), obj)


@situation
def turned_and_stretched():
    obj = cube()
    obj.rotation_euler, obj.scale, obj.location = (0.4, 0.7, 1.1), (1, 2.5, 0.4), (3, -2, 1)
    bpy.context.view_layer.update()
    made = whole("turned_and_stretched", export("turned_and_stretched"))
    is_at_rest("turned_and_stretched", made)
    compare_normals("turned_and_stretched", made, obj)


@situation
def negative_scale():
    obj = tower()
    obj.rotation_euler, obj.scale = (0.4, 0.7, 1.1), (1, -2, 0.5)
    bpy.context.view_layer.update()
    made = whole("negative_scale", export("negative_scale"))
    is_at_rest("negative_scale", made)
    compare_normals("negative_scale", made, obj)


@situation
def mirrored_for_the_view():
    tower().location = (2, 1, 0)
    plain = export("mirrored_for_the_view")
    made = whole("mirrored_for_the_view", export("mirrored_for_the_view", mirror=True, scale=2.0))
    flat = plain.position.reshape(-1, 3, 3)[:, [0, 2, 1]].reshape(-1, 3) * (-2, 2, 2)
    expect(np.abs(made.position - flat).max() < 2e-6, "mirrored_for_the_view: not mirrored")


@situation
def several_meshes():
    for i in range(4):
        cube("Part", 0.5, (3 * i, i, -i)).data.materials.append(material("Paint %d" % (i % 2)))
    made = whole("several_meshes", export("several_meshes"))
    is_at_rest("several_meshes", made)
    expect(len(made.materials) == 4, "several_meshes: %d materials" % len(made.materials))


@situation
def no_active_object():
    cube()
    select(active=None)
    whole("no_active_object", export("no_active_object"))


@situation
def selected_only():
    one, other = cube("One"), cube("Other", 1, (5, 0, 0))
    select(one, active=other)
    made = export("selected_only")
    is_at_rest("selected_only", made, chosen={one})
    expect(len(export("selected_only", objects="VISIBLE").position) == 72, "selected_only: visible ones")


@situation
def in_edit_mode():
    obj = cube()
    select(obj, active=obj)
    bpy.ops.object.mode_set(mode="EDIT")
    mesh = bmesh.from_edit_mesh(obj.data)
    mesh.verts.ensure_lookup_table()
    mesh.verts[0].co.x -= 3
    bmesh.update_edit_mesh(obj.data)
    made = export("in_edit_mode")
    expect(made.position[:, 0].min() == -4, "in_edit_mode: what is being edited is not there")
    expect(bpy.context.mode == "EDIT_MESH", "in_edit_mode: left")


@situation
def shapes_that_change():
    """Modifiers that give a mesh another shape in every frame are told; those that only may are not."""
    wave, led, still = cube("Waving"), cube("Led", 1, (4, 0, 0)), cube("Still", 1, (8, 0, 0))
    wave.modifiers.new("Wave", "WAVE")
    for obj, moves in ((led, True), (still, False)):
        leader = link(bpy.data.objects.new(obj.name + " leader", None))
        hook = obj.modifiers.new("Hook", "HOOK")
        hook.object = leader
        hook.vertex_indices_set([0])
        if moves:
            leader.keyframe_insert("location", frame=1)
    export("shapes_that_change")
    said("shapes_that_change", "'Waving' is changed by the modifier 'Wave'", "'Led' is changed by the modifier 'Hook'")
    expect("'Still'" not in losses(), "shapes_that_change: " + losses())


@situation
def nothing_but_nothing():
    """Why there is nothing to export, when all of it is hidden or without size."""
    cube("Gone").scale = (0, 0, 0)
    cube("Unseen").hide_viewport = True
    bpy.context.view_layer.update()
    refused("nothing_but_nothing", "no mesh", "'Gone' is scaled to nothing", "'Unseen'")


@situation
def hidden_objects():
    seen_one = cube("Seen")
    cube("By eye", 1, (4, 0, 0)).hide_set(True)
    cube("By screen", 1, (8, 0, 0)).hide_viewport = True
    layer = bpy.data.collections.new("Away")
    bpy.context.scene.collection.children.link(layer)
    layer.objects.link(bpy.data.objects.new("Excluded", seen_one.data))
    bpy.context.view_layer.layer_collection.children["Away"].exclude = True
    expect(len(export("hidden_objects").position) == 36, "hidden_objects: seen")
    said("hidden_objects", "'By eye'", "'By screen'")


@situation
def collection_instances():
    part = bpy.data.collections.new("Part")
    obj = bpy.data.objects.new("Inside", cube("Gone").data)
    bpy.data.objects.remove(bpy.data.objects["Gone"])
    obj.location = (0, 0, 2)
    part.objects.link(obj)
    for i in range(3):
        empty = link(bpy.data.objects.new("Place %d" % i, None))
        empty.instance_type, empty.instance_collection = "COLLECTION", part
        empty.location, empty.rotation_euler = (4 * i, 0, 0), (0, 0.5 * i, 0)
        empty.scale = (1, 1, -1 if i == 2 else 1)
    bpy.context.view_layer.update()
    made = whole("collection_instances", export("collection_instances"))
    is_at_rest("collection_instances", made)
    expect(len(made.position) == 108, "collection_instances: %d corners" % len(made.position))


@situation
def zero_scale():
    cube("Flat", 1, (4, 0, 0)).scale = (1, 1, 0)
    cube("Gone", 1, (8, 0, 0)).scale = (0, 0, 0)
    cube("Whole")
    bpy.context.view_layer.update()
    made = export("zero_scale", allowed=("pfobj-flat",))
    expect(len(made.position) == 72, "zero_scale: %d corners" % len(made.position))
    expect(np.isfinite(made.normal).all(), "zero_scale: normals")
    said("zero_scale", "'Gone' is scaled to nothing")


@situation
def shape_keys():
    obj = cube()
    obj.shape_key_add(name="Basis")
    key = obj.shape_key_add(name="Tall")
    for point in key.data:
        point.co.z *= 3
    key.value = 0.5
    key.keyframe_insert("value", frame=1)
    key.value = 1
    key.keyframe_insert("value", frame=20)
    bpy.context.scene.frame_set(1)
    made = whole("shape_keys", export("shape_keys"))
    expect(abs(made.position[:, 1].max() - 2) < 1e-5, "shape_keys: not as they are now")
    said("shape_keys", "shape keys of 'Cube' move")
    expect(not made.sets, "shape_keys: they are no set")


@situation
def curves_and_texts():
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", 0.2
    line = curve.splines.new("POLY")
    line.points.add(2)
    for i, point in enumerate(line.points):
        point.co = (i, i * i, 0, 1)
    link(bpy.data.objects.new("Curve", curve))
    is_at_rest("curves_and_texts", export("curves_and_texts"))


@situation
def metaballs():
    """Balls make one surface, whichever of them is selected."""
    for x in (0, 1.5):
        bpy.ops.object.metaball_add(type="BALL", location=(x, 0, 0))
    balls = list(bpy.context.scene.objects)
    every = whole("metaballs", export("metaballs", objects="VISIBLE"))
    for ball in balls:
        select(ball, active=ball)
        made = export("metaballs", objects="SELECTED")
        expect(len(made.position) == len(every.position) > 0, "metaballs: %s" % ball.name)


@situation
def nothing():
    link(bpy.data.objects.new("Empty", None))
    refused("nothing", "no mesh")


@situation
def geometry_instances():
    """One object at the vertices of another."""
    small, large = cube("Small", 0.2), cube("Large", 3)
    small.parent, large.instance_type = large, "VERTS"
    large.show_instancer_for_viewport = False
    bpy.context.view_layer.update()
    made = export("geometry_instances")
    is_at_rest("geometry_instances", made)
    expect(len(made.position) == 36 * 9, "geometry_instances: %d corners" % len(made.position))


@situation
def parented_meshes():
    top = link(bpy.data.objects.new("Top", None))
    top.matrix_world = Matrix.Rotation(0.6, 4, "X") @ Matrix.Diagonal((1, 2, 1, 1))
    obj = cube()
    obj.parent, obj.rotation_euler = top, (0, 0.4, 0)
    bpy.context.view_layer.update()
    is_at_rest("parented_meshes", whole("parented_meshes", export("parented_meshes")))
