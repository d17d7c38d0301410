# SPDX-License-Identifier: MIT
"""From a .pfobj to objects, bones, materials and actions."""
import os
import uuid
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from . import compat, looks, text_read
from .losses import Losses, Problem
from .model import MAX_WEIGHTS, RATE
from .motion import box, decompose, first_of_equal, in_model, matrices, shares, turn_of

BACK = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)  # to Blender's axes
FLIP = np.diag([-1.0, 1, 1, 1])
CHANNELS = (("location", (0, 0, 0)), ("rotation_quaternion", (1, 0, 0, 0)), ("scale", (1, 1, 1)))


@dataclass
class Options:
    weld: str = "ALL"  # POSITION, NONE
    mirror: bool = False
    actions: bool = True
    set_rate: bool = True


def read_file(path):
    try:
        with open(path, "rb") as file:
            return text_read.read(file.read())
    except OSError as why:
        raise Problem(["cannot read '%s': %s" % (path, why.strerror)]) from why
    except text_read.Refused as why:
        raise Problem(["%s: %s" % (os.path.basename(path), why)]) from why


# ---- Bones ---------------------------------------------------------------------------------------------

class Frame:
    """The way from the file into Blender: axes, mirror, and the scale that goes to the armature."""

    def __init__(self, model, mirror):
        self.into = BACK @ FLIP if mirror else BACK
        self.turn = mirror
        self.bind = self.into @ in_model(model.joints.parents, matrices(model.joints.bind))
        self.scale = root_scale(model.joints)

    def points(self, position):
        return position @ self.into[:3, :3].T / self.scale

    def skin(self, model, poses):
        """What every frame does to what hangs on a joint, in the space of the armature."""
        whole = self.into @ in_model(model.joints.parents, matrices(poses))
        out = whole @ np.linalg.pinv(self.bind)
        out[..., :3, 3] /= self.scale
        return out


def root_scale(joints):
    """A scale that all roots share. Bones at rest have none in Blender, so the armature gets it."""
    roots = joints.bind.scale[joints.parents < 0]
    if not len(roots) or roots.min() <= 0 or np.ptp(roots) > 1e-4 * roots.max():
        return 1.0
    scale = float(np.median(roots))
    return scale if abs(scale - 1) > 1e-5 else 1.0


def rest_of(frame):
    """Bones at rest: turned and moved, without scale."""
    t, _ = decompose(frame.bind)
    out = np.tile(np.eye(4), (len(frame.bind), 1, 1))
    out[:, :3, :3] = turn_of(t.rotation)
    out[:, :3, 3] = frame.bind[:, :3, 3] / frame.scale
    return out


def lengths_of(model, frame, rest, losses):
    """How long bones are. A bone of no length is removed by Blender, so each has some."""
    tips = np.c_[model.joints.tips, np.ones(len(rest))]
    ends = np.einsum("jab,jb->ja", frame.bind, tips)[:, :3] / frame.scale - rest[:, :3, 3]
    length = np.linalg.norm(ends, axis=1)
    along = np.einsum("ja,ja->j", ends, rest[:, :3, 1])
    askew = int(np.count_nonzero((length > 1e-6) & (along < 0.999 * length)))
    short = length < 1e-4
    size = np.ptp(frame.points(model.position), axis=0).max() if len(model.position) else 1.0
    length[short] = max(0.05 * size, 1e-3)
    if askew:
        losses.add("%d tips are not along y; their bones keep the direction of the joint" % askew)
    if short.any():
        losses.add("%d joints have no tip; their bones get a length" % np.count_nonzero(short))
    return length


def build_armature(context, name, model, frame, losses):
    """The armature, and the names its bones really got."""
    rest = rest_of(frame)
    length = lengths_of(model, frame, rest, losses)
    obj = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    context.collection.objects.link(obj)
    context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    made = []
    for i, wanted in enumerate(model.joints.names):
        bone = obj.data.edit_bones.new(wanted)
        bone.head, bone.tail = (0, 0, 0), (0, float(length[i]), 0)
        bone.matrix = Matrix(rest[i].tolist())
        made.append(bone)
    names = [bone.name for bone in made]
    for bone, parent in zip(made, model.joints.parents):
        if parent >= 0:
            bone.parent = made[parent]
    bpy.ops.object.mode_set(mode="OBJECT")
    for i, bone_name in enumerate(names):
        obj.data.bones[bone_name]["portolan_place"] = i
        obj.pose.bones[bone_name].rotation_mode = "QUATERNION"
    obj.scale = [frame.scale] * 3
    obj.data["portolan_model"] = uuid.uuid4().hex  # its actions have the same, to be told from those of others
    for was, now in zip(model.joints.names, names):
        if was != now:
            losses.add("joint '%s' is called '%s'" % (was, now))
    scales = np.abs(model.joints.bind.scale - np.where(model.joints.parents < 0, frame.scale, 1)[:, None])
    if scales.max(initial=0) > 1e-4:
        losses.add("joints with a scale at rest have none in Blender; they move as before")
    return obj, names


