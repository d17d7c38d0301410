# SPDX-License-Identifier: MIT
"""PixelPerfectEngine containers: tags, layers, sources, tiles, palettes, objects, sharing."""
import base64
import zlib

from inputs import family, text
from pictures import bmp

CELLS = base64.b64encode(b"\0\0\0\0\1\0\0\0").decode()


def layer(number, inside="", name=None, size="4 4 2 1", cells=True, priority=None):
    data = f"\tEmbed:MapData [{CELLS}]\n" if cells else ""
    return f"Layer:Tile \"{name or 'layer %d' % number}\" {number if priority is None else priority} {size} {{\n\tShaderProgram \"a\" \"b\"\n{data}{inside}}}\n"


def source(path="sheet.bmp", rows="\t\t\t0 0 \"a\"\n\t\t\t1 1 \"b\"\n"):
    return f"\tFile:TileSource \"{path}\" palShift=4 {{\n\t\tEmbed:TileInfo {{\n{rows}\t\t}}\n\t}}\n"


def box(words, **files):
    return {"box.xmf": text("Metadata {\n\tVersion 1 0\n}\n" + words), "sheet.bmp": bmp(32, 32), **files}


@family("xmf/layers-many", 256)
def layers_many(n):
    return box("".join(layer(i, source()) for i in range(n + 1)))


@family("xmf/layers-without-sheet", 256)
def layers_without_sheet(n):
    return box("".join(layer(i) for i in range(n + 1)))


@family("xmf/layers-reversed", 256)
def layers_reversed(n):
    return box("".join(layer(n - i) for i in range(n + 1)))


@family("xmf/layers-equal", 256)
def layers_equal(n):
    return box(layer(0, name="same") * (n + 1))


@family("xmf/layers-sprites", 512)
def layers_sprites(n):
    return box(layer(0) + "".join(f"Layer:Sprite \"s\" {i + 1}\n" for i in range(n)))


def shared(n, whom):
    return box(layer(0) + "".join(layer(i + 1, f"\tShared:MapData {whom(i + 1)}\n", cells=False) for i in range(n)))


@family("xmf/shared-by-all", 256)
def shared_by_all(n):
    return shared(n, lambda i: 0)


@family("xmf/shared-chain", 256)
def shared_chain(n):
    return shared(n, lambda i: i - 1)


@family("xmf/shared-chain-reversed", 256)
def shared_chain_reversed(n):
    return shared(n, lambda i: i + 1 if i < n else 0)


@family("xmf/shared-ring", 256)
def shared_ring(n):
    return shared(n, lambda i: i % n + 1)


@family("xmf/shared-itself", 256)
def shared_itself(n):
    return shared(n, lambda i: i)


@family("xmf/shared-nobody", 256)
def shared_nobody(n):
    return shared(n, lambda i: -i)


@family("xmf/sources-many", 256)
def sources_many(n):
    return box(layer(0, "".join(source(f"sheet{i}.bmp") for i in range(n + 1))))


@family("xmf/sources-equal", 256)
def sources_equal(n):
    return box(layer(0, source() * (n + 1)))


@family("xmf/source-slashes", 1 << 13)
def source_slashes(n):
    return box(layer(0, source("a/" * n + "b.bmp")))


@family("xmf/source-climbs", 1 << 13)
def source_climbs(n):
    return box(layer(0, source("../" * n + "sheet.bmp")))


@family("xmf/source-percents", 1 << 13)
def source_percents(n):
    return box(layer(0, source("%PATH%/" + "%%" * n + "sheet.bmp")))


@family("xmf/maps-many", 256)
def maps_many(n):
    return box("".join(layer(i, f"\tFile:MapData \"m{i}.map\"\n", cells=False) for i in range(n + 1)))


@family("xmf/map-slashes", 1 << 13)
def map_slashes(n):
    return box(layer(0, "\tFile:MapData \"" + "a/" * n + "m.map\"\n", cells=False))


