#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the triangles in FOLDER/N.glb with what FOLDER/N.info counted, for N from 1 to COUNT."""

import json
import struct
import sys

folder, count = sys.argv[1], int(sys.argv[2])
for number in range(1, count + 1):
    with open("%s/%d.glb" % (folder, number), "rb") as handle:
        data = handle.read()
    (size,) = struct.unpack_from("<I", data, 12)
    scene = json.loads(data[20:20 + size])
    with open("%s/%d.info" % (folder, number)) as handle:
        facts = json.load(handle)
    if facts["facts"].get("format") != "mpd":
        continue
    triangles = sum(scene["accessors"][part["indices"]]["count"] // 3
                    for mesh in scene.get("meshes", []) if mesh["name"] == "ground"
                    for part in mesh["primitives"])
    if triangles != facts["facts"]["triangles"]["drawn"]:
        sys.exit("%s: %d triangles, %d were counted" % (facts["file"], triangles, facts["facts"]["triangles"]["drawn"]))
print("%d files, triangles as counted" % count)
