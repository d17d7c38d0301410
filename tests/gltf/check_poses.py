#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays the animations of FILE.glb and compares the box around the skinned vertices of every frame with
the one that the model it was made of computes anew (FILE.json, bounds rebuilt).

usage: check_poses.py FILE.glb FILE.json
"""

import json
import struct
import sys


def load(path):
    data = open(path, "rb").read()
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + size]), data[28 + size:]


def accessor(scene, binary, number):
    a = scene["accessors"][number]
    view = scene["bufferViews"][a["bufferView"]]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[a["type"]]
    code, size = {5121: ("B", 1), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}[a["componentType"]]
    stride = view.get("byteStride", width * size)
    start = view["byteOffset"] + a.get("byteOffset", 0)
    return [struct.unpack_from("<%d%s" % (width, code), binary, start + i * stride)
            for i in range(a["count"])]


def matrix(t, r, s):
    x, y, z, w = r
    turn = ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
    return [[turn[i][k] * s[k] for k in range(3)] + [t[i]] for i in range(3)]


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) + (a[i][3] if j == 3 else 0)
             for j in range(4)] for i in range(3)]


def worlds(scene, values):
    """World matrices of all nodes, with some of their properties replaced."""
    parents = {child: i for i, node in enumerate(scene["nodes"]) for child in node.get("children", [])}
    done = {}

    def world(i):
        if i not in done:
            node = dict(scene["nodes"][i], **values.get(i, {}))
            local = matrix(node.get("translation", (0, 0, 0)), node.get("rotation", (0, 0, 0, 1)),
                           node.get("scale", (1, 1, 1)))
            done[i] = multiply(world(parents[i]), local) if i in parents else local
        return done[i]
    return [world(i) for i in range(len(scene["nodes"]))]


def main(glb, document):
    scene, binary = load(glb)
    model = json.load(open(document))
    skin = scene["skins"][0]
    inverse = [[[m[4 * c + r] for c in range(4)] for r in range(3)]
               for m in accessor(scene, binary, skin["inverseBindMatrices"])]
    vertices = []
    for part in scene["meshes"][0]["primitives"]:
        at = part["attributes"]
        sets = [(accessor(scene, binary, at["JOINTS_%d" % i]), accessor(scene, binary, at["WEIGHTS_%d" % i]))
                for i in range(2) if "JOINTS_%d" % i in at]
        for v, place in enumerate(accessor(scene, binary, at["POSITION"])):
            vertices.append((place, [(j, w) for joints, weights in sets
                                     for j, w in zip(joints[v], weights[v]) if w > 0]))
    worst = 0
    for clip, wanted in zip(scene["animations"], model["sets"]):
        curves = [(c["target"]["node"], c["target"]["path"],
                   accessor(scene, binary, clip["samplers"][c["sampler"]]["output"]))
                  for c in clip["channels"]]
        for frame, bounds in enumerate(f["bounds"] for f in wanted["frames"]):
            values = {}
            for node, path, curve in curves:
                values.setdefault(node, {})[path] = curve[frame]
            all_worlds = worlds(scene, values)
            moves = [multiply(all_worlds[n], inverse[i]) for i, n in enumerate(skin["joints"])]
            least, most = [1e30] * 3, [-1e30] * 3
            for place, weights in vertices:
                for i in range(3):
                    value = sum(w * (sum(moves[j][i][k] * place[k] for k in range(3)) + moves[j][i][3])
                                for j, w in weights)
                    least[i], most[i] = min(least[i], value), max(most[i], value)
            for i, axis in enumerate("xyz"):
                worst = max(worst, abs(least[i] - bounds[axis][0]), abs(most[i] - bounds[axis][1]))
    print("%s: %d clips, worst difference %.6f" % (glb.rsplit("/", 1)[-1], len(scene["animations"]), worst))
    return 0 if worst < 1e-4 and vertices and len(scene["animations"]) == len(model["sets"]) > 0 else 1


sys.exit(main(*sys.argv[1:3]))
