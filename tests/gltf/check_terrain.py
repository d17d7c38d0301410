#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the terrain in FILE.glb: area of the tops, of the walls and of the water, and whether every
triangle faces the way its normals say. Compares with TOPS, WALLS and WATER when they are given.

usage: check_terrain.py FILE.glb [TOPS WALLS WATER]
"""

import json
import math
import struct
import sys


def main(path, *wanted):
    data = open(path, "rb").read()
    (size,) = struct.unpack_from("<I", data, 12)
    scene, binary = json.loads(data[20:20 + size]), data[28 + size:]

    def floats(number, width):
        a = scene["accessors"][number]
        start = scene["bufferViews"][a["bufferView"]]["byteOffset"]
        return list(struct.iter_unpack("<%df" % width, binary[start:start + 4 * width * a["count"]]))

    areas, wrong = [[], [], []], 0
    for mesh in scene["meshes"]:
        for part in mesh["primitives"]:
            places, normals = floats(part["attributes"]["POSITION"], 3), floats(part["attributes"]["NORMAL"], 3)
            a = scene["accessors"][part["indices"]]
            start = scene["bufferViews"][a["bufferView"]]["byteOffset"]
            water = scene["materials"][part["material"]].get("alphaMode") == "BLEND"
            index = struct.unpack_from("<%dI" % a["count"], binary, start)
            for i in range(0, len(index), 3):
                p, q, r = (places[k] for k in index[i:i + 3])
                u, v = [q[k] - p[k] for k in range(3)], [r[k] - p[k] for k in range(3)]
                n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
                normal = normals[index[i]]
                wrong += sum(x * y for x, y in zip(n, normal)) <= 0
                areas[2 if water else normal[1] == 0].append(math.sqrt(sum(x * x for x in n)) / 2)
    tops, walls, water = (math.fsum(a) for a in areas)
    print("%s: tops %.3f, walls %.3f, water %.3f, %d triangles turned the wrong way"
          % (path.rsplit("/", 1)[-1], tops, walls, water, wrong))
    good = all(abs(got - float(want)) < 0.01 for got, want in zip((tops, walls, water), wanted))
    return 0 if good and wrong == 0 and areas[0] else 1


sys.exit(main(*sys.argv[1:]))
