# SPDX-License-Identifier: MIT
"""Egoboo levels: fans, vertices, the tile dictionary, water."""
import struct

from inputs import family, text

PLAIN, HOLE, WATER, WALL = 0, 6, 8, 0x30
WATER_TEXT = "".join(f"{name}: {value}\n" for name, value in [
    ("random", "F"), ("layers", 2), ("gloss", 96), ("gloss", 160), ("douse", 50), ("walk", 48), ("light", "F"), ("wet", "T"),
    ("overlay", "F"), ("backdrop", "F"), ("x", 0.0), ("y", 0.0), ("x", 0.0), ("y", 0.0), ("repeat", 1), ("repeat", 1)] +
    [("height", 48), ("alpha", 120), ("frames", 3), ("light", 15), ("ambient", 15), ("amplitude", 4.0), ("u", 0.0004), ("v", 0.0002)] * 2)


def sides(n):
    """Width and height of about n fans, both powers of two up to 1024."""
    wide = 1
    while wide * wide < n and wide < 1024:
        wide *= 2
    return wide, max(1, min(1024, (n + wide - 1) // wide))


def level(n, word=lambda i: 0x00010000, corner=lambda x, y: (x * 128.0, y * 128.0, 0.0), twist=119, light=128, shape=4):
    """Fans in a grid, each with the vertices of its type."""
    wide, high = sides(n)
    count = wide * high
    words = [word(i) for i in range(count)]
    xs, ys, zs = [], [], []
    for i in range(count):
        for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))[:shape]:
            x, y, z = corner(i % wide + dx, i // wide + dy)
            xs.append(x), ys.append(y), zs.append(z)
    floats = "<%df" % len(xs)
    return (b"MapD" + struct.pack("<3I", len(xs), wide, high) + struct.pack("<%dI" % count, *words) + bytes([twist]) * count +
            struct.pack(floats, *xs) + struct.pack(floats, *ys) + struct.pack(floats, *zs) + bytes([light]) * len(xs))


@family("mpd/fans-many", 1024, most=1 << 18)
def fans_many(n):
    return {"level.mpd": level(n, word=lambda i: 0x00010000 | i & 255)}


@family("mpd/fans-equal", 1024, most=1 << 18)
def fans_equal(n):
    return {"level.mpd": level(n, corner=lambda x, y: (64.0, 64.0, 0.0))}


@family("mpd/fans-overlapping", 1024, most=1 << 18)
def fans_overlapping(n):
    """Every fan covers the whole level, each a little above the one before it."""
    wide, high = sides(n)
    def corner(x, y):
        return ((x & 1) * wide * 128.0, (y & 1) * high * 128.0, float(x + y))
    return {"level.mpd": level(n, corner=corner)}


@family("mpd/fans-reversed", 1024, most=1 << 18)
def fans_reversed(n):
    return {"level.mpd": level(n, corner=lambda x, y: (-x * 128.0, -y * 128.0, float(x * y % 97)))}


@family("mpd/fans-torn", 1024, most=1 << 18)
def fans_torn(n):
    state = [1]
    def corner(x, y):
        state[0] = state[0] * 1103515245 + 12345 & 0x7fffffff
        return (x * 128.0, y * 128.0, float(state[0] >> 16 & 1023))
    return {"level.mpd": level(n, word=lambda i: (WALL | 1) << 16, corner=corner, twist=0)}


@family("mpd/fans-without-shape", 1024, most=1 << 18)
def fans_without_shape(n):
    return {"level.mpd": level(n, word=lambda i: HOLE << 24 | 0xff00, shape=0)}


@family("mpd/fans-off", 1024, most=1 << 18)
def fans_off(n):
    return {"level.mpd": level(n, word=lambda i: 0x0009ffff if i & 1 else 0x00fe0000)}


@family("mpd/vertices-not-numbers", 1024, most=1 << 18)
def vertices_not_numbers(n):
    return {"level.mpd": level(n, corner=lambda x, y: (float("nan"), 1e38, float("-inf")), light=0)}


@family("mpd/water-many", 1024, most=1 << 18)
def water_many(n):
    return {"level.mpd": level(n, word=lambda i: (WATER if (i ^ i >> 5) & 1 else 0) << 16), "wawalite.txt": text(WATER_TEXT)}


@family("mpd/types-largest", 256, most=1 << 15)
def types_largest(n):
    """Fans of the type with the most vertices, all of them in one point."""
    wide, high = sides(max(n, 1))
    count = 16 * wide * high
    head = b"MapD" + struct.pack("<3I", count, wide, high) + struct.pack("<I", 27 << 24) * (wide * high) + b"\x77" * (wide * high)
    return {"level.mpd": head + struct.pack("<f", 64.0) * (3 * count) + b"\x80" * count}


@family("mpd/types-wrapped", 1024, ["--lenient"], most=1 << 18)
def types_wrapped(n):
    return {"level.mpd": level(n, word=lambda i: (64 + 4 * (i & 7)) << 24 if n else 0)}


@family("mpd/vertices-asked-for", 1024, ["--lenient"], most=1 << 18)
def vertices_asked_for(n):
    """Fans that ask for more vertices than there are."""
    return {"level.mpd": level(n, word=lambda i: 5 << 24 if n else 0)}


@family("mpd/vertices-unused", 4096, most=1 << 16)
def vertices_unused(n):
    """As many vertices as fans may have, of which none is used."""
    wide, high = sides(max(n // 16, 1))
    count = 16 * wide * high if n else 0
    head = b"MapD" + struct.pack("<3I", count, wide, high) + struct.pack("<I", HOLE << 24) * (wide * high) + b"\x77" * (wide * high)
    return {"level.mpd": head + struct.pack("<f", 64.0) * (3 * count) + b"\x80" * count}


@family("mpd/light-zero", 1024, most=1 << 18)
def light_zero(n):
    return {"level.mpd": level(n, light=0)}


@family("mpd/tiles-over-edge", 1024, most=1 << 18)
def tiles_over_edge(n):
    return {"level.mpd": level(n, word=lambda i: 32 << 24 | 0x3f)}


@family("mpd/tiles-only", 1024, most=1 << 18)
def tiles_only(n):
    """The oldest version, which has nothing but words."""
    wide, high = sides(n)
    return {"level.mpd": b"MapA" + struct.pack("<3I", 0, wide, high) + struct.pack("<I", HOLE << 24 | 7) * (wide * high)}


@family("mpd/tail-long", 1 << 16)
def tail_long(n):
    return {"level.mpd": level(16) + b"tail" * n}


@family("mpd/wawalite-long", 1 << 16)
def wawalite_long(n):
    words = "// " + "x " * n + "\n" + "\n" * n + WATER_TEXT.replace(":", " " * (n // 16) + ":", 4)
    return {"level.mpd": level(64, word=lambda i: WATER << 16), "wawalite.txt": text(words)}


@family("mpd/wawalite-animated", 1 << 14)
def wawalite_animated(n):
    return {"level.mpd": level(64, word=lambda i: WATER << 16), "wawalite.txt": text(WATER_TEXT + "more: 1\n" * n)}


def dictionary(types, pad=""):
    parts = ["Number: %d\n" % types]
    for kind in range(types):
        parts.append(f"{kind}{pad} ground\nVertices: 4\n")
        parts += [f"Ref{pad}: {ref}\nU: {u}\nV: {v}\n" for ref, u, v in ((0, 0, 0), (3, 1, 0), (15, 1, 1), (12, 0, 1))]
        parts.append("Commands: 1\nSize: 4\n" + "".join(f"Vrt: {i}\n" for i in (1, 2, 3, 0)))
    return "".join(parts)


@family("mpd/fans-txt-long", 1 << 12, ["--fans", "fans.txt"])
def fans_txt_long(n):
    return {"level.mpd": level(16), "fans.txt": text(dictionary(26, " \n" * (n // 16)))}


@family("mpd/fans-txt-tail", 1 << 14, ["--fans", "fans.txt"])
def fans_txt_tail(n):
    return {"level.mpd": level(16), "fans.txt": text(dictionary(26) + "Vrt: 1\n" * n)}
