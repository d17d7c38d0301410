#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool and the library say about containers with an independent decoder.

usage: compare_xmf.py ORACLES CORPUS PROGRAMS PORTOLAN
(Containers lie beside the maps they name, so the corpus is the folder of those.)
"""

import collections
import glob
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

oracles, corpus, programs, portolan = sys.argv[1:5]
corpus = os.path.join(os.path.dirname(corpus), "ppe")
differences = 0


def load_oracle():
    spec = importlib.util.spec_from_file_location("other_decoder", oracles + "/ppe.py")
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


other = load_oracle()


def run(*words):
    return subprocess.run(words, capture_output=True, check=False)


def same(path, what, got, want):
    global differences
    if got != want:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (path, what, got, want))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def compare_layer(path, layer, cells, want):
    same(path, "kind", layer["kind"], want["type"])
    for name in ("name", "priority"):
        same(path, name, layer[name], want[name])
    if "tile" in want:
        same(path, "tile size", [layer.get("tile_width", 0), layer.get("tile_height", 0)], want["tile"])
        same(path, "size", [layer.get("width", 0), layer.get("height", 0)], want["map"])
    data = want.get("mapdata")
    kind = layer.get("map", "none")
    if data is None:
        same(path, "map", kind, "none")
    elif data["kind"] == "file":
        same(path, "map", kind, "file")
        same(path, "path", layer["path"], data["path"])
    elif data.get("problem") == "no binary value":
        same(path, "map", kind, "lost")
    else:
        same(path, "map", kind, "embedded")
        same(path, "bytes", layer["bytes"], data["bytes"])
        same(path, "headed", layer.get("headed", False), data.get("form") == "headed")
        if "canonical_sha256" in data:
            facts = other.map_facts(other.decode(cells))
            same(path, "cells", facts["cells"]["canonical_sha256"], data["canonical_sha256"])
            same(path, "layout", facts["layout"], data["layout"])
    same(path, "sources", layer.get("sources", 0), len(want["tile_sources"]))
    same(path, "tiles", layer.get("tiles", 0), sum(s["tiles"] for s in want["tile_sources"]))
    same(path, "objects", layer.get("objects", 0), sum(collections.Counter(want["objects"]).values()))


def compare_accepted(path, want, scratch):
    info = run(portolan, "info", "--json", "--from", "xmf", path)
    if info.returncode:
        same(path, "refused", info.stderr.decode(), "accepted")
        return
    facts = json.loads(info.stdout)["facts"]
    same(path, "packing", facts["packing"], want["packed"] or "none")
    same(path, "layers", len(facts["layers"]), len(want["layers"]))
    for index, (layer, theirs) in enumerate(zip(facts["layers"], want["layers"])):
        compare_layer(path, layer, run(programs + "/xmf_tables", path, str(index)).stdout, theirs)
    same(path, "bytes", run(portolan, "convert", "--from", "xmf", "--to", "json", "--overwrite", path, scratch + "/a.json").returncode, 0)
    run(portolan, "convert", "--to", "xmf", "--packing", "none", "--overwrite", scratch + "/a.json", scratch + "/a.xmf")
    if not want["packed"]:
        same(path, "bytes that come back", read(scratch + "/a.xmf") == read(path), True)
    for packing in ("zlib", "zstd"):
        run(portolan, "convert", "--to", "xmf", "--packing", packing, "--overwrite", scratch + "/a.xmf", scratch + "/a.zmf")
        again = other.xmf_facts(read(scratch + "/a.zmf"), os.path.dirname(path))
        same(path, "packed again", again, dict(want, packed=packing))


def compare_refused(path, code):
    made = run(portolan, "check", "--format", "json", "--from", "xmf", path)
    rules = [f["rule"] for f in json.loads(made.stdout)["findings"] if f["severity"] == "error"]
    same(path, "exit code", made.returncode, 3)
    same(path, "refusal", rules, [code])


def compare_folder(folder, scratch):
    paths = sorted(glob.glob(folder + "/*.xmf") + glob.glob(folder + "/*.zmf"))
    for path in paths:
        try:
            want = other.xmf_facts(read(path), os.path.dirname(path))
        except other.Refused as refused:
            compare_refused(path, refused.code)
        else:
            compare_accepted(path, want, scratch)
    return len(paths)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        count = compare_folder(corpus, scratch)
        more = compare_folder(corpus + "/vectors", scratch)
    print("%d containers and %d vectors compared, %d differences" % (count, more, differences))
    sys.exit(differences > 0 or count == 0 or more == 0)


main()
