# SPDX-License-Identifier: MIT
"""Permafrost models: vertices, weights, materials, joints, sets, frames."""
from inputs import family, text

BIND = "1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 0.000000/0.100000/0.000000"
BOUNDS = ["x_bounds -9.000000 9.000000", "y_bounds -9.000000 9.000000", "z_bounds -9.000000 9.000000"]


def vertex(i, weights="", material=0, at=None):
    x, y, z = at or ((i // 3 % 100) * 0.1 + (i % 3 == 1), (i // 300) * 0.1 + (i % 3 == 2), 0.0)
    return f"v {x:.6f} {y:.6f} {z:.6f}\nvt 0.000000 0.000000\nvn 0.000000 0.000000 1.000000\nvw {weights}\nvm {material}"


def material(name, texture):
    return (f"material {name}\n    ambient 1.000000\n    diffuse 1.000000 1.000000 1.000000\n"
            f"    specular 0.000000 0.000000 0.000000\n    texture {texture}")


def model(vertices, materials=None, joints=(), sets=(), bounds=True, tail=""):
    """`sets` are pairs of a name and a list of frames, a frame being the lines of its joints."""
    materials = [material("skin", "skin.png")] if materials is None else materials
    lines = ["version        1.0", f"num_verts      {len(vertices)}", f"num_joints     {len(joints)}",
             f"num_materials  {len(materials)}", f"num_as         {len(sets)}",
             "frame_counts   " + " ".join(str(len(frames)) for _, frames in sets), "has_collision  1"]
    lines += list(vertices) + list(materials) + list(joints)
    for name, frames in sets:
        lines.append(f"as {name} {len(frames)}")
        for frame in frames:
            lines += ["        " + line for line in frame] + ["\t" + line for line in BOUNDS]
    return {"model.pfobj": text("\n".join(lines + BOUNDS) + "\n" + tail)}


def joint(parent, name):
    return f"j {parent} {name} {BIND} 0.000000/0.100000/0.000000"


def pose(number):
    return f"{number} {BIND}"


def triangles(n, weights=" 0/1.000000"):
    return [vertex(i, weights) for i in range(3 * max(1, n))]


def rigged(joints, frames=1, vertices=1, weights=" 0/1.000000"):
    lines = [[pose(i + 1) for i in range(len(joints))] for _ in range(frames)]
    return model(triangles(vertices, weights), joints=joints, sets=[("walk", lines)])


@family("pfobj/vertices-many", 1024)
def vertices_many(n):
    return model(triangles(n, ""))


@family("pfobj/vertices-equal", 1024)
def vertices_equal(n):
    return model([vertex(i, at=(0.0, 0.0, 0.0)) for i in range(3 * n + 3)])


@family("pfobj/vertices-mixed-materials", 1024)
def vertices_mixed(n):
    return model([vertex(i, material=i % 3) for i in range(3 * n + 3)], [material(f"m{i}", f"t{i}.png") for i in range(3)])


@family("pfobj/vertices-wrong", 1024)
def vertices_wrong(n):
    """Every vertex has something to say about its weights, every triangle about its materials."""
    vertices = [vertex(i, " 0/-1.000000 0/1.000000", i % 3) for i in range(3 * n + 3)]
    return model(vertices, [material(f"m{i}", f"t{i}.png") for i in range(3)], [joint(0, "root")])


@family("pfobj/materials-many", 512)
def materials_many(n):
    return model([vertex(i, material=i // 3) for i in range(3 * n + 3)], [material(f"m{i}", f"t{i}.png") for i in range(n + 1)])


@family("pfobj/materials-reversed", 512)
def materials_reversed(n):
    return model([vertex(i, material=n - i // 3) for i in range(3 * n + 3)], [material(f"m{i}", f"t{i}.png") for i in range(n + 1)])


@family("pfobj/materials-unused", 512)
def materials_unused(n):
    return model(triangles(1, ""), [material(f"m{i}", f"t{i}.png") for i in range(n + 1)])


@family("pfobj/materials-equal", 512)
def materials_equal(n):
    return model([vertex(i, material=i // 3) for i in range(3 * n + 3)], [material("same", "same.png")] * (n + 1))


@family("pfobj/material-slashes", 1 << 14)
def material_slashes(n):
    return model(triangles(1, ""), [material("m" * (n + 1), "a/" * n + "b.png")])


@family("pfobj/weights-many", 1024)
def weights_many(n):
    return rigged([joint(0, "root"), joint(1, "arm")], weights="".join(f" {i & 1}/0.500000" for i in range(n + 1)))


@family("pfobj/weights-distinct", 512)
def weights_distinct(n):
    joints = [joint(0, f"j{i}") for i in range(n + 1)]
    return rigged(joints, weights="".join(f" {i}/0.500000" for i in range(n + 1)))


@family("pfobj/joints-many", 1024)
def joints_many(n):
    return rigged([joint(0, f"j{i}") for i in range(n + 1)])


@family("pfobj/joints-star", 512)
def joints_star(n):
    return rigged([joint(min(i, 1), f"j{i}") for i in range(n + 1)])


@family("pfobj/joints-chain", 512)
def joints_chain(n):
    return rigged([joint(i, f"j{i}") for i in range(n + 1)])


@family("pfobj/joints-chain-reversed", 512)
def joints_chain_reversed(n):
    return rigged([joint(i + 2 if i < n else 0, f"j{i}") for i in range(n + 1)])


@family("pfobj/joints-ring", 512, refused=True)
def joints_ring(n):
    return rigged([joint((i + 1) % (n + 1) + 1 if n else 0, f"j{i}") for i in range(n + 1)])


@family("pfobj/joints-equal", 512)
def joints_equal(n):
    return rigged([joint(0, "same")] * (n + 1))


@family("pfobj/joints-long-names", 512)
def joints_long_names(n):
    return rigged([joint(0, "n" * 200 + str(i)) for i in range(n + 1)])


@family("pfobj/sets-many", 512)
def sets_many(n):
    return model(triangles(1), joints=[joint(0, "root")], sets=[(f"set{i}", [[pose(1)]]) for i in range(n + 1)])


@family("pfobj/sets-equal", 512)
def sets_equal(n):
    return model(triangles(1), joints=[joint(0, "root")], sets=[("same", [[pose(1)]])] * (n + 1))


@family("pfobj/frames-many", 512)
def frames_many(n):
    return rigged([joint(0, "root")], frames=n + 1)


@family("pfobj/frames-reversed", 512)
def frames_reversed(n):
    joints = [joint(0, f"j{i}") for i in range(n + 1)]
    frame = [pose(i + 1) for i in reversed(range(n + 1))]
    return model(triangles(1), joints=joints, sets=[("walk", [frame])])


@family("pfobj/frames-times-vertices", 256)
def frames_times_vertices(n):
    return rigged([joint(0, "root")], frames=n + 1, vertices=n + 1)


@family("pfobj/spelling-odd", 1024)
def spelling_odd(n):
    files = model(triangles(n, ""))
    return {"model.pfobj": files["model.pfobj"].replace(b".000000", b".00").replace(b"\nv ", b"\n\n  v  ").replace(b"\n", b" \r\n")}


@family("pfobj/tail-long", 1 << 14)
def tail_long(n):
    return model(triangles(1, ""), tail="tail \n" * n)
