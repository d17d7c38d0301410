#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool and the library say about real levels with an independent decoder.

usage: compare_mpd.py ORACLES CORPUS PROGRAMS PORTOLAN
"""

import glob
import hashlib
import json
import math
import struct
import subprocess
import sys

oracles, corpus, programs, portolan = sys.argv[1:5]
oracle, tables = oracles + "/egoboo.py", programs + "/mpd_tables"
fans, older_fans = corpus + "/basicdat/fans.txt", corpus + "/basicdat/fans-older.txt"
levels = sorted(glob.glob(corpus + "/**/*.mpd", recursive=True))
differences = 0


def run(*words):
    return subprocess.run(words, capture_output=True, check=True).stdout


def same(level, what, got, want):
    global differences
    close = isinstance(want, float) and abs(got - want) <= 1e-6 * max(1, abs(want))
    if got != want and not close:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (level, what, got, want))


def sha(data):
    return hashlib.sha256(data).hexdigest()


def flat(rows):
    return [value for row in rows for value in row]


def read_tables(data):
    """The blocks of mpd_tables, and its heights."""
    blocks, heights = {}, []
    while data:
        line, data = data.split(b"\n", 1)
        words = line.decode().split()
        if words[0] == "height":
            heights.append(float(words[3]))
        else:
            size = 4 * int(words[1])
            blocks[words[0]], data = data[:size], data[size:]
    return blocks, heights


def compare_arrays(level, document, want):
    digests = want["digests"]
    count = want["size"]["fans"]
    types, fx, tiles = (flat(document[name]) for name in ("type", "fx", "tile"))
    same(level, "types", sha(bytes(types)), digests["types"])
    same(level, "fx", sha(bytes(fx)), digests["fx"])
    same(level, "tiles", sha(struct.pack("<%dH" % count, *tiles)), digests["tiles"])
    same(level, "twist", sha(bytes(flat(document["twist"]))), digests["twist"])
    rows = document["vertices"]
    for column, name in enumerate("xyz"):
        values = [row[column] for row in rows]
        same(level, name, sha(struct.pack("<%df" % len(values), *values)), digests[name])
    same(level, "light", sha(bytes(row[3] for row in rows if len(row) > 3)), digests["light"])


def compare_facts(level, facts, want):
    for ours, theirs in (
            (facts["version"], want["version"]),
            (facts["width"], want["size"]["x"]),
            (facts["height"], want["size"]["y"]),
            (facts["fans"], want["size"]["fans"]),
            (facts["vertices"], want["vertices"]),
            (facts["fan_vertices"], want["vertex_sum"]["from_fans"]),
            (facts.get("light_missing", 0), want["length"]["light_missing"]),
            (facts.get("not_finite", 0), want["bad_floats"]),
            ({str(t["type"]): t["fans"] for t in facts["types"]}, want["types"]),
            (facts["effects"], want["fx_bits"]),
            ({k[4]: v for k, v in facts["textures"].items() if k.startswith("tile") and v},
             want["textures"]["fans_per_sheet"]),
            (facts["textures"]["images"], want["textures"]["images_used"]),
            (facts["textures"]["switched_off"], want["textures"]["switched_off"]),
            (facts["textures"]["high_byte"], want["textures"]["other_high_bytes"]),
            (facts["textures"]["big"], want["textures"]["big"]),
            (facts["textures"]["over_edge"], want["textures"]["big_over_sheet_edge"]),
            (facts["triangles"]["drawn"], want["triangles"]["drawn"]),
            (facts["triangles"]["facing_down"], want["triangles"]["facing_down"]),
            (facts["triangles"]["edge_on"], want["triangles"]["edge_on"]),
            (round(facts["triangles"]["plan_area"], 3), want["triangles"]["plan_area"]),
            (round(facts["triangles"]["surface_area"], 3), want["triangles"]["surface_area"]),
            (facts["light"]["least"], want["light"]["least"]),
            (facts["light"]["most"], want["light"]["most"]),
            (facts["light"]["zeros"], want["light"]["zeros"]),
            (facts["twist"]["level"], want["checks"]["twist"]["flat"]),
            (facts["twist"]["stale"], want["checks"]["twist"]["fans"] -
             want["checks"]["twist"]["match_%s" % float(facts["twist"]["quantum"])]),
            (facts["twist"]["stale"], want["checks"]["twist"]["fans"] -
             max(want["checks"]["twist"][name] for name in ("match_4.0", "match_4.125"))),
            (facts["corners"]["standard"], want["checks"]["corner_order"]["standard"]),
            (facts["corners"]["rotated"], want["checks"]["corner_order"]["rotated"]),
            (facts["corners"]["distorted"], want["checks"]["corner_order"]["distorted"]),
            (facts["corners"]["compared"], want["checks"]["shared_corners"]["compared"]),
            (facts["corners"]["torn"], want["checks"]["shared_corners"]["torn"]),
            (facts["outside_cell"]["vertices"], want["checks"]["outside_own_cell"]["vertices"]),
            (facts["derived"]["edge_x"], want["derived"]["edge_x"]),
            (facts["derived"]["edge_y"], want["derived"]["edge_y"]),
            (facts["derived"]["fan_blocks"], want["derived"]["numfanblock"]),
            (facts["derived"]["fan_blocks_rounded_up"], want["derived"]["blocks_rounded_up"]),
            (facts["derived"]["water_shift"], want["derived"]["watershift"])):
        same(level, "a fact", ours, theirs)
    for ours, theirs in (("bounds", "all"), ("drawn_bounds", "drawn")):
        for axis in "xyz":
            for a, b in zip(facts[ours][axis], want["bounds"][theirs][axis]):
                same(level, "%s of %s" % (ours, axis), a, float(b))


def scene_areas(data):
    """Area in plan and of the surface of the mesh `ground` in a .glb, in the units of the map."""
    (size,) = struct.unpack_from("<I", data, 12)
    scene, binary = json.loads(data[20:20 + size]), data[28 + size:]
    plan, surface = [], []

    def values(number, kind, width):
        a = scene["accessors"][number]
        start = scene["bufferViews"][a["bufferView"]]["byteOffset"]
        return struct.unpack_from("<%d%s" % (width * a["count"], kind), binary, start)

    for part in (p for m in scene.get("meshes", []) if m["name"] == "ground" for p in m["primitives"]):
        at, index = values(part["attributes"]["POSITION"], "f", 3), values(part["indices"], "I", 1)
        for i in range(0, len(index), 3):
            p, q, r = (at[3 * k:3 * k + 3] for k in index[i:i + 3])
            u, v = [q[k] - p[k] for k in range(3)], [r[k] - p[k] for k in range(3)]
            n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            plan.append(n[1] / 2)
            surface.append(math.sqrt(sum(x * x for x in n)) / 2)
    return math.fsum(plan), math.fsum(surface)


def compare_scene(level, want):
    plan, surface = scene_areas(run(portolan, "convert", level, "--to", "glb", "-"))
    same(level, "area in plan of the scene", plan, float(want["triangles"]["plan_area"]))
    same(level, "surface of the scene", surface, float(want["triangles"]["surface_area"]))


def compare(level):
    want = json.loads(run("python3", oracle, "--samples", "200", level))
    document = json.loads(run(portolan, "convert", level, "--to", "json", "-"))
    facts = json.loads(run(portolan, "info", "--json", level))["facts"]
    places = [str(value) for h in want["heights"] for value in (h["x"], h["y"])]
    blocks, heights = read_tables(run(tables, level, *places))
    compare_arrays(level, document, want)
    compare_facts(level, facts, want)
    compare_scene(level, want)
    for name in ("fanstart", "blockstart", "vrtstart", "triangles", "uv"):
        same(level, name, sha(blocks[name]), want["digests"][name])
    for place, got in zip(want["heights"], heights):
        same(level, "height at %d, %d" % (place["x"], place["y"]), got, float(place["z"]))
    for dictionary in (fans, older_fans):
        given = json.loads(run(portolan, "info", "--json", "--fans", dictionary, level))["facts"]
        same(level, "dictionary", given["dictionary"], {"name": "given", "types": 26})
        given["dictionary"] = facts["dictionary"]
        same(level, "facts with a dictionary from a file", given, facts)


for path in levels:
    compare(path)
print("mpd: %d levels, %d differences" % (len(levels), differences))
sys.exit(1 if differences or not levels else 0)
