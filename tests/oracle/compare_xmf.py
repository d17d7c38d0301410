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
import random
import shutil
import struct
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


# ---- Pictures ------------------------------------------------------------------------------------


def pixels_of(png):
    width, height, _, indices, palette, pixels = other.png_read(png)
    if indices is not None:
        if b"tRNS" not in png:  # the other decoder knows sheets, whose first color is clear then
            palette[0] = palette[0][:3] + (255,)
        pixels = [[palette[i] for i in row] for row in indices]
    return width, height, bytes(value for row in pixels for pixel in row for value in pixel)


def is_on_gray(ours, theirs):
    """Cells of palettes that were never loaded are gray here, and nothing there: whether a pixel lies on such a cell."""
    if ours[0] == ours[1] == ours[2] or theirs[3] == 255:
        return ours[0] == ours[1] == ours[2]  # on top of all
    rest = [ours[i] - theirs[i] * theirs[3] / 255 for i in range(3)]
    return ours[3] >= theirs[3] and max(rest) - min(rest) <= 2


def compare_picture(path, scratch):
    made = run(portolan, "render", "--overwrite", path, scratch + "/a.png")
    same(path, "exit code", (made.returncode, made.stderr), (0, made.stderr))
    width, height, pixels = other.render(read(path), os.path.dirname(path))
    for at in range(0, len(pixels), 4):
        if pixels[at + 3] == 0:
            pixels[at:at + 4] = bytes(4)
    got = pixels_of(read(scratch + "/a.png"))
    same(path, "size of the picture", got[:2], (width, height))
    if "[palette-missing]" in str(made.stderr):
        for at in range(0, len(pixels), 4):
            if is_on_gray(got[2][at:at + 4], pixels[at:at + 4]):
                pixels[at:at + 4] = got[2][at:at + 4]
    same(path, "picture", got[2] == bytes(pixels), True)


def make_map(rng, path, width, height):
    words = [rng.choice((0xFFFF, rng.randrange(70))) | rng.choice((0, 1, 2, 3, 4095)) << 16
             | rng.randrange(8) << 28 | (rng.random() < 0.2) << 31 for _ in range(width * height)]
    with open(path, "wb") as file:
        file.write(struct.pack("<Iii%dI" % len(words), 8, width, height, *words))


LAYER = """Layer:Tile "%s" %d %d %d %d %d {
	File:MapData "%s"
	File:TileSource "%s"%s {
		Embed:TileInfo {
%s
		}
	}
}
"""


def make_box(rng, folder):
    """Layers over one another, of an image with a palette and of one with half-clear pixels."""
    shutil.copy(corpus + "/sci-fi-tileset.png", folder + "/palette.png")
    noise = bytes(rng.choice((0, 255, rng.randrange(256))) for _ in range(64 * 64 * 4))
    other.png_write(folder + "/colors.png", 64, 64, noise)
    text = ""
    for number, (sheet, width, height, shift, tiles) in enumerate((
            ("palette.png", 16, 16, " palShift=2", 64), ("colors.png", 8, 16, "", 32),
            ("palette.png", 16, 8, "", 70), ("colors.png", 16, 16, " palShift=4", 16))):
        name = "%d.map" % number
        columns, rows = rng.randrange(1, 9), rng.randrange(1, 9)
        make_map(rng, folder + "/" + name, columns, rows)
        listed = "\n".join("\t\t\t%d %d \"t\"" % (i, (i * 5) % tiles) for i in range(tiles))
        text += LAYER % (name, rng.randrange(-9, 9) * 4 + number, width, height, columns, rows, name, sheet, shift, listed)
    if rng.random() < 0.7:
        text += 'File:Palette "palette.png" palShift=4\nFile:Palette "palette.png" offset=8 palShift=3\n'
    with open(folder + "/box.xmf", "w", encoding="ascii") as file:
        file.write(text)
    return folder + "/box.xmf"


def compare_pictures(scratch):
    shutil.copytree(corpus, scratch + "/assets", ignore=shutil.ignore_patterns("vectors"))  # as in the game
    compare_picture(scratch + "/assets/test2.xmf", scratch)
    for seed in range(12):
        compare_picture(make_box(random.Random(seed), scratch), scratch)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        count = compare_folder(corpus, scratch)
        more = compare_folder(corpus + "/vectors", scratch)
        compare_pictures(scratch)
    print("%d containers and %d vectors compared, %d differences" % (count, more, differences))
    sys.exit(differences > 0 or count == 0 or more == 0)


main()
