# SPDX-License-Identifier: MIT
"""Scenes for tests, what Blender itself says about them, and a reader of what we made of them.

The reader goes through `portolan convert x.pfobj x.json`, and poses by arithmetic of its own: the
add-on is not asked about its own work."""
import json
import os
import subprocess
import tempfile

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

TOOL = os.environ["PORTOLAN"]
AXES = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], float)
FAULTS = []


def expect(fact, text):
    if not fact:
        FAULTS.append(text)


# ---- Building ----------------------------------------------------------


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def mesh_of(name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    layer = mesh.uv_layers.new(name="UVMap")
    for i, loop in enumerate(layer.data):
        loop.uv = (i % 7 / 7, i % 5 / 5)
    return mesh


CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def cube(name="Cube", size=1.0, at=(0, 0, 0)):
    obj = link(bpy.data.objects.new(name, mesh_of(name, [Vector(c) * size for c in CORNERS], SIDES)))
    obj.location = at
    return obj


def tower(name="Tower", levels=6):
    """A square column along z, one unit for each level, to be bent."""
    vertices = [
        (x, y, z) for z in range(levels + 1) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    ]
    faces = [
        (4 * z + i, 4 * z + (i + 1) % 4, 4 * z + 4 + (i + 1) % 4, 4 * z + 4 + i)
        for z in range(levels)
        for i in range(4)
    ]
    faces += [(3, 2, 1, 0), tuple(4 * levels + i for i in range(4))]
    return link(bpy.data.objects.new(name, mesh_of(name, vertices, faces)))


def material(name, color=(200, 80, 40), image=True):
    made = bpy.data.materials.new(name)
    if image:
        made.use_nodes = True
        node = made.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = picture(name + " image", color)
        shader = made.node_tree.nodes["Principled BSDF"]
        made.node_tree.links.new(shader.inputs["Base Color"], node.outputs["Color"])
    return made


def picture(name, color=(200, 80, 40), size=4):
    image = bpy.data.images.new(name, size, size)
    image.pixels.foreach_set(np.tile(np.array(color + (255,), np.float32) / 255, size * size))
    image.pack()
    return image


def armature(name="Rig", bones=3, length=2.0, prefix="Bone"):
    """A chain along z."""
    obj = link(bpy.data.objects.new(name, bpy.data.armatures.new(name)))
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    last = None
    for i in range(bones):
        bone = obj.data.edit_bones.new("%s%d" % (prefix, i))
        bone.head, bone.tail = (0, 0, i * length), (0, 0, (i + 1) * length)
        bone.roll, bone.parent = 0.3 * i, last
        last = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return obj


def edit_bones(rig, change):
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    change(rig.data.edit_bones)
    bpy.ops.object.mode_set(mode="OBJECT")


def bind(obj, rig, parent=True):
    """Weights by height, blended between neighbors."""
    names = [b.name for b in rig.data.bones if b.use_deform]
    groups = [obj.vertex_groups.new(name=n) for n in names]
    top = max((obj.matrix_world @ v.co).z for v in obj.data.vertices)
    for vertex in obj.data.vertices:
        place = (obj.matrix_world @ vertex.co).z / max(top, 1e-9) * (len(groups) - 1)
        low = min(len(groups) - 1, max(0, int(place)))
        high = min(low + 1, len(groups) - 1)
        groups[low].add([vertex.index], max(0.0, 1 - (place - low)), "REPLACE")
        if high > low and place > low:
            groups[high].add([vertex.index], place - low, "REPLACE")
    obj.modifiers.new("Armature", "ARMATURE").object = rig
    if parent:
        obj.parent = rig


def action(name, rig, frames=(1, 10), bones=None, angle=0.8, move=0.3, scale=1.0):
    """An action that bends bones; the rig has none afterwards, the action a fake user."""
    made = bpy.data.actions.new(name)
    made.use_fake_user = True
    rig.animation_data_create().action = made
    for i, bone in enumerate(bones or [b.name for b in rig.data.bones]):
        pose = rig.pose.bones[bone]
        pose.rotation_mode = "QUATERNION"
        for frame, share in ((frames[0], 0.0), ((frames[0] + frames[1]) / 2, 1.0), (frames[1], -0.5)):
            pose.rotation_quaternion = Quaternion((1, 0.3 * i, 0.5), share * angle)
            pose.location = (0, move * share, 0.1 * share)
            pose.scale = [1 + (scale - 1) * share] * 3
            for path in ("rotation_quaternion", "location", "scale"):
                pose.keyframe_insert(path, frame=frame)
    rig.animation_data.action = None
    for bone in rig.pose.bones:
        bone.matrix_basis = Matrix()
    return made


def actor(levels=6, bones=3, **more):
    """The usual: a tower that is bent by a rig."""
    rig = armature(bones=bones, length=levels / bones)
    obj = tower(levels=levels)
    obj.data.materials.append(material("Paint"))
    bind(obj, rig)
    return obj, rig


def select(*objects, active=None):
    bpy.context.view_layer.update()  # what is new cannot be selected before
    for each in bpy.context.view_layer.objects:
        each.select_set(each in objects)
    bpy.context.view_layer.objects.active = active


# ---- What Blender says -------------------------------------------------


def seen(chosen=None):
    """Places of all vertices that faces use, in the axes of the file, and corners as (piece, vertex)."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    out = []
    for instance in depsgraph.object_instances:
        obj = instance.object
        owner = instance.parent.original if instance.is_instance else obj.original
        if owner.type == "CURVE" and instance.is_instance:
            continue  # the mesh of a curve is met twice
        if obj.type not in ("MESH", "CURVE", "FONT") or chosen is not None and owner not in chosen:
            continue
        world = np.array(instance.matrix_world)
        mesh = obj.to_mesh(depsgraph=depsgraph)
        flat = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", flat)
        out.append((flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]) @ AXES.T)
        obj.to_mesh_clear()
    return np.concatenate(out)


def track(frames, begin=None, chosen=None):
    """(vertices, frames, 3) as the user's own scene shows them."""
    if begin:
        begin()
    rows = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        rows.append(seen(chosen))
    return np.stack(rows, 1)


def rest_of(rigs, chosen=None):
    for rig in rigs:
        rig.data.pose_position = "REST"
    bpy.context.view_layer.update()
    out = seen(chosen)
    for rig in rigs:
        rig.data.pose_position = "POSE"
    bpy.context.view_layer.update()
    return out


def snapshot():
    """Everything of the user's that an export might leave changed."""
    out = {
        n: sorted(x.name_full for x in getattr(bpy.data, n))
        for n in ("objects", "meshes", "materials", "images", "armatures", "actions", "scenes", "collections")
    }
    scene, layer = bpy.context.scene, bpy.context.view_layer
    out["scene"] = (scene.name, scene.frame_current, scene.frame_subframe, scene.render.fps)
    out["active"] = layer.objects.active and layer.objects.active.name
    out["mode"] = bpy.context.mode
    for obj in bpy.data.objects:
        here = obj.name in layer.objects
        data = obj.animation_data
        out["object " + obj.name_full] = (
            obj.mode,
            here and obj.select_get(),
            here and obj.hide_get(),
            obj.hide_viewport,
            tuple(map(tuple, obj.matrix_basis)),
            obj.users,
            data
            and (
                data.action and data.action.name,
                data.use_nla,
                data.use_tweak_mode,
                [(t.name, t.mute, t.is_solo, [(s.name, s.mute) for s in t.strips]) for t in data.nla_tracks],
            ),
        )
        if obj.type == "ARMATURE":
            out["pose " + obj.name_full] = (
                obj.data.pose_position,
                [
                    (
                        b.name,
                        tuple(b.location),
                        tuple(b.rotation_quaternion),
                        tuple(b.rotation_euler),
                        tuple(b.scale),
                        b.rotation_mode,
                    )
                    for b in obj.pose.bones
                ],
            )
    for mesh in bpy.data.meshes:
        out["mesh " + mesh.name_full] = (
            len(mesh.vertices),
            len(mesh.polygons),
            len(mesh.uv_layers),
            mesh.users,
        )
    return out


def compare_state(name, before):
    after = snapshot()
    for key in sorted(set(before) | set(after)):
        expect(
            before.get(key) == after.get(key),
            "%s: %s changed from %s to %s" % (name, key, before.get(key), after.get(key)),
        )


# ---- What we made ------------------------------------------------------


def run(*words):
    done = subprocess.run([TOOL, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


class Made:
    """A file of ours, as the tool reads it."""

    def __init__(self, path):
        self.path = path
        other = os.path.join(tempfile.gettempdir(), "made-%d.json" % os.getpid())
        code, said = run("convert", "--overwrite", path, other)
        if code:
            raise AssertionError("%s: %s" % (path, said))
        with open(other, encoding="utf-8") as file:
            self.json = json.load(file)
        os.remove(other)
        vertices = self.json["vertices"]
        self.position = np.array([v["position"] for v in vertices])
        self.normal = np.array([v["normal"] for v in vertices])
        self.texture = np.array([v["texture"] for v in vertices])
        self.weights = [[(w["joint"], w["weight"]) for w in v.get("weights", [])] for v in vertices]
        self.materials = self.json["materials"]
        self.joints = self.json.get("joints", [])
        self.sets = self.json.get("sets", [])

    def matrices(self, poses):
        out = []
        for joint, t in zip(self.joints, poses):
            x, y, z, w = np.array(t["quaternion"]) * (-1, -1, -1, 1)
            cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            m = np.eye(4)  # v + 2 w (q x v) + 2 q x (q x v), as a matrix
            m[:3, :3] = (np.eye(3) + 2 * w * cross + 2 * cross @ cross) @ np.diag(t["scale"])
            m[:3, 3] = t["translation"]
            out.append(m if joint["parent"] == 0 else out[joint["parent"] - 1] @ m)
        return np.array(out).reshape(-1, 4, 4)

    def posed(self, name):
        """(vertices, frames, 3)"""
        bind = np.linalg.inv(self.matrices([j["bind"] for j in self.joints]))
        dense = np.zeros((len(self.position), len(self.joints)))
        for i, pairs in enumerate(self.weights):
            for joint, weight in pairs[:6]:
                dense[i, joint] += weight
        total = dense.sum(1, keepdims=True)
        dense /= np.where(total > 0, total, 1)
        spot = np.c_[self.position, np.ones(len(self.position))]
        rows = []
        for frame in next(s for s in self.sets if s["name"] == name)["frames"]:
            skin = self.matrices(frame["poses"]) @ bind
            moved = np.einsum("vj,jab,vb->va", dense, skin[:, :3], spot)
            rows.append(np.where(total > 0, moved, self.position))
        return np.stack(rows, 1)


def nearest(rows, others):
    """The largest distance from one of the rows to the nearest of the others."""
    rows, others = rows.reshape(len(rows), -1), others.reshape(len(others), -1)
    return max(np.abs(others - row).max(1).min() for row in np.unique(rows.round(7), axis=0))


def compare_places(name, ours, theirs, within=1e-4):
    """Every vertex of ours goes where one of Blender's goes, frame by frame, and the other way round."""
    apart = max(nearest(ours, theirs), nearest(theirs, ours))
    expect(apart < within, "%s: vertices are %.6f apart from Blender's" % (name, apart))
    return apart


def verdict(name, path, allowed=()):
    code, said = run("check", "--profile", "engine", path)
    expect("verdict: the engine loads it" in said, "%s: %s" % (name, said))
    rest = [
        line
        for line in said.splitlines()
        if ("warning:" in line or "error:" in line) and not any("[%s]" % a in line for a in allowed)
    ]
    expect(not rest, "%s: %s" % (name, "\n".join(rest)))


def outward(name, made):
    """Winding and normals agree, and closed shapes are not inside out."""
    a, b, c = (made.position[i::3] for i in range(3))
    face = np.cross(b - a, c - a)
    real = np.linalg.norm(face, axis=1) > 1e-9
    facing = np.einsum("ij,ij->i", face, sum(made.normal[i::3] for i in range(3)))
    expect(
        (facing[real] > 0).all(),
        "%s: %d triangles face away from their normals" % (name, np.count_nonzero(facing[real] <= 0)),
    )
    expect(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() > 0, "%s: inside out" % name)