# ---- Mesh ----------------------------------------------------------------------------------------------

def weld(model, how):
    """Corners that become one vertex: the first of each, and for every corner its vertex."""
    count = len(model.position)
    if how == "NONE":
        return np.arange(count), np.arange(count)
    width = int(model.weights.counts.max(initial=0))
    rows = np.zeros((count, 6 + 2 * width))
    rows[:, :3] = model.position
    if how == "ALL":
        rows[:, 3:6] = model.normal
    corner = np.repeat(np.arange(count), model.weights.counts)
    place = np.arange(len(corner)) - np.repeat(model.weights.starts(), model.weights.counts)
    rows[corner, 6 + 2 * place] = model.weights.joints + 1
    rows[corner, 7 + 2 * place] = model.weights.values
    first, which = first_of_equal(rows)
    return apart(first, which)


def apart(first, which):
    """Triangles that have lost a corner, or that are there twice, keep vertices of their own: Blender
    drops such faces when it cleans a mesh."""
    faces = np.sort(which.reshape(-1, 3), axis=1)
    flat = (faces[:, 0] == faces[:, 1]) | (faces[:, 1] == faces[:, 2])
    once = np.zeros(len(faces), bool)
    once[np.unique(faces, axis=0, return_index=True)[1]] = True
    corners = np.flatnonzero(np.repeat(flat | ~once, 3))
    out = which.copy()
    out[corners] = len(first) + np.arange(len(corners))
    both = np.concatenate([first, corners])
    used, again = np.unique(out, return_inverse=True)
    return both[used], again.reshape(-1)


def build_mesh(name, model, frame, how):
    """The mesh, and which corner of the file each of its vertices is."""
    first, which = weld(model, how)
    order = np.arange(len(which)).reshape(-1, 3)
    order = (order[:, [0, 2, 1]] if frame.turn else order).reshape(-1)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(frame.points(model.position[first]).tolist(), [], which[order].reshape(-1, 3).tolist())
    compat.set_corner_uvs(mesh.uv_layers.new(name="UVMap"), model.texture[order])
    mesh.polygons.foreach_set("material_index", model.material[0::3].astype(np.int32))
    compat.set_custom_normals(mesh, (model.normal[order] @ frame.into[:3, :3].T).tolist())
    mesh.update()
    return mesh, first


def put_weights(obj, names, weights):
    """Shares of the whole, because Blender keeps weights between 0 and 1."""
    groups = [obj.vertex_groups.new(name=name) for name in names]
    vertex, joint, share = shares(weights, len(weights.counts))
    order = np.lexsort((share, joint))
    vertex, joint, share = vertex[order], joint[order], share[order]
    cuts = np.flatnonzero((np.diff(joint) != 0) | (np.diff(share) != 0)) + 1
    for part in np.split(np.arange(len(vertex)), cuts) if len(vertex) else []:
        groups[joint[part[0]]].add(vertex[part].tolist(), float(share[part[0]]), "ADD")


def say_weights(weights, losses):
    vertex = np.repeat(np.arange(len(weights.counts)), weights.counts)
    total = np.bincount(vertex, weights.values, len(weights.counts))
    if (weights.counts > MAX_WEIGHTS).any():
        losses.add("%d vertices have more than six weights; the first six count" %
                   np.count_nonzero(weights.counts > MAX_WEIGHTS))
    if len(vertex) and np.abs(total[weights.counts > 0] - 1).max() > 1e-4:
        losses.add("weights become shares of their sum")


# ---- Actions -------------------------------------------------------------------------------------------

def basis_of(parents, rest, skin):
    """What pose bones have to do, so that what hangs on them goes where the file says."""
    posed = skin @ rest
    out = np.empty_like(posed)
    for joint, parent in enumerate(parents):
        if parent < 0:
            out[:, joint] = np.linalg.inv(rest[joint]) @ posed[:, joint]
        else:
            here = np.linalg.inv(rest[parent]) @ rest[joint]
            out[:, joint] = np.linalg.inv(here) @ np.linalg.pinv(posed[:, parent]) @ posed[:, joint]
    return out


def channels_of(basis):
    """Location, turn (w, x, y, z, in one hemisphere from frame to frame) and scale of all frames."""
    t, shear = decompose(basis)
    turn = np.concatenate([t.rotation[..., 3:], -t.rotation[..., :3]], -1)
    for frame in range(1, len(turn)):
        back = np.einsum("ja,ja->j", turn[frame], turn[frame - 1]) < 0
        turn[frame][back] *= -1
    return (t.translation, turn, t.scale), shear


def add_curve(action, path, index, group, values):
    curve = action.curve(path, index, group)
    curve.keyframe_points.add(len(values))
    keys = np.empty((len(values), 2))
    keys[:, 0], keys[:, 1] = np.arange(len(values)), values
    curve.keyframe_points.foreach_set("co", keys.reshape(-1))
    kinds = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items
    curve.keyframe_points.foreach_set("interpolation", [kinds["LINEAR"].value] * len(values))
    curve.update()


