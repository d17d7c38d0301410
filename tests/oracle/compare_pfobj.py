#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool and the library say about real models with an independent decoder.

usage: compare_pfobj.py ORACLES CORPUS PROGRAMS PORTOLAN
"""

import glob
import hashlib
import json
import subprocess
import sys

oracles, corpus, programs, portolan = sys.argv[1:5]
oracle, tables = oracles + "/permafrost.py", programs + "/pfobj_tables"
models = sorted(glob.glob(corpus + "/**/*.pfobj", recursive=True))
differences, frames_held = 0, 0


def run(*words):
    return subprocess.run(words, capture_output=True, check=True).stdout


def same(model, what, got, want, near=1e-6):
    global differences
    close = isinstance(want, float) and abs(got - want) <= near
    if got != want and not close:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (model, what, got, want))


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def reals(values):
    return " ".join("%.6f" % (value + 0.0) for value in values)


def weights(vertex):
    return " ".join("%d/%s" % (w["joint"], reals([w["weight"]])) for w in vertex.get("weights", []))


def transform(pose):
    rotation = pose["quaternion"] if "quaternion" in pose else pose["angles"]
    return "%s|%s|%s" % (reals(pose["scale"]), reals(rotation), reals(pose["translation"]))


def canonical(document):
    """The three digests of a document, in the forms the other decoder describes."""
    vertices = "".join("%s|%s|%s|%s|%d\n" % (reals(v["position"]), reals(v["texture"]),
                                             reals(v["normal"]), weights(v), v["material"])
                       for v in document["vertices"])
    joints = "".join("%d %s|%s|%s\n" % (j["parent"], j["name"], transform(j["bind"]), reals(j["tip"]))
                     for j in document.get("joints", []))
    sets = ""
    for s in document.get("sets", []):
        sets += "as %s %d\n" % (s["name"], len(s["frames"]))
        for frame in s["frames"]:
            sets += "".join(transform(pose) + "\n" for pose in frame["poses"])
            if document["has_collision"]:
                box = frame.get("bounds", {"x": [0, 0], "y": [0, 0], "z": [0, 0]})
                sets += reals(box["x"] + box["y"] + box["z"]) + "\n"
    return [sha(vertices), sha(joints), sha(sets)]


def compare_facts(model, facts, want):
    same(model, "version", facts["version"], want["version"])
    same(model, "vertices", facts["vertices"], want["num_verts"])
    same(model, "has_collision", int(facts["has_collision"]), want["has_collision"])
    same(model, "materials", [(m["name"], m["texture"]) for m in facts["materials"]],
         [(m["name"], m["texture"]) for m in want["materials"]])
    same(model, "material use", {str(i): m["vertices"] for i, m in enumerate(facts["materials"]) if m["vertices"]},
         want["histograms"]["material_index"])
    joints = facts.get("joints", [])
    names = [""] + [j["name"] for j in joints]
    same(model, "joints", [(j["name"], j.get("parent", "")) for j in joints],
         [(j["name"], names[j["parent"]]) for j in want["joints"]])
    same(model, "joint use", {str(i): j["weights"] for i, j in enumerate(joints) if j["weights"]},
         want["histograms"]["joint_weight_count"])
    same(model, "roots", facts.get("roots", 0), len(want["root_joints"]))
    same(model, "sets", [(s["name"], s["frames"]) for s in facts.get("sets", [])],
         [(s["name"], s["frames"]) for s in want["animation_sets"]])
    same(model, "weights", {str(t["weights"]): t["vertices"] for t in facts["weights"]},
         want["histograms"]["weights_per_vertex"])
    if want["weight_sum_range"]:
        for got, sum_ in zip((facts["weight_sums"]["least"], facts["weight_sums"]["greatest"]),
                             want["weight_sum_range"]):
            same(model, "weight sum", got, sum_)
        same(model, "sums that are not 1", facts["weight_sums"]["not_one"], want["weight_sums_not_one"])
    for ours, theirs in (("count", "count"), ("degenerate", "degenerate"),
                         ("agree", "winding_agrees_with_normals"), ("against", "winding_against_normals")):
        same(model, "triangles, " + ours, facts["triangles"][ours], want["triangles"][theirs])
    for i, axis in enumerate("xyz"):
        same(model, "tight box", facts["vertex_bounds"][axis],
             [want["vertex_bounds"]["min"][i], want["vertex_bounds"]["max"][i]])
        same(model, "stored box", facts["bounds"][axis], want["file_bounds"][i])


def read_poses(model, picks):
    """Boxes of the frames, and places of vertices in them."""
    boxes, places = {}, {}
    for line in run(tables, model, *picks).decode().splitlines():
        words = line.split()
        if words[0] == "frame":
            boxes[tuple(map(int, words[1:3]))] = list(map(float, words[3:]))
        else:
            places[tuple(map(int, words[1:4]))] = list(map(float, words[4:]))
    return boxes, places


def compare_poses(model, document, want):
    global frames_held
    last = len(document["vertices"]) - 1
    boxes, places = read_poses(model, [str(last * k // 4) for k in range(5)])
    for sample in want["skin_samples"]:
        s, f = sample["set_index"], sample["frame"]
        for vertex, place in sample["vertices"].items():
            for got, number in zip(places[s, f, int(vertex)], place):
                same(model, "vertex %s in frame %d of set %d" % (vertex, f, s), got, number, 6e-6)
        for got, number in zip(boxes[s, f], [v for pair in sample["skinned_bounds"] for v in pair]):
            same(model, "box of frame %d of set %d" % (f, s), got, number, 6e-6)
    if "arrow" in model:
        return  # its boxes are those of turned corners, wider than need be
    for (s, f), box in boxes.items():
        stored = document["sets"][s]["frames"][f]["bounds"]
        for got, number in zip(box, stored["x"] + stored["y"] + stored["z"]):
            same(model, "stored box of frame %d of set %d" % (f, s), got, float(number), 0.00007)
        frames_held += 1


def compare(model):
    want = json.loads(run("python3", oracle, model))
    document = json.loads(run(portolan, "convert", "--to", "json", model, "-"))
    facts = json.loads(run(portolan, "info", "--json", model))["facts"]
    for what, got in zip(("vertices", "joints", "animation"), canonical(document)):
        same(model, what, got, want[what + "_sha256"])
    same(model, "rewriting", want["rewrite_identical"], True)
    compare_facts(model, facts, want)
    compare_poses(model, document, want)


for path in models:
    compare(path)
print("pfobj: %d models, %d frames, %d differences" % (len(models), frames_held, differences))
sys.exit(1 if differences or not models or not frames_held else 0)
