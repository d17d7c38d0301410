# SPDX-License-Identifier: MIT
"""Models that libassimp reads for us. What it costs by itself is not ours; what we do with its answer is."""
from inputs import family, text


def ply(vertices, faces):
    head = ("ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
            "element face %d\nproperty list uchar int vertex_indices\nend_header\n" % (len(vertices), len(faces)))
    return {"model.ply": text(head + "\n".join(vertices + faces) + "\n")}


@family("foreign/ply-triangles", 512, most=1 << 14, timed=True)
def ply_triangles(n):
    count = max(n, 1)
    return ply([f"{i % 50} {i % 3} {i // 50}" for i in range(3 * count)], [f"3 {3 * i} {3 * i + 1} {3 * i + 2}" for i in range(count)])


@family("foreign/ply-shared", 512, most=1 << 14, timed=True)
def ply_shared(n):
    return ply(["0 0 0", "1 0 0", "0 1 0"], ["3 0 1 2"] * max(n, 1))


@family("foreign/off-faces", 512, most=1 << 14, timed=True)
def off_faces(n):
    count = max(n, 1)
    return {"model.off": text("OFF\n3 %d 0\n0 0 0\n1 0 0\n0 1 0\n" % count + "3 0 1 2\n" * count)}


@family("foreign/stl-solids", 128, most=1 << 13, timed=True)
def stl_solids(n):
    facet = ("facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n")
    return {"model.stl": text("".join(f"solid s{i}\n{facet}endsolid s{i}\n" for i in range(max(n, 1))))}


@family("foreign/ac-objects", 128, most=1 << 13, timed=True)
def ac_objects(n):
    """Objects beside one another, each with a name."""
    thing = "OBJECT poly\nname \"o%d\"\nnumvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n1 1 0\n2 0 1\nkids 0\n"
    count = max(n, 1)
    head = "AC3Db\nMATERIAL \"m\" rgb 1 1 1 amb 0 0 0 emis 0 0 0 spec 0 0 0 shi 1 trans 0\nOBJECT world\nkids %d\n" % count
    return {"model.ac": text(head + "".join(thing % i for i in range(count)))}


@family("foreign/ac-deep", 64, most=1 << 12, timed=True)
def ac_deep(n):
    """Groups inside of groups."""
    depth = min(max(n, 1), 200)
    group = "OBJECT group\nkids 1\n" * depth + "OBJECT poly\nnumvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n1 1 0\n2 0 1\nkids 0\n"
    count = max(n // 200, 1)
    head = "AC3Db\nMATERIAL \"m\" rgb 1 1 1 amb 0 0 0 emis 0 0 0 spec 0 0 0 shi 1 trans 0\nOBJECT world\nkids %d\n" % count
    return {"model.ac": text(head + group * count)}
