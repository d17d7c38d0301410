# SPDX-License-Identifier: MIT
"""Permafrost terrain: chunks, tiles, materials, splats, and how the text is spelled."""
from inputs import family, text

FLAT = "0+0000000000100000000000"


def terrain(chunks=1, tile=lambda i: FLAT, materials=None, splats=(), version="1.2", per_line=4, blank=" ", end="\n", tail=""):
    """A row of chunks."""
    materials = ["ground ground.png"] if materials is None else materials
    head = [f"version {version}", f"num_materials {len(materials)}", f"num_splats {len(splats)}", "num_rows 1", f"num_cols {chunks}"]
    head += ["material " + words for words in materials] + ["splat %d %d" % pair for pair in splats]
    tiles = [tile(i) for i in range(1024 * chunks)]
    lines = [blank.join(tiles[i:i + per_line]) for i in range(0, len(tiles), per_line)]
    return {"ground.pfmap": text(end.join(head + lines) + end + tail)}


def chunks_of(n):
    return max(1, n)


@family("pfmap/tiles-many", 2)
def tiles_many(n):
    return terrain(chunks_of(n), lambda i: "0+%02d00000000100000000000" % (i * 7919 % 10))


@family("pfmap/tiles-cliffs", 2)
def tiles_cliffs(n):
    return terrain(chunks_of(n), lambda i: ("0%s%02d00000000100000000000" % ("-+"[(i ^ i >> 5) & 1], i * 7919 % 99)))


@family("pfmap/tiles-ramps", 2)
def tiles_ramps(n):
    return terrain(chunks_of(n), lambda i: "%X-9999000000100000000000" % (1 + i * 31 % 12))


@family("pfmap/tiles-bad", 2)
def tiles_bad(n):
    return terrain(chunks_of(n), lambda i: "0+9999999999999999999999")


@family("pfmap/tiles-seams", 2)
def tiles_seams(n):
    return terrain(chunks_of(n), lambda i: "0+000000000010001%04d999" % (i * 1111 % 3333))


@family("pfmap/tiles-minus-zero", 2)
def tiles_minus_zero(n):
    return terrain(chunks_of(n), lambda i: "a-0000000000100000000000")


@family("pfmap/tiles-letters", 2)
def tiles_letters(n):
    return terrain(chunks_of(n), lambda i: "0+00000000001000xxxxxxxx", version="1.1")


@family("pfmap/tiles-blanks", 2)
def tiles_blanks(n):
    return terrain(chunks_of(n), blank=" \t ", end="\r\n")


@family("pfmap/tiles-one-line", 2)
def tiles_one_line(n):
    return terrain(chunks_of(n), per_line=1 << 30)


@family("pfmap/tiles-line-each", 2)
def tiles_line_each(n):
    return terrain(chunks_of(n), per_line=1, end="\n\n")


@family("pfmap/materials-many", 1024)
def materials_many(n):
    return terrain(materials=[f"m{i} t{i}.png" for i in range(n + 1)], tile=lambda i: "0+0000%03d%03d100000000000" % (i % 1000, i % 1000))


@family("pfmap/materials-equal", 1024)
def materials_equal(n):
    return terrain(materials=["same same.png"] * (n + 1), tile=lambda i: "0+0000%03d%03d100000000000" % (i % 1000, i % 1000))


@family("pfmap/material-long", 1 << 14)
def material_long(n):
    return terrain(materials=["x" * (n + 1) + " " + "y" * (n + 1) + ".png"])


@family("pfmap/material-slashes", 1 << 14)
def material_slashes(n):
    return terrain(materials=["m " + "a/" * n + "b.png"])


@family("pfmap/material-words", 1 << 14)
def material_words(n):
    return terrain(materials=["m t.png" + " x" * n])


@family("pfmap/header-blanks", 1 << 12)
def header_blanks(n):
    return terrain(materials=[" \t m%d  \t t.png " % (i % 8) for i in range(n + 1)])


@family("pfmap/splats-many", 1024)
def splats_many(n):
    return terrain(splats=[(i, i + 1) for i in range(n)])


@family("pfmap/splats-equal", 1024)
def splats_equal(n):
    return terrain(splats=[(0, 0)] * n)


@family("pfmap/splats-spelled", 1024)
def splats_spelled(n):
    files = terrain(splats=[(0, 0)] * n)
    return {"ground.pfmap": files["ground.pfmap"].replace(b"splat 0 0", b"splat 000 000")}


@family("pfmap/rest-long", 1 << 16)
def rest_long(n):
    return terrain(tail="rest\n\n" * n)
