# SPDX-License-Identifier: MIT
"""How long an export takes: 100,000 triangles, 60 bones, 5 actions of 40 frames. With the path of the
engine's own add-on (a folder that holds a package with register()) it is timed, too, where it runs.

    blender -b --factory-startup --python bench/blender/export.py -- [ADD-ON]"""
import importlib
import os
import sys
import tempfile
import time
import traceback

import bpy
import numpy as np
from mathutils import Quaternion

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "blender"))
import portolan_formats  # noqa: E402  the path is set above

ROUND, BONES, ACTIONS, FRAMES = 250, 60, 5, 40
RINGS = 200  # 250 x 200 quads: 100,000 triangles


def make_mesh():
    turn = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    rings = np.arange(RINGS + 1) * 0.1
    place = np.stack([np.tile(np.cos(turn), RINGS + 1), np.tile(np.sin(turn), RINGS + 1),
                      np.repeat(rings, ROUND)], -1)
    low = np.arange(RINGS * ROUND).reshape(RINGS, ROUND)
    faces = np.stack([low, np.roll(low, -1, 1), np.roll(low, -1, 1) + ROUND, low + ROUND], -1).reshape(-1, 4)
    mesh = bpy.data.meshes.new("Snake")
    mesh.from_pydata(place.tolist(), [], faces.tolist())
    mesh.uv_layers.new(name="UVMap")
    material = bpy.data.materials.new("Scales")
    material.use_nodes = True
    image = material.node_tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.new("scales", 64, 64)
    shader = material.node_tree.nodes["Principled BSDF"]
    material.node_tree.links.new(shader.inputs["Base Color"], image.outputs["Color"])
    mesh.materials.append(material)
    obj = bpy.data.objects.new("Snake", mesh)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def make_rig(obj):
    rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    step, last = RINGS * 0.1 / BONES, None
    for i in range(BONES):
        bone = rig.data.edit_bones.new("Bone%02d" % i)
        bone.head, bone.tail, bone.parent = (0, 0, i * step), (0, 0, (i + 1) * step), last
        last = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    groups = [obj.vertex_groups.new(name="Bone%02d" % i) for i in range(BONES)]
    for ring in range(RINGS + 1):  # four bones each
        vertices = list(range(ring * ROUND, (ring + 1) * ROUND))
        for near in range(4):
            groups[min(BONES - 1, ring * BONES // RINGS + near)].add(vertices, 0.4 - near * 0.1, "REPLACE")
    obj.modifiers.new("Armature", "ARMATURE").object = rig
    obj.parent = rig
    return rig


def make_actions(rig):
    for number in range(ACTIONS):
        action = bpy.data.actions.new("Move%d" % number)
        action.use_fake_user = True
        rig.animation_data_create().action = action
        for i, bone in enumerate(rig.pose.bones):
            bone.rotation_mode = "QUATERNION"
            for frame, angle in ((1, 0.0), (FRAMES // 2, 0.1 + 0.01 * number), (FRAMES, 0.0)):
                bone.rotation_quaternion = Quaternion((1, i % 3, 0), angle)
                bone.keyframe_insert("rotation_quaternion", frame=frame)


def timed(name, call):
    began, used = time.perf_counter(), time.process_time()
    call()
    print("%-28s %6.2f s, of processor time %6.2f s" % (
        name, time.perf_counter() - began, time.process_time() - used))


def engine_exporter(path, out):
    """The operator the engine's add-on registers for .pfobj; its errors are its own."""
    sys.path.insert(0, os.path.dirname(path))
    module = importlib.import_module(os.path.basename(path))
    module.register()
    names = [n for n in dir(bpy.ops.export_scene) if "pf" in n and "portolan" not in n]
    return lambda: getattr(bpy.ops.export_scene, names[0])(filepath=out)


bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
rig = make_rig(make_mesh())
make_actions(rig)
portolan_formats.register()
folder = tempfile.mkdtemp()
path = os.path.join(folder, "snake.pfobj")
for _ in range(3):
    timed("portolan export", lambda: bpy.ops.export_scene.portolan_pfobj(filepath=path))
print("%-28s %6.1f MB" % ("size", os.path.getsize(path) / 1e6))
bpy.ops.wm.read_factory_settings(use_empty=True)
timed("portolan import", lambda: bpy.ops.import_scene.portolan_pfobj(filepath=path))
others = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
if others:
    try:
        for each in bpy.context.view_layer.objects:
            each.select_set(True)
        timed("the engine's add-on", engine_exporter(others[0], os.path.join(folder, "other.pfobj")))
    except Exception:
        print("the engine's add-on does not run here:")
        traceback.print_exc(limit=1, file=sys.stdout)
