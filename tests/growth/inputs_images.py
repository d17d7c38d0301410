# SPDX-License-Identifier: MIT
"""Pictures, as the sheet of a small tile map and as the texture of a small model."""
import base64

from inputs import family
from inputs_gltf import with_mesh
from inputs_models import material, model, triangles
from inputs_ppe import squares, shape
from pictures import bmp, jpeg, png, png_chunk, segment, tga


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


@family("image/bmp-colors", 1 << 12, options("sheet.bmp"), most=1 << 18)
def bmp_colors(n):
    wide, high = shape(max(n, 16))
    return sheet("sheet.bmp", bmp(wide, high, 32, (bytes(range(256)) * (wide * high // 64 + 1))[:4 * wide * high]))


@family("image/jpeg-flat", 1 << 12, options("sheet.jpg"), most=1 << 16)
def jpeg_flat(n):
    return sheet("sheet.jpg", jpeg(*shape(max(n // 16, 4))))


@family("image/jpeg-restarts", 1 << 12, options("sheet.jpg"), most=1 << 16)
def jpeg_restarts(n):
    return sheet("sheet.jpg", jpeg(*shape(max(n // 4, 4)), restart=1))


@family("image/jpeg-scans", 8, options("sheet.jpg"), most=64)
def jpeg_scans(n):
    """As many scans as are allowed, each over all blocks in a few bytes."""
    return sheet("sheet.jpg", jpeg(32, 32, scans=max(n, 1)))


@family("image/jpeg-segments", 1 << 11, options("sheet.jpg"), most=1 << 17)
def jpeg_segments(n):
    return sheet("sheet.jpg", jpeg(2, 2, extra=segment(0xEF, b"text") * n))


def textured(name, picture):
    """A small model that wears the picture."""
    return {**model(triangles(2, ""), [material("skin", name)]), name: picture}


@family("texture/png", 1 << 14, most=1 << 20)
def texture_png(n):
    return textured("skin.png", png(*shape(max(n, 16))))


@family("texture/png-interlaced", 1 << 14, most=1 << 20)
def texture_interlaced(n):
    return textured("skin.png", png(*shape(max(n, 16)), level=0, interlaced=1))


@family("texture/jpeg", 1 << 12, most=1 << 16)
def texture_jpeg(n):
    return textured("skin.jpg", jpeg(*shape(max(n // 16, 4))))


@family("texture/tga-packets", 1 << 12, most=1 << 18)
def texture_tga(n):
    wide, high = shape(max(n, 16))
    return textured("skin.tga", tga(wide, high, b"\x80\1\2\3" * (wide * high), 10))


@family("texture/inside-gltf", 1 << 14, most=1 << 19)
def texture_inside(n):
    """The same in the address of an image."""
    thing = with_mesh()
    address = "data:image/png;base64," + base64.b64encode(png(*shape(max(n, 16)))).decode()
    thing.add("images", uri=address)
    thing.add("textures", source=0)
    thing.document["meshes"][0]["primitives"][0]["material"] = thing.add(
        "materials", pbrMetallicRoughness={"baseColorTexture": {"index": 0}})
    return thing.files()