def build_action(name, place, armature, names, channels, moving):
    made = compat.NewAction(name, armature.name)
    for joint, bone in enumerate(names):
        start = 'pose.bones["%s"].' % bpy.utils.escape_identifier(bone)
        for (channel, _), values, moves in zip(CHANNELS, channels, moving):
            if moves[joint]:
                for index in range(values.shape[-1]):
                    add_curve(made, start + channel, index, bone, values[:, joint, index])
    action = made.action
    action.use_fake_user = True
    action["portolan_place"], action["portolan_name"] = place, name
    action["portolan_model"] = armature.data["portolan_model"]
    return made


def moving_channels(every, joints):
    """Which channels get keys. One that any set moves has them in all, because Blender leaves what an
    action does not mention as the last one had it; the first has them always, for the sake of length."""
    out = []
    for i, (_, still) in enumerate(CHANNELS):
        moves = np.zeros(joints, bool)
        for channels in every:
            moves |= np.abs(channels[i] - np.array(still)).max(axis=(0, 2)) > 1e-7
        out.append(moves)
    out[0][0] = True
    return out


def build_actions(armature, names, model, frame, losses):
    rest = np.array([armature.data.bones[n].matrix_local for n in names], float)
    every, sheared = [], 0.0
    sets = [s for s in model.sets if s.frames]
    for each in sets:
        channels, shear = channels_of(basis_of(model.joints.parents, rest, frame.skin(model, each.poses)))
        every.append(channels)
        sheared = max(sheared, shear)
    if sheared > 1e-4:
        losses.add("poses are sheared by up to %.4f, which is dropped" % sheared)
    moving = moving_channels(every, len(names))
    made = [build_action(s.name, i, armature, names, c, moving)
            for i, (s, c) in enumerate(zip(sets, every))]
    for each, action in zip(sets, made):
        if action.action.name != each.name:
            losses.add("set '%s' is called '%s'" % (each.name, action.action.name))
    if len(sets) < len(model.sets):
        losses.add("sets without frames are left out")
    if made:
        armature.animation_data_create()
        compat.assign(armature.animation_data, made[0].action, made[0].slot)


def set_rate(scene, model):
    scene.render.fps, scene.render.fps_base = RATE, 1.0
    scene.frame_start, scene.frame_end = 0, max(0, model.sets[0].frames - 1)
    scene.frame_set(0)


# ---- The whole -----------------------------------------------------------------------------------------

def trim(model, losses):
    """Whole triangles only."""
    extra = len(model.position) % 3
    if extra:
        keep = np.arange(len(model.position) - extra)
        for name in ("position", "texture", "normal", "material"):
            setattr(model, name, getattr(model, name)[keep])
        model.weights = model.weights.take(keep)
        losses.add("%d vertices after the last triangle are dropped" % extra)


def say_what_is_lost(model, losses):
    for each in model.said:
        losses.add(each)
    if not model.collision:
        losses.add("there are no bounds; export writes them")
    elif len(model.position) and np.abs(model.bounds - box(model.position)).max() > 1e-3:
        losses.add("bounds are not tight; export makes them so")
    mixed = model.material.reshape(-1, 3)
    if (mixed != mixed[:, :1]).any():
        losses.add("triangles with several materials get that of their first corner")
    roots = model.joints.bind.scale[model.joints.parents < 0]
    if len(roots) and (roots.prod(axis=1) < 0).any():
        losses.add("roots are mirrored: the file is probably from the newer exporter; 'mirror' undoes that")


def load(context, path, options):
    """Builds everything and returns the losses. The new objects are selected."""
    model = read_file(path)
    losses = Losses("imported " + os.path.basename(path))
    trim(model, losses)
    say_what_is_lost(model, losses)
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    name = os.path.splitext(os.path.basename(path))[0]
    frame = Frame(model, options.mirror)
    rig, names = build_armature(context, name + " rig", model, frame, losses) if model.joints.names else (None, [])
    mesh, first = build_mesh(name, model, frame, options.weld)
    for material in looks.build_materials(model, os.path.dirname(os.path.abspath(path)), losses):
        mesh.materials.append(material)
    obj = bpy.data.objects.new(name, mesh)
    context.collection.objects.link(obj)
    if rig:
        attach(obj, rig, names, model.weights.take(first), losses)
        if options.actions:
            build_actions(rig, names, model, frame, losses)
    finish(context, obj, rig, model, options)
    return losses


def attach(obj, rig, names, weights, losses):
    say_weights(weights, losses)
    put_weights(obj, names, weights)
    obj.parent = rig
    obj.modifiers.new("Armature", "ARMATURE").object = rig


def finish(context, obj, rig, model, options):
    for each in context.selected_objects:
        each.select_set(False)
    context.view_layer.update()
    for each in (obj, rig):
        if each:
            each.select_set(True)
            context.view_layer.objects.active = each
    if rig and options.actions and options.set_rate and model.sets:
        set_rate(context.scene, model)
