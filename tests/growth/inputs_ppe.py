# SPDX-License-Identifier: MIT
"""PixelPerfectEngine tile maps: cells, sections, coders."""
import struct
import zlib

from inputs import family, text
from pictures import bmp

NEW, LOGIC, GRAPHICS = 8, 1, 16
RLE, LZW, ZLIB = 0x100, 0x200, 0x400


def tile_map(wide, high, cells, flags=NEW, sections=b"", tail=b""):
    return {"cells.map": struct.pack("<3I", flags, wide, high) + cells + sections + tail}


def words(count, word):
    return struct.pack("<%dI" % count, *(word(i) for i in range(count)))


def shape(n):
    high = 1
    while high * high < n:
        high *= 2
    return max(1, n // high), high


def squares(n, word, flags=NEW, sections=lambda count: b"", tail=b""):
    wide, high = shape(max(1, n))
    return tile_map(wide, high, words(wide * high, word), flags, sections(wide * high), tail)


@family("ppe/cells-distinct", 2048, most=1 << 17)
def cells_distinct(n):
    return squares(n, lambda i: i * 7919 & 0xffff)


@family("ppe/cells-equal", 2048, most=1 << 17)
def cells_equal(n):
    return squares(n, lambda i: 5)


@family("ppe/cells-reversed", 2048, most=1 << 17)
def cells_reversed(n):
    return squares(n, lambda i: (0xfffe - i) & 0xffff)


@family("ppe/cells-empty", 2048, most=1 << 17)
def cells_empty(n):
    return squares(n, lambda i: 0xffff | (i & 0xffff) << 16)


@family("ppe/cells-turned", 2048, most=1 << 17)
def cells_turned(n):
    return squares(n, lambda i: i & 63 | (i & 0xffff) << 16)


@family("ppe/cells-one-row", 512, most=1 << 13)
def cells_one_row(n):
    return tile_map(n + 1, 1, words(n + 1, lambda i: i & 0xffff))


@family("ppe/cells-one-column", 512, most=1 << 13)
def cells_one_column(n):
    return tile_map(1, n + 1, words(n + 1, lambda i: i & 0xffff))


@family("ppe/cells-with-sheet", 2048, ["--tileset", "sheet.bmp", "--tile", "4x4"], most=1 << 15)
def cells_with_sheet(n):
    return {**squares(n, lambda i: i & 63), "sheet.bmp": bmp(32, 32)}


@family("ppe/cells-off-sheet", 2048, ["--tileset", "sheet.bmp", "--tile", "4x4"], most=1 << 15)
def cells_off_sheet(n):
    return {**squares(n, lambda i: i & 0xffff), "sheet.bmp": bmp(32, 32)}


@family("ppe/sheet-many-tiles", 4096, ["--tileset", "sheet.bmp", "--tile", "1x1"], most=1 << 16)
def sheet_many_tiles(n):
    wide, high = shape(max(1, n))
    return {**squares(n, lambda i: i & 0xffff), "sheet.bmp": bmp(wide, high)}


@family("ppe/old-data", 2048, most=1 << 17)
def old_data(n):
    return squares(n, lambda i: i * 40503 & 0xffffffff, 3)


@family("ppe/sections", 2048, most=1 << 16)
def sections(n):
    def both(count):
        return b"".join(struct.pack("<4B2h", i & 255, 128, 7, 255, -i % 99, i % 99) for i in range(4 * count)) + bytes(range(256)) * (count // 256 + 1)
    wide, high = shape(max(1, n))
    count = wide * high
    return tile_map(wide, high, words(count, lambda i: i & 15), NEW | LOGIC | GRAPHICS, both(count)[:33 * count])


@family("ppe/rle-runs", 64, most=1 << 12)
def rle_runs(n):
    rows = max(1, n)
    return tile_map(256, rows, b"\xff\5\0\0\0" * (2 * rows), NEW | RLE)


@family("ppe/rle-ones", 2048, most=1 << 16)
def rle_ones(n):
    wide, high = shape(max(1, n))
    return tile_map(wide, high, b"".join(b"\0" + struct.pack("<I", i & 255) for i in range(wide * high)), NEW | RLE)


@family("ppe/zlib-noise", 2048, most=1 << 16)
def zlib_noise(n):
    wide, high = shape(max(1, n))
    return tile_map(wide, high, zlib.compress(words(wide * high, lambda i: i * 2654435761 & 0xffff), 6), NEW | ZLIB)


@family("ppe/zlib-zeros", 1 << 14, most=1 << 18)
def zlib_zeros(n):
    wide, high = shape(max(1, n))
    return tile_map(wide, high, zlib.compress(bytes(4 * wide * high), 9), NEW | ZLIB)


@family("ppe/tail-long", 1 << 15, ["--from", "ppe"])
def tail_long(n):
    return squares(16, lambda i: i, tail=b"tail" * n)
