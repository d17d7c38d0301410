#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool says about maps with an independent decoder: real files, the made files
("vectors") beside them, and files made with other seeds.

usage: compare_ppe.py ORACLES CORPUS PROGRAMS PORTOLAN
"""

import glob
import hashlib
import importlib.util
import json
import struct
import subprocess
import sys
import tempfile

oracles, corpus, programs, portolan = sys.argv[1:5]
oracle = oracles + "/ppe.py"
differences = 0

CODES = {  # the other decoder's word for a refusal -> our rules
    "short-header": ["ppe-header"],
    "bad-size": ["ppe-size"],
    "too-large": ["ppe-too-large"],
    "multi-compression": ["ppe-coders"],
}
WARNINGS = {
    "reserved-flag-bits": "ppe-reserved",
    "logic-size-without-logic-section": "ppe-width-unused",
    "axis-flag-in-new-layout": "ppe-axis-unused",
    "gfx-section-in-old-layout": "ppe-graphics-old",
    "trailing-bytes": "trailing-bytes",
    "legacy-header": "ppe-header-2018",
}
TRANSFORMS = ["none", "x", "y", "xy", "swap", "swap+x", "swap+y", "swap+xy"]


def load_oracle():
    spec = importlib.util.spec_from_file_location("other_decoder", oracle)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


other = load_oracle()


def facts_of(path):
    return other.map_facts(other.decode(read(path)))


def run(*words):
    return subprocess.run(words, capture_output=True, check=False)


def same(path, what, got, want):
    global differences
    if got != want:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (path, what, got, want))


def sha(data):
    return hashlib.sha256(data).hexdigest()


def flat(document, name):
    if name not in document:
        return [0] * (document["width"] * document["height"])
    return [int(value) for row in document[name] for value in row]


def cells_of(document):
    """Rows of tile, palette, transform, priority, leftover, and the words they came from."""
    tiles = flat(document, "tile")
    if document["layout"] == "new":
        palette, transform, priority = (flat(document, n) for n in ("palette", "transform", "priority"))
        return [((t, p, x, y, 0), t | p << 16 | x << 28 | y << 31)
                for t, p, x, y in zip(tiles, palette, transform, priority)]
    mirror, rest, selector = (flat(document, n) for n in ("mirror", "p", "selector"))
    cells = []
    for t, m, p, s in zip(tiles, mirror, rest, selector):
        swaps = document.get("axis_swap", 0)
        transform, left = (m | (p & 1) << 2, p >> 1) if swaps else (m, p)
        cells.append(((t, s, transform, 0, left), t | m << 16 | p << 18 | s << 24))
    return cells


def compare_cells(path, document, facts, want):
    cells = cells_of(document)
    same(path, "raw cells", sha(b"".join(struct.pack("<I", w) for _, w in cells)), want["cells"]["raw_sha256"])
    canonical = b"".join(struct.pack("<HHBBBB", *c, 0) for c, _ in cells)
    same(path, "cells", sha(canonical), want["cells"]["canonical_sha256"])
    ours = facts["cells"]
    for name, theirs in (("count", "count"), ("empty", "empty"), ("tiles", "distinct_ids"),
                         ("empty_with_attributes", "empty_with_attributes")):
        same(path, name, ours[name], want["cells"][theirs])
    same(path, "least tile", ours["least_tile"] if ours["tiles"] else None, want["cells"]["min_id"])
    same(path, "most tile", ours["most_tile"] if ours["tiles"] else None, want["cells"]["max_id"])
    histogram = want["histogram"]
    same(path, "palettes", ours["palettes"], len(histogram["palettes"]))
    same(path, "priority", ours["priority"], histogram["priority"])
    same(path, "cells with p", ours["with_p"], sum(n for v, n in histogram["leftover"].items() if v != "0"))
    for name in TRANSFORMS:
        same(path, name, facts["transforms"][name.replace("+", "_")], histogram["transforms"].get(name, 0))


def compare_sections(path, document, facts, want):
    same(path, "graphics section", "graphics" in facts, want["gfx"] is not None)
    same(path, "logic section", "logic" in facts, want["logic"] is not None)
    if want["gfx"]:
        same(path, "corners", facts["graphics"]["corners"], want["gfx"]["records"])
        same(path, "neutral corners", facts["graphics"]["neutral"], want["gfx"]["default_records"])
        names = ("red", "green", "blue", "alpha", "light_x", "light_y")
        packed = b"".join(struct.pack("<BBBBhh", *(c[n] for n in names)) for c in document["corners"])
        same(path, "corner records", sha(packed), want["gfx"]["sha256"])
    if want["logic"]:
        values, size = flat(document, "logic"), want["logic"]["bits"] // 8
        same(path, "logic values", sha(b"".join(v.to_bytes(size, "little") for v in values)), want["logic"]["sha256"])
        for name, theirs in (("bits", "bits"), ("nonzero", "nonzero"), ("least", "min"), ("most", "max")):
            same(path, "logic " + name, int(facts["logic"][name]), want["logic"][theirs])


def tables_of(path):
    """The number Tiled gives every cell, as the library computes it."""
    return run(programs + "/ppe_tables", path).stdout


def compare_accepted(path, want, scratch):
    info = run(portolan, "info", "--json", "--from", "ppe", path)
    made = run(portolan, "convert", "--from", "ppe", "--to", "json", "--overwrite", path, scratch + "/map.json")
    if info.returncode or made.returncode:
        same(path, "refused", (info.stderr + made.stderr).decode(), "accepted")
        return
    with open(scratch + "/map.json", encoding="utf-8") as file:
        document = json.load(file)
    facts = json.loads(info.stdout)["facts"]
    header = want["header"]
    same(path, "flags", int(facts["flags"], 16), int(header["flags"], 16))
    for name in ("width", "height"):
        same(path, name, facts[name], header[name])
    same(path, "user bits", facts["user"], header["user_bits"])
    same(path, "layout", facts["layout"], want["layout"])
    same(path, "coder", facts["coder"], want["compression"])
    same(path, "payload", facts["payload_bytes"], want["payload"]["decoded_bytes"])
    same(path, "tail", facts.get("tail_bytes", 0), want["payload"]["trailing_bytes"])
    compare_cells(path, document, facts, want)
    compare_sections(path, document, facts, want)
    same(path, "Tiled's numbers", sha(tables_of(path)), want["tiled"]["gid_sha256"])
    heard = json.loads(run(portolan, "check", "--format", "json", "--from", "ppe", path).stdout)
    rules = {f["rule"] for f in findings_of(heard) if f["severity"] == "warning"} - {"ppe-corners-zero"}
    same(path, "warnings", sorted(rules), sorted(WARNINGS[w] for w in want["warnings"]))
    compare_back(path, want, scratch)


def findings_of(value):
    """Every object with a rule, wherever the report has it."""
    if isinstance(value, list):
        return [f for item in value for f in findings_of(item)]
    if not isinstance(value, dict):
        return []
    if "rule" in value:
        return [value]
    return [f for item in value.values() for f in findings_of(item)]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def compare_back(path, want, scratch):
    """Written again: the same bytes without a coder, the same content with one, in every coder."""
    back = scratch + "/back.map"
    plain = want["compression"] == "none" and want["header"]["form"] == "12-byte"
    for source in (path, scratch + "/map.json"):
        run(portolan, "convert", "--from", "json" if source.endswith(".json") else "ppe", "--to", "ppe", "--overwrite",
            source, back)
        if plain:
            same(path, "bytes that come back", read(back) == read(path), True)
        theirs = facts_of(back)
        for part in ("cells", "gfx", "logic"):
            same(path, part + " that come back", theirs.get(part), want[part])


def compare_coders(path, want, scratch):
    """Through every coder of ours, read by the other decoder."""
    for coder in ("none", "rle", "lzw", "zlib", "zstd"):
        back = scratch + "/coded.map"
        run(portolan, "convert", "--from", "ppe", "--to", "ppe", "--coder", coder, "--overwrite", path, back)
        theirs = facts_of(back)
        same(path, coder, theirs.get("compression"), coder)
        for part in ("cells", "gfx", "logic"):
            same(path, part + " through " + coder, theirs.get(part), want[part])


def compare_refused(path, code):
    made = run(portolan, "check", "--format", "json", "--from", "ppe", path)
    rules = [f["rule"] for f in findings_of(json.loads(made.stdout)) if f["severity"] == "error"]
    same(path, "exit code", made.returncode, 3)
    same(path, "refusal", rules[:1] if rules and rules[0] in CODES.get(code, [code]) else rules, CODES.get(code, [code]))


def compare_vectors(folder, scratch):
    count = 0
    for path in sorted(glob.glob(folder + "/*.map")):
        with open(path + ".json", encoding="utf-8") as file:
            want = json.load(file)
        count += 1
        if want.get("expect") == "error":
            compare_refused(path, want["code"])
        else:
            compare_accepted(path, want, scratch)
    return count


def main():
    with tempfile.TemporaryDirectory() as scratch:
        for path in glob.glob(corpus + "/*.map"):
            want = facts_of(path)
            compare_accepted(path, want, scratch)
            compare_coders(path, want, scratch)
        count = compare_vectors(corpus + "/vectors", scratch)
        others = scratch + "/seed"
        other.make_all(others, 20261115)
        more = compare_vectors(others, scratch)
        for path in sorted(glob.glob(others + "/new_log64_gfx_sel_*.map") + glob.glob(others + "/old_b111*.map")):
            with open(path + ".json", encoding="utf-8") as file:
                compare_coders(path, json.load(file), scratch)
    print("%d vectors and %d of another seed compared, %d differences" % (count, more, differences))
    sys.exit(differences > 0 or count == 0 or more == 0)


main()
