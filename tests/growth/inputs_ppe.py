# SPDX-License-Identifier: MIT
"""PixelPerfectEngine tile maps: cells, sections, coders."""
import struct
import zlib

from inputs import family, text
from pictures import bmp

NEW, LOGIC, GRAPHICS = 8, 1, 16
RLE, LZW, ZLIB, ZSTD = 0x100, 0x200, 0x400, 0x800


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


def zstd(size, blocks):
    """A frame of that many bytes; blocks are their sizes and what they hold, one byte for a run."""
    head = struct.pack("<IBI", 0xFD2FB528, 0xA0, size)
    rows = [(size << 3 | (2 if len(data) == 1 < size else 0), data) for size, data in blocks]
    rows[-1] = (rows[-1][0] | 1, rows[-1][1])
    return head + b"".join(struct.pack("<I", word)[:3] + data for word, data in rows)


@family("ppe/zstd-raw", 2048, most=1 << 16)
def zstd_raw(n):
    wide, high = shape(max(1, n))
    data = words(wide * high, lambda i: i * 2654435761 & 0xffff)
    return tile_map(wide, high, zstd(len(data), [(4, data[i:i + 4]) for i in range(0, len(data), 4)]), NEW | ZSTD)


@family("ppe/zstd-runs", 1 << 14, most=1 << 20)
def zstd_runs(n):
    wide, high = shape(max(1, n))
    count = 4 * wide * high
    return tile_map(wide, high, zstd(count, [(min(1 << 17, count - at), b"\0") for at in range(0, count, 1 << 17)]), NEW | ZSTD)


@family("ppe/zstd-empty-blocks", 1 << 12, most=1 << 17)
def zstd_empty_blocks(n):
    return tile_map(1, 1, zstd(4, [(0, b"")] * n + [(4, b"\0\0\0\0")]), NEW | ZSTD)


def lzw(codes):
    """Codes of nine bits as the program compress packs them, cleared before they would grow wider."""
    out, bits = b"\x1f\x9d\x90", []
    for i, code in enumerate(codes):
        bits.append(code)
        if len(bits) == 200 and i + 1 < len(codes):
            bits += [256] + [0] * (-(len(bits) + 1) % 8)
            out, bits = out + nine(bits), []
    return out + nine(bits)


def nine(codes):
    number = sum(code << 9 * i for i, code in enumerate(codes))
    return number.to_bytes(-(-9 * len(codes) // 8), "little")


@family("ppe/lzw-literals", 512, most=1 << 14)
def lzw_literals(n):
    wide, high = shape(max(1, n))
    return tile_map(wide, high, lzw([(i >> 2 & 255, 1, 7, 0)[i & 3] for i in range(4 * wide * high)]), NEW | LZW)


@family("ppe/lzw-strings", 64, most=1 << 10)
def lzw_strings(n):
    """Each code stands for a string one byte longer than the one before, up to 127 bytes, again and again."""
    rows = max(1, n)
    codes = [0 if i == 0 else 256 + i for i in range(127)]  # 8,128 bytes
    parts = [nine(codes + [256] + [0] * (-128 % 8)) for _ in range(rows)]
    parts[-1] = nine(codes)
    return tile_map(2032, rows, b"\x1f\x9d\x90" + b"".join(parts), NEW | LZW)


@family("ppe/tail-long", 1 << 15, ["--from", "ppe"])
def tail_long(n):
    return squares(16, lambda i: i, tail=b"tail" * n)
