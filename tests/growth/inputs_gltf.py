# SPDX-License-Identifier: MIT
"""glTF 2.0: every list, and every reference from one list to another."""
import base64
import json
import struct

from inputs import family, text
from pictures import png, png_chunk


def pixels(number):
    """The address of a small picture unlike those of other numbers."""
    return "data:image/png;base64," + base64.b64encode(png(2, 2, extra=png_chunk(b"tEXt", b"a\0%d" % number))).decode()


def floats(*values):
    return struct.pack("<%df" % len(values), *values)


class Model:
    """A glTF in the making; every `add` gives the index of what it added."""

    def __init__(self):
        self.data = bytearray()
        self.document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}]}

    def add(self, where, **what):
        self.document.setdefault(where, []).append(what)
        return len(self.document[where]) - 1

    def accessor(self, data, count, kind, component=5126, **more):
        view = self.add("bufferViews", buffer=0, byteOffset=len(self.data), byteLength=len(data))
        self.data += data + b"\0" * (-len(data) % 4)
        return self.add("accessors", bufferView=view, componentType=component, count=count, type=kind, **more)

    def positions(self, triangles=1):
        values = [v for i in range(triangles) for v in (i % 50, 0, i // 50, i % 50 + 1, 0, i // 50, i % 50, 1, i // 50)]
        return self.accessor(floats(*values), 3 * triangles, "VEC3", min=[0, 0, 0], max=[51, 1, triangles // 50 + 1])

    def mesh(self, **more):
        return self.add("meshes", primitives=[{"attributes": {"POSITION": self.positions()}, **more}])

    def node(self, root=True, **what):
        index = self.add("nodes", **what)
        if root:
            self.document["scenes"][0]["nodes"].append(index)
        return index

    def files(self):
        if self.data:
            address = "data:application/octet-stream;base64," + base64.b64encode(bytes(self.data)).decode()
            self.document["buffers"] = [{"byteLength": len(self.data), "uri": address}] + self.document.get("buffers", [])
        return {"model.gltf": text(json.dumps(self.document))}

    def binary(self):
        data = bytes(self.data)
        self.document["buffers"] = [{"byteLength": len(data)}]
        words = text(json.dumps(self.document))
        words += b" " * (-len(words) % 4)
        chunks = struct.pack("<I4s", len(words), b"JSON") + words + struct.pack("<I4s", len(data), b"BIN\0") + data
        return {"model.glb": struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks}


def with_mesh():
    model = Model()
    model.node(mesh=model.mesh())
    return model


@family("gltf/triangles-many", 2048)
def triangles_many(n):
    model = Model()
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": model.positions(n + 1)}}]))
    return model.files()


@family("glb/triangles-many", 2048)
def triangles_many_binary(n):
    model = Model()
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": model.positions(n + 1)}}]))
    return model.binary()


@family("glb/indices-equal", 2048)
def indices_equal(n):
    model = Model()
    place = model.positions()
    index = model.accessor(struct.pack("<3H", 0, 1, 2) * (n + 1), 3 * n + 3, "SCALAR", 5123)
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": place}, "indices": index}]))
    return model.binary()


@family("glb/indices-reversed", 2048)
def indices_reversed(n):
    model = Model()
    place = model.positions(n + 1)
    index = model.accessor(struct.pack("<%dI" % (3 * n + 3), *reversed(range(3 * n + 3))), 3 * n + 3, "SCALAR", 5125)
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": place}, "indices": index}]))
    return model.binary()


@family("gltf/buffers-many", 512)
def buffers_many(n):
    model = with_mesh()
    model.document["buffers"] = [{"byteLength": 3, "uri": "data:;base64,AAAA"}] * n
    return model.files()


@family("gltf/buffers-missing", 512)
def buffers_missing(n):
    model = with_mesh()
    model.document["buffers"] = [{"byteLength": 3, "uri": "a/" * 50 + f"none{i}.bin"} for i in range(n)]
    return model.files()


@family("gltf/views-many", 512)
def views_many(n):
    model = with_mesh()
    for _ in range(n):
        model.add("bufferViews", buffer=0, byteOffset=0, byteLength=4)
    return model.files()


@family("gltf/accessors-many", 512)
def accessors_many(n):
    model = with_mesh()
    for _ in range(n):
        model.add("accessors", bufferView=0, componentType=5126, count=3, type="VEC3")
    return model.files()


@family("gltf/accessors-sparse", 512)
def accessors_sparse(n):
    model = Model()
    count = 3 * n + 3
    index = model.accessor(struct.pack("<%dI" % count, *range(count)), count, "SCALAR", 5125)
    value = model.accessor(floats(*(float(i % 17) for i in range(3 * count))), count, "VEC3")
    views = [model.document["accessors"][i]["bufferView"] for i in (index, value)]
    place = model.add("accessors", componentType=5126, count=count, type="VEC3", min=[0, 0, 0], max=[17, 17, 17], sparse={
        "count": count, "indices": {"bufferView": views[0], "componentType": 5125}, "values": {"bufferView": views[1]}})
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": place}}]))
    return model.files()


@family("gltf/accessor-shared", 256)
def accessor_shared(n):
    """n parts that all show the same n triangles."""
    model = Model()
    place = model.positions(n + 1)
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": place}}] * (n + 1)))
    return model.files()


@family("gltf/mesh-shared", 256)
def mesh_shared(n):
    """n nodes that all show the same n triangles."""
    model = Model()
    mesh = model.add("meshes", primitives=[{"attributes": {"POSITION": model.positions(n + 1)}}])
    for _ in range(n + 1):
        model.node(mesh=mesh)
    return model.files()


@family("gltf/meshes-many", 512)
def meshes_many(n):
    model = Model()
    place = model.positions()
    for i in range(n + 1):
        model.node(mesh=model.add("meshes", name=f"m{i}", primitives=[{"attributes": {"POSITION": place}}]))
    return model.files()


@family("gltf/meshes-equal", 512)
def meshes_equal(n):
    model = Model()
    place = model.positions()
    for _ in range(n + 1):
        model.node(name="same", mesh=model.add("meshes", name="same", primitives=[{"attributes": {"POSITION": place}}]))
    return model.files()


@family("gltf/meshes-unused", 512)
def meshes_unused(n):
    model = with_mesh()
    for i in range(n):
        model.add("meshes", primitives=[{"attributes": {"POSITION": 0}}])
    return model.files()


@family("gltf/attributes-many", 512)
def attributes_many(n):
    model = Model()
    place = model.positions()
    names = {f"_X{i}": place for i in range(n)}
    model.node(mesh=model.add("meshes", primitives=[{"attributes": {"POSITION": place, **names}, "targets": [{"POSITION": place}] * n}]))
    return model.files()


@family("gltf/nodes-many", 512)
def nodes_many(n):
    model = with_mesh()
    for i in range(n):
        model.node(name=f"n{i}", translation=[i, 0, 0])
    return model.files()


@family("gltf/nodes-star", 512)
def nodes_star(n):
    model = with_mesh()
    children = [model.node(root=False, name="child") for _ in range(n + 1)]
    model.node(children=children)
    return model.files()


def chain(n, deepest=500, order=lambda i, n: i + 1):
    """Chains of nodes as deep as is allowed, with a mesh at each end."""
    model = Model()
    mesh = model.mesh()
    for start in range(0, n + 1, deepest):
        size = min(deepest, n + 1 - start)
        for i in range(size):
            last = i == size - 1
            what = {"mesh": mesh} if last else {"children": [start + i + 1]}
            model.node(root=i == 0, translation=[0, 0.1, 0], **what)
    return model.files()


@family("gltf/nodes-chain", 512)
def nodes_chain(n):
    return chain(n)


@family("gltf/nodes-too-deep", 512, refused=True)
def nodes_too_deep(n):
    return chain(n, 1 << 30)


@family("gltf/nodes-comb", 512)
def nodes_comb(n):
    """A chain of 500, and n nodes with meshes below its end."""
    model = Model()
    mesh = model.mesh()
    for i in range(500):
        model.node(root=i == 0, children=[i + 1] if i < 499 else [500 + k for k in range(n + 1)])
    for _ in range(n + 1):
        model.node(root=False, mesh=mesh)
    return model.files()


@family("gltf/nodes-ring", 512, refused=True)
def nodes_ring(n):
    model = with_mesh()
    for i in range(n):
        model.node(root=False, children=[1 + (i + 1) % n])
    return model.files()


@family("gltf/children-equal", 512, refused=True)
def children_equal(n):
    model = with_mesh()
    model.node(children=[0] * (n + 1))
    return model.files()


@family("gltf/roots-equal", 512)
def roots_equal(n):
    model = with_mesh()
    model.document["scenes"][0]["nodes"] += [0] * n
    return model.files()


@family("gltf/scenes-many", 512)
def scenes_many(n):
    model = with_mesh()
    model.document["scenes"] += [{"nodes": [0]}] * n
    return model.files()


def materials(n, name, look=lambda i: {}, use=lambda i: i):
    model = Model()
    place = model.positions()
    for i in range(n + 1):
        model.add("materials", name=name(i), pbrMetallicRoughness={"metallicFactor": 0, **look(i)})
    parts = [{"attributes": {"POSITION": place}, "material": use(i)} for i in range(n + 1)]
    model.node(mesh=model.add("meshes", primitives=parts))
    return model


@family("gltf/materials-many", 512)
def materials_many(n):
    return materials(n, lambda i: f"m{i}").files()


@family("gltf/materials-equal", 512)
def materials_equal(n):
    return materials(n, lambda i: "same").files()


@family("gltf/materials-reversed", 512)
def materials_reversed(n):
    return materials(n, lambda i: f"m{i}", use=lambda i: n - i).files()


@family("gltf/material-shared", 512)
def material_shared(n):
    return materials(n, lambda i: f"m{i}", use=lambda i: 0).files()


def pictured(n, image, sampler=False):
    model = materials(n, lambda i: f"m{i}", lambda i: {"baseColorTexture": {"index": i}})
    for i in range(n + 1):
        model.document.setdefault("images", []).append(image(i))
        more = {"sampler": model.add("samplers", wrapS=(33071, 10497, 33648)[i % 3])} if sampler else {}
        model.add("textures", source=i, **more)
    return model.files()


@family("gltf/images-many", 256)
def images_many(n):
    return pictured(n, lambda i: {"name": f"i{i}", "uri": pixels(i)})


@family("gltf/images-equal", 256)
def images_equal(n):
    return pictured(n, lambda i: {"name": "same", "uri": pixels(i)}, True)


@family("gltf/images-missing", 256)
def images_missing(n):
    return pictured(n, lambda i: {"uri": f"none{i}.png"})


@family("gltf/image-slashes", 1 << 13)
def image_slashes(n):
    return pictured(0, lambda i: {"uri": "a/" * n + "b.png"})


@family("gltf/image-shared", 256)
def image_shared(n):
    model = materials(n, lambda i: f"m{i}", lambda i: {"baseColorTexture": {"index": i}})
    model.document["images"] = [{"uri": pixels(0)}]
    for i in range(n + 1):
        model.add("textures", source=0, sampler=model.add("samplers", magFilter=(9728, 9729)[i & 1]))
    return model.files()


def skinned(joints, parents, skins=1, animations=0, channels=1, keys=2, times_shared=True):
    """A triangle on joints; `parents` gives the joint above one, or -1."""
    model = Model()
    place = model.positions()
    which = model.accessor(struct.pack("<4H", 0, min(1, joints - 1), 0, 0) * 3, 3, "VEC4", 5123)
    share = model.accessor(floats(0.5, 0.5, 0, 0) * 3, 3, "VEC4")
    mesh = model.add("meshes", primitives=[{"attributes": {"POSITION": place, "JOINTS_0": which, "WEIGHTS_0": share}}])
    below = {}
    for i in range(joints):
        below.setdefault(parents(i), []).append(i)
    for i in range(joints):
        more = {"children": below[i]} if i in below else {}
        model.node(root=parents(i) < 0, name=f"j{i}", translation=[0, 0.1, 0], **more)
    for _ in range(skins):
        model.node(mesh=mesh, skin=model.add("skins", joints=list(range(joints))))
    if animations:
        time = model.accessor(floats(*(i / 24 for i in range(keys))), keys, "SCALAR", min=[0], max=[(keys - 1) / 24])
        move = model.accessor(floats(*(float(i % 5) for i in range(3 * keys))), keys, "VEC3")
        for k in range(animations):
            model.add("animations", name=f"a{k}", samplers=[{"input": time, "output": move}] * channels, channels=[
                {"sampler": i, "target": {"node": i % joints, "path": ("translation", "scale")[i // joints % 2]}} for i in range(channels)])
    return model.files()


@family("gltf/joints-many", 64, most=1 << 14)
def joints_many(n):
    return skinned(n + 1, lambda i: -1)


@family("gltf/joints-chain", 32, most=1 << 14)
def joints_chain(n):
    return skinned(n + 1, lambda i: -1 if i % 500 == 0 else i - 1)


@family("gltf/joints-star", 64, most=1 << 14)
def joints_star(n):
    return skinned(n + 1, lambda i: i and 0 or -1)


@family("gltf/skins-many", 64)
def skins_many(n):
    return skinned(2, lambda i: i - 1, skins=n + 1)


@family("gltf/skin-shared", 64)
def skin_shared(n):
    """n nodes that show the same n triangles on the same joint."""
    model = Model()
    count = 3 * n + 3
    which = model.accessor(bytes(8 * count), count, "VEC4", 5123)
    share = model.accessor(floats(1, 0, 0, 0) * count, count, "VEC4")
    mesh = model.add("meshes", primitives=[{"attributes": {"POSITION": model.positions(n + 1), "JOINTS_0": which, "WEIGHTS_0": share}}])
    skin = model.add("skins", joints=[model.node()])
    for _ in range(n + 1):
        model.node(mesh=mesh, skin=skin)
    return model.files()


@family("gltf/skins-times-joints", 32)
def skins_times_joints(n):
    return skinned(n + 1, lambda i: -1, skins=4)


@family("gltf/animations-many", 64)
def animations_many(n):
    return skinned(2, lambda i: i - 1, animations=n + 1)


@family("gltf/animations-share-keys", 64)
def animations_share_keys(n):
    return skinned(2, lambda i: i - 1, animations=n + 1, keys=n + 2)


@family("gltf/channels-many", 64)
def channels_many(n):
    return skinned(n + 1, lambda i: -1, animations=1, channels=2 * n + 2)


@family("gltf/channels-share-keys", 64)
def channels_share_keys(n):
    return skinned(n + 1, lambda i: -1, animations=1, channels=n + 1, keys=n + 2)


@family("gltf/keys-many", 512)
def keys_many(n):
    return skinned(2, lambda i: i - 1, animations=1, keys=n + 2)


@family("gltf/extras-many", 1024)
def extras_many(n):
    model = with_mesh()
    model.document["nodes"][0]["extras"] = {f"k{i}": i for i in range(n)}
    return model.files()


@family("gltf/extras-deep", 16, most=60)
def extras_deep(n):
    model = with_mesh()
    inner = {}
    for _ in range(n):
        inner = {"a": inner}
    model.document["nodes"][0]["extras"] = inner
    return model.files()


@family("gltf/extras-wide", 1024)
def extras_wide(n):
    model = with_mesh()
    model.document["nodes"][0]["extras"] = {"a": [[[[]]]] * n, "b": int("1" + "0" * min(n, 4000))}
    return model.files()


@family("gltf/extras-each", 512)
def extras_each(n):
    model = with_mesh()
    for i in range(n):
        model.node(name="n", extras={"a": [1, 2, 3]})
    return model.files()


@family("gltf/extensions-many", 1024)
def extensions_many(n):
    model = with_mesh()
    model.document["extensionsUsed"] = [f"EXT_{i}" for i in range(n)]
    return model.files()


@family("gltf/members-unknown", 1024)
def members_unknown(n):
    model = with_mesh()
    model.document.update({f"unknown{i}": {"a": [i]} for i in range(n)})
    return model.files()


@family("gltf/names-long", 1 << 13)
def names_long(n):
    model = with_mesh()
    model.document["nodes"][0]["name"] = "n" * n
    model.document["meshes"][0]["name"] = "\u00e9\n" * (n // 2)
    return model.files()
