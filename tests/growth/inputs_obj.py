# SPDX-License-Identifier: MIT
"""Wavefront OBJ with MTL: vertices, faces, objects, materials, libraries."""
from inputs import family, text

CORNERS = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"


def obj(words, mtl=None):
    files = {"model.obj": text(CORNERS + words)}
    return files if mtl is None else {"model.obj": text("mtllib paint.mtl\n" + CORNERS + words), "paint.mtl": text(mtl)}


@family("obj/vertices-many", 1024)
def vertices_many(n):
    return obj("".join(f"v {i} {i % 7} 0\nv {i} 1 {i % 5}\nv 0 {i} 1\nf -3 -2 -1\n" for i in range(n + 1)))


@family("obj/vertices-unused", 2048)
def vertices_unused(n):
    return obj("v 1 2 3\nvt 0 0\nvn 0 0 1\n" * n + "f 1 2 3\n")


@family("obj/faces-many", 2048)
def faces_many(n):
    return obj("f 1/1/1 2/1/1 3/1/1\n" * (n + 1))


@family("obj/faces-bare", 2048)
def faces_bare(n):
    return obj("f 1//1 2//1 3\nf 1 2 3\n" * (n + 1))


@family("obj/face-corners", 2048)
def face_corners(n):
    return obj("f" + " 1 2 3" * (n + 1) + "\n")


@family("obj/face-corners-backwards", 2048)
def face_corners_backwards(n):
    return obj("".join(f"v {i} {i * i % 99} 0\n" for i in range(n + 3)) + "f" + "".join(f" -{i + 1}" for i in range(n + 3)) + "\n")


@family("obj/objects-many", 512)
def objects_many(n):
    return obj("".join(f"o part{i}\nf 1 2 3\n" for i in range(n + 1)))


@family("obj/objects-equal", 512)
def objects_equal(n):
    return obj("o same\nf 1 2 3\n" * (n + 1))


@family("obj/groups-many", 1024)
def groups_many(n):
    return obj("".join(f"g group{i}\ns {i}\n" for i in range(n)) + "f 1 2 3\n")


@family("obj/materials-many", 512, most=4000)
def materials_many(n):
    return obj("".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(n + 1)), "".join(f"newmtl m{i}\nKd 1 0 0\nmap_Kd t{i}.png\n" for i in range(n + 1)))


@family("obj/materials-reversed", 512, most=4000)
def materials_reversed(n):
    return obj("".join(f"usemtl m{n - i}\nf 1 2 3\n" for i in range(n + 1)), "".join(f"newmtl m{i}\nKd 1 0 0\n" for i in range(n + 1)))


@family("obj/materials-unknown", 512, most=4000)
def materials_unknown(n):
    return obj("".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(n + 1)))


@family("obj/materials-unused", 512)
def materials_unused(n):
    return obj("f 1 2 3\n", "".join(f"newmtl m{i}\nKd 1 0 0\nmap_Kd t.png\n" for i in range(n + 1)))


@family("obj/materials-equal", 512)
def materials_equal(n):
    return obj("usemtl same\nf 1 2 3\n", "newmtl same\nKd 1 0 0\n" * (n + 1))


@family("obj/materials-alternating", 1024)
def materials_alternating(n):
    return obj("".join(f"usemtl m{i % 40}\nf 1 2 3\n" for i in range(n + 1)), "".join(f"newmtl m{i}\nKd 1 0 0\n" for i in range(40)))


@family("obj/objects-alternating", 512)
def objects_alternating(n):
    return obj("".join(f"o p{i}\nusemtl m{i % 40}\nf 1 2 3\nusemtl m{(i + 1) % 40}\nf 1 2 3\n" for i in range(n + 1)),
               "".join(f"newmtl m{i}\nKd 1 0 0\n" for i in range(40)))


@family("obj/libraries-equal", 512)
def libraries_equal(n):
    return obj("mtllib paint.mtl\n" * n + "f 1 2 3\n", "newmtl a\n" * (n // 8 + 1))


@family("obj/libraries-missing", 512)
def libraries_missing(n):
    return obj("mtllib" + "".join(f" none{i}.mtl" for i in range(n)) + " x\nf 1 2 3\n")


@family("obj/library-slashes", 1 << 13)
def library_slashes(n):
    return obj("mtllib " + "a/" * n + "b.mtl\nf 1 2 3\n")


@family("obj/texture-slashes", 1 << 13)
def texture_slashes(n):
    return obj("usemtl a\nf 1 2 3\n", "newmtl a\nmap_Kd " + "a/" * n + "b.png\n")


@family("obj/lines-joined", 2048)
def lines_joined(n):
    return obj("f" + " \\\n1 2 3" * (n + 1) + "\n")


@family("obj/words-unknown", 1024, ["--from", "obj"])
def words_unknown(n):
    return obj("".join(f"word{i} 1\n" for i in range(n)) + "f 1 2 3\n", "newmtl a\n" + "".join(f"map_{i} b\n" for i in range(n)))


@family("obj/names-long", 1 << 13)
def names_long(n):
    return obj("o " + "o" * n + "\nusemtl " + "m" * (n + 1) + "\nf 1 2 3\n")


@family("obj/comments-long", 1 << 13)
def comments_long(n):
    return obj("#" + "x" * n + "\n" + "#\n" * n + "\n" * n + "f 1 2 3\n")
