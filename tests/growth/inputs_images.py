# SPDX-License-Identifier: MIT
"""Pictures, as the sheet of a small tile map and as the texture of a small model."""
from inputs import family, text
from inputs_ppe import squares, shape
from pictures import bmp, png, png_chunk, tga


def sheet(name, picture):
    return {**squares(16, lambda i: i), name: picture}


def options(name):
    return ["--tileset", name, "--tile", "1x1"]


@family("image/bmp-plain", 1 << 14, options("sheet.bmp"), most=1 << 20)
def bmp_plain(n):
    return sheet("sheet.bmp", bmp(*shape(max(n, 16))))


@family("image/bmp-runs", 1 << 12, options("sheet.bmp"), most=1 << 18)
def bmp_runs(n):
    wide, high = shape(max(n, 16))
    return sheet("sheet.bmp", bmp(wide, high, data=(b"\1\7" * wide + b"\0\0") * high + b"\0\1", compression=1))


@family("image/bmp-jumps", 1 << 12, options("sheet.bmp"), most=1 << 18)
def bmp_jumps(n):
    """Many jumps that go nowhere, and lines that end at once."""
    return sheet("sheet.bmp", bmp(16, 16, data=b"\0\2\0\0" * n + b"\0\0" * n + b"\0\1", compression=1))


@family("image/tga-packets", 1 << 12, options("sheet.tga"), most=1 << 18)
def tga_packets(n):
    wide, high = shape(max(n, 16))
    return sheet("sheet.tga", tga(wide, high, b"\x80\1\2\3" * (wide * high), 10))


@family("image/png-plain", 1 << 14, options("sheet.png"), most=1 << 20)
def png_plain(n):
    return sheet("sheet.png", png(*shape(max(n, 16))))


@family("image/png-interlaced", 1 << 14, options("sheet.png"), most=1 << 20)
def png_interlaced(n):
    return sheet("sheet.png", png(*shape(max(n, 16)), level=0, interlaced=1))


@family("image/png-pieces", 1 << 12, options("sheet.png"), most=1 << 18)
def png_pieces(n):
    return sheet("sheet.png", png(*shape(max(n, 16)), piece=1, level=0))


@family("image/png-empty-pieces", 1 << 12, options("sheet.png"), most=1 << 18)
def png_empty_pieces(n):
    return sheet("sheet.png", png(4, 4, extra=png_chunk(b"IDAT", b"") * n))


@family("image/png-texts", 1 << 12, options("sheet.png"), most=1 << 18)
def png_texts(n):
    return sheet("sheet.png", png(4, 4, before=png_chunk(b"tEXt", b"a\0b") * n))


@family("image/png-wrong-sums", 1 << 12, options("sheet.png"), most=1 << 18)
def png_wrong_sums(n):
    return sheet("sheet.png", png(4, 4, before=b"\0\0\0\1tEXtaxxxx" * n))