def rows(n, row):
    return "".join("\t\t\t%d %d \"%s\"\n" % row(i) for i in range(n + 1))


@family("xmf/tiles-many", 512, most=60000)
def tiles_many(n):
    return box(layer(0, source(rows=rows(n, lambda i: (i, i % 64, f"t{i}")))))


@family("xmf/tiles-reversed", 512, most=60000)
def tiles_reversed(n):
    return box(layer(0, source(rows=rows(n, lambda i: (n - i, i % 64, f"t{i}")))))


@family("xmf/tiles-equal", 512)
def tiles_equal(n):
    return box(layer(0, source(rows=rows(n, lambda i: (0, 0, "same")))))


@family("xmf/tiles-outside", 512)
def tiles_outside(n):
    return box(layer(0, source(rows=rows(n, lambda i: (70000 + i, -i, "far")))))


@family("xmf/objects-many", 512)
def objects_many(n):
    return box(layer(0, "".join(f"\tObject:Box \"b\" {i} 1 2 3 4 {{\n\t\tToCollision\n\t}}\n" for i in range(n))))


@family("xmf/palettes-many", 512)
def palettes_many(n):
    return box(layer(0, source()) + "".join(f"Embed:Palette \"p\" [/wMCAf8GBQQ=] offset={i % 65000}\n" for i in range(n)))


@family("xmf/palette-files", 256)
def palette_files(n):
    return box(layer(0, source()) + "File:Palette \"sheet.bmp\" palShift=8 offset=0\n" * n)


@family("xmf/cells-long", 4096, most=1 << 17)
def cells_long(n):
    wide = 64
    high = max(1, n // wide)
    data = base64.b64encode(bytes(4 * wide * high)).decode()
    return box(layer(0, f"\tEmbed:MapData [{data}]\n" + source(), size=f"4 4 {wide} {high}", cells=False))


@family("xmf/tags-many", 1024)
def tags_many(n):
    return box(layer(0) + "".join(f"Unknown:Tag{i} {i}\n" for i in range(n)))


@family("xmf/tags-deep", 1024)
def tags_deep(n):
    return box(layer(0) + ("a {\n" * 60 + "}\n" * 60) * (n // 60))


@family("xmf/tags-too-deep", 1024, refused=True)
def tags_too_deep(n):
    return box(layer(0) + "a {\n" * n + "}\n" * n)


@family("xmf/values-many", 1024)
def values_many(n):
    return box(layer(0) + "tag" + " 1" * n + " a=1" * n + "\n")


@family("xmf/value-long", 1 << 14)
def value_long(n):
    return box(layer(0) + "tag \"" + "x" * n + "\\n" * n + "\" `" + "y" * n + "`\n")


@family("xmf/comments-many", 1024)
def comments_many(n):
    return box(layer(0) + "# a\n/* b */ // c\n-- d\n" * n + "tag 1\n")


@family("xmf/comments-open", 1024)
def comments_open(n):
    return box(layer(0) + "/* " * n + "*/\ntag 1\n" + "/+ +/ " * n + "\n")


@family("xmf/lines-joined", 1024)
def lines_joined(n):
    return box(layer(0) + "tag" + " \\\n1" * n + "\n")


@family("xmf/packed-zlib", 256)
def packed_zlib(n):
    return {"box.zmf": b"ZLIB" + zlib.compress(box("".join(layer(i, source()) for i in range(n + 1)))["box.xmf"], 6), "sheet.bmp": bmp(32, 32)}


@family("xmf/packed-equal", 1 << 14, most=1 << 20)
def packed_equal(n):
    """Comments, of which zlib makes a thousandth."""
    return {"box.zmf": b"ZLIB" + zlib.compress(box(layer(0) + "# a\n" * n)["box.xmf"], 9)}


@family("xmf/names-long", 1 << 13)
def names_long(n):
    return box(layer(0, name="n" * (n + 1)) + "t" * (n + 1) + " 1\n")
