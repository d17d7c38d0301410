#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool and the library say about real maps with an independent decoder.

usage: compare_pfmap.py ORACLES CORPUS PROGRAMS PORTOLAN
"""

import glob
import hashlib
import json
import os
import subprocess
import sys
import tempfile

oracles, corpus, programs, portolan = sys.argv[1:5]
oracle, tables = oracles + "/permafrost.py", programs + "/pfmap_tables"
golden = os.path.join(os.path.dirname(sys.argv[0]), "../golden/pfmap")
real = sorted(glob.glob(corpus + "/**/*.pfmap", recursive=True))
own = sorted(glob.glob(golden + "/accept/*.pfmap") + glob.glob(golden + "/roundtrip/*.pfmap"))
strict = ("odd-text",)  # what the other decoder refuses
differences = 0

NAMES = ("flat", "ramp_sn", "ramp_ns", "ramp_ew", "ramp_we", "concave_sw", "convex_sw",
         "concave_se", "convex_se", "concave_nw", "convex_nw", "concave_ne", "convex_ne")
LAYOUTS = {"none": "none set", "single": "single (H)", "per edge": "per edge (M)", "both": "both"}


def run(*words):
    return subprocess.run(words, capture_output=True, check=True).stdout


def same(path, what, got, want):
    global differences
    close = isinstance(want, float) and abs(got - want) <= 1e-6 * max(1, abs(want))
    if got != want and not close:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (path, what, got, want))


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def read_tables(text):
    """The parts pfmap_tables prints, by the name in front."""
    parts, name = {}, None
    for line in text.splitlines(keepends=True):
        if line[0].isalpha():
            name = line.strip()
            parts[name] = ""
        else:
            parts[name] += line
    return parts


def levels(rows):
    return {str(row["level"]): row["tiles"] for row in rows}


def uses(materials, which):
    return {str(i): m[which] for i, m in enumerate(materials) if m[which]}


def compare_facts(path, facts, want):
    histograms = want["histograms"]
    exact = "strange_materials" not in facts
    for what, ours, theirs in (
            ("version", facts["version"], want["version"]),
            ("rows", facts["rows"], want["num_rows"]),
            ("cols", facts["cols"], want["num_cols"]),
            ("tiles", facts["tiles"], want["tiles"]),
            ("materials", [{k: m[k] for k in ("name", "texture")} for m in facts["materials"]],
             want["materials"]),
            ("splats", facts.get("splats", 0), len(want["splats"])),
            ("blend layout", LAYOUTS[facts["blend_layout"]], want["blend_layout"]),
            ("types", {k.upper(): v for k, v in facts["types"].items() if v}, histograms["type"]),
            ("base heights", levels(facts["base"]), histograms["base_height"]),
            ("ramp heights", levels(facts["ramp"]), histograms["ramp_height"]),
            ("top materials", not exact or uses(facts["materials"], "top"),
             not exact or histograms["top_material"]),
            ("side materials", not exact or uses(facts["materials"], "side"),
             not exact or histograms["side_material"]),
            ("pathable", facts["flags"]["pathable"],
             sum(v for k, v in histograms["pathable"].items() if k != "0")),
            ("smooth", facts["flags"]["smooth"],
             sum(v for k, v in histograms["blend_normals"].items() if k != "0")),
            ("no bump map", facts["flags"]["no_bump_map"],
             sum(v for k, v in histograms["no_bump_map"].items() if k != "0")),
            ("water", facts["flags"]["water"], want["water_tiles"]),
            ("stale ramps", facts["flags"]["stale_ramp"], want["flat_tiles_with_ramp"]),
            ("levels", facts["levels"], want["height_levels"]),
            ("low", facts["low"], want["surface_bounds"]["min"]),
            ("high", facts["high"], want["surface_bounds"]["max"]),
            ("top area", round(facts["surface"]["top_area"], 3), want["top_area"]),
            ("wall area", round(facts["surface"]["wall_area"], 3), want["wall_area"]),
            ("crossing edges", facts["surface"]["crossing"], want["crossing_edges"]),
            ("walls", facts["surface"]["walls"], sum(
                v for k, v in want["exposed_sides"].items() if k != "border")
             - want["crossing_edges"]),
            ("nav size", [facts["nav"]["across"], facts["nav"]["down"]], want["nav_grid_size"]),
            ("ground cells", facts["nav"]["ground"], want["nav"]["ground"]["passable_cells"]),
            ("water cells", facts["nav"]["water"], want["nav"]["water"]["passable_cells"]),
            ("official layout", facts["official"], want["rewrite_identical"])):
        same(path, what, ours, theirs)
    same(path, "names of shapes", tuple(facts["types"]), NAMES)


def compare(path):
    want = json.loads(run("python3", oracle, path))
    facts = json.loads(run(portolan, "info", "--json", path))["facts"]
    samples = want["height_samples_x_z_y"]
    places = [repr(value) for sample in samples for value in sample[:2]]
    parts = read_tables(run(tables, path, *places).decode())
    compare_facts(path, facts, want)
    same(path, "tiles", sha(parts["tiles"]), want["tiles_sha256"])
    same(path, "corners", sha(parts["corners"]), want["corner_heights_sha256"])
    for layer in ("ground", "water"):
        same(path, layer, sha(parts[layer]), want["nav"][layer]["sha256"])
    for sample, got in zip(samples, parts["heights"].split()):
        same(path, "height at %r" % sample[:2], float(got), float(sample[2]))
    with tempfile.TemporaryDirectory() as folder:
        out = folder + "/official.pfmap"
        run(portolan, "convert", "--layout", "official", path, out)
        with open(out, "rb") as file:
            same(path, "official layout written", file.read(), run("python3", oracle, "--rewrite", path))


for path in real:
    compare(path)
for path in own:
    if not any(name in path for name in strict):
        compare(path)
print("pfmap: %d real maps and %d of our own, %d differences" % (len(real), len(own), differences))
sys.exit(1 if differences or not real else 0)
