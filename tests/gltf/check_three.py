# SPDX-License-Identifier: MIT
"""Holds what three.js showed (load_three.mjs) against what it was made from: check_three.py SHOWN FOLDER, where the folder
has NAME.json beside NAME.glb for models. Clips have the boxes of their frames, levels of detail stay within those of
their model, baked terrain is the terrain that is not."""
import json
import os
import sys

shown = {os.path.basename(row["path"])[:-4]: row for row in map(json.loads, open(sys.argv[1]))}
fine = 3e-4


def stored(box):
    return [[box[a][0] for a in "xyz"], [box[a][1] for a in "xyz"]]


def apart(a, b):
    return max(abs(p - q) for c, d in zip(a, b) for p, q in zip(c, d))


def outside(box, around):
    low, high = (max(0, *(s * (p - q) for p, q in zip(c, d))) for s, c, d in ((-1, box[0], around[0]), (1, box[1], around[1])))
    return max(low, high)


def check_clips(name, model, holds):
    worst = 0
    assert [c["name"] for c in shown[name]["clips"]] == [s["name"] for s in model["sets"]], name
    for clip, made in zip(shown[name]["clips"], model["sets"]):
        assert len(clip["boxes"]) == len(made["frames"]), (name, clip["name"])
        for box, frame in zip(clip["boxes"], made["frames"]):
            worst = max(worst, holds(box, stored(frame["bounds"])))
    assert worst < fine, (name, worst)
    return worst


frames = 0
for name, row in shown.items():
    base = name.split("-")[0].split(".")[0]
    path = os.path.join(sys.argv[2], base + ".json")
    if os.path.exists(path):
        model = json.load(open(path))
        own = len(model["vertices"]) // 3
        assert (row["triangles"] < own) if ".lod" in name else row["triangles"] == own, (name, row["triangles"], own)
        check_clips(name, model, outside if ".lod" in name else apart)
        frames += sum(len(c["boxes"]) for c in row["clips"])
assert frames > 0

plain, baked = shown["island"], shown["island-baked"]
assert plain["triangles"] == baked["triangles"] and plain["box"] == baked["box"]
assert baked["clear"] == ["water"] and baked["textured"] == baked["materials"] - 1, baked
assert [1024, 1024] in baked["images"] and [1024, 1024] not in plain["images"], baked["images"]
assert shown["scene"]["triangles"] > plain["triangles"] and shown["scene"]["clips"], "the scene has its models, and they move"
print(f"three.js: {len(shown)} files, {frames} frames")
