# SPDX-License-Identifier: MIT
"""Run by Blender: imports GLBs and compares triangles, box and bones with what `info --json` says.

Bones of Blender have no scale at rest, so models whose joints have one are not compared by their box.

usage: blender -b --factory-startup --python-exit-code 3 --python check_blender.py -- FILE.glb FILE.info FILE.json ...
"""

import json
import sys

import bpy
import numpy

numpy.bool = bool  # the importer that comes with Blender 3.4 still uses the old name


def look():
    """Triangles, box (in glTF's axes) and bones of what is in the scene, at rest."""
    for armature in bpy.data.armatures:
        armature.pose_position = "REST"
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    triangles, points = 0, []
    for thing in bpy.context.scene.objects:
        if thing.type != "MESH" or thing.name.startswith("Icosphere"):  # shape of bones
            continue
        seen = thing.evaluated_get(graph)
        mesh = seen.to_mesh()
        mesh.calc_loop_triangles()
        triangles += len(mesh.loop_triangles)
        points += [seen.matrix_world @ v.co for v in mesh.vertices]
        seen.to_mesh_clear()
    box = [(min(p[i] for p in points), max(p[i] for p in points)) for i in range(3)]
    return triangles, (box[0], box[2], (-box[1][1], -box[1][0])), sum(len(a.bones) for a in bpy.data.armatures)


def check(glb, info, document):
    scaled = any(abs(v - 1) > 1e-3 for j in json.load(open(document)).get("joints", []) for v in j["bind"]["scale"])
    facts = json.load(open(info))["facts"]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=glb)
    triangles, box, bones = look()
    good = triangles == facts["triangles"]["count"] - facts["triangles"]["degenerate"] or \
        triangles == facts["triangles"]["count"]
    worst = max(abs(got - want) for axis, pair in zip("xyz", box)
                for got, want in zip(pair, facts["vertex_bounds"][axis]))
    good = good and (scaled or worst < 1e-3) and bones >= len(facts.get("joints", []))
    good = good and len(bpy.data.actions) >= len(facts.get("sets", []))
    print("%s: %d triangles, box %s, %d bones, %d actions%s" % (
        glb.rsplit("/", 1)[-1], triangles, "not compared" if scaled else "within %.6f" % worst, bones, len(bpy.data.actions), "" if good else ": WRONG"))
    return good


files = sys.argv[sys.argv.index("--") + 1:]
results = [check(glb, info, document) for glb, info, document in zip(files[::3], files[1::3], files[2::3])]
assert results and all(results)
