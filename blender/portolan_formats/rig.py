# SPDX-License-Identifier: MIT
"""Joints of all armatures, and where they and moving objects are in every frame of every set."""
from dataclasses import dataclass, field

import numpy as np

from .gather import matrix
from .losses import Problem
from .model import Joints, Set, Transforms, rounded
from .motion import decompose, matrices, relative

SHEAR = 1e-4  # of a matrix; less than that is seen by nobody
STILL = 1e-6


@dataclass
class Rig:
    """An armature in one place; instances of collections may show it in several."""
    armature: object
    owner: object  # what instances it, and may move it, or None
    into: np.ndarray
    bones: list  # names of those that become joints, parents first
    parents: list  # places in the list, -1: none
    rest: np.ndarray  # (bones, 4, 4) in the world at rest
    lengths: list
    carrier: bool = False  # the armature is a joint too, because its scale would shear those below


@dataclass
class Take:
    """A set to be sampled: what begins it, and the frames."""
    name: str
    first: int
    last: int
    begin: object  # called before the first frame
    owner: object = None  # the action, which may know its place in a file
    poses: dict = field(default_factory=dict)  # object: (frames, 4, 4); rig armature: (frames, bones, 4, 4)


def exported_bones(armature, deform_only, carriers):
    """Bones that become joints. Of a rig without deforming ones all do."""
    bones = list(armature.data.bones)
    if deform_only and any(b.use_deform for b in bones):
        bones = [b for b in bones if b.use_deform or b.name in carriers]
    return in_file_order(bones)


def in_file_order(bones):
    """Imported bones know their place in the file; Blender lists them by branches. Parents come first."""
    key = {b.name: (b.get("portolan_place", 1 << 30), i) for i, b in enumerate(bones)}
    waiting = sorted(bones, key=lambda b: key[b.name])
    inside, out = {b.name for b in bones}, []
    placed = set()

    def put(bone):
        if bone.name in placed:
            return
        placed.add(bone.name)
        above = next((p for p in bone.parent_recursive if p.name in inside), None)
        if above is not None:
            put(above)
        out.append(bone)
    for bone in waiting:
        put(bone)
    return out


def make_rig(armature, owner, into, world, deform_only, carriers):
    bones = exported_bones(armature, deform_only, carriers)
    place = {b.name: i for i, b in enumerate(bones)}
    parents = [next((place[p.name] for p in b.parent_recursive if p.name in place), -1) for b in bones]
    rest = np.array([into @ world @ matrix(b.matrix_local) for b in bones]).reshape(-1, 4, 4)
    return Rig(armature, owner, into, [b.name for b in bones], parents, rest, [b.length for b in bones])


# ---- Sampling ------------------------------------------------------------------------------------------

def pose_matrices(armature, bones):
    """Of bones of an evaluated armature, in its own space."""
    found = armature.pose.bones
    flat = np.empty(16 * len(found), np.float32)
    found.foreach_get("matrix", flat)
    every = flat.reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)  # columns come first there
    place = {bone.name: i for i, bone in enumerate(found)}
    return every[[place[name] for name in bones]]


def sample(take, scene, layer, rigs, movers, rests):
    """Fills in the poses of a take; a generator that gives way after every frame."""
    take.begin()
    took = {}
    for frame in range(take.first, take.last + 1):
        scene.frame_set(frame)
        depsgraph = layer.depsgraph
        for each in movers:
            took.setdefault(each, []).append(matrix(each.evaluated_get(depsgraph).matrix_world))
        for number, rig in enumerate(rigs):
            seen = rig.armature.evaluated_get(depsgraph)
            whole = rig.into @ matrix(seen.matrix_world)
            if rig.owner:
                whole = took[rig.owner][-1] @ np.linalg.pinv(rests[rig.owner]) @ whole
            took.setdefault(number, []).append(whole @ pose_matrices(seen, rig.bones))
            took.setdefault((number, "self"), []).append(whole)
        yield frame
    take.poses = {key: np.array(rows) for key, rows in took.items()}
    if not all(np.isfinite(rows).all() for rows in take.poses.values()):
        raise Problem(["'%s' moves something to where no number is: look at its keys" % take.name])


# ---- Joints --------------------------------------------------------------------------------------------

class Skeleton:
    """All joints, in file order, with their places in the world at rest and in every take."""

    def __init__(self, takes):
        self.takes = takes
        self.names, self.parents, self.tips = [], [], []
        self.rest, self.poses = [], [[] for _ in takes]

    def add(self, name, parent, tip, rest, poses):
        self.names.append(name)
        self.parents.append(parent)
        self.tips.append(tip)
        self.rest.append(rest)
        for row, pose in zip(self.poses, poses):
            row.append(pose)
        return len(self.names) - 1

    def add_rig(self, rig, number, names, world):
        """The joints of a rig: {bone: joint}."""
        base = len(self.names)
        if rig.carrier:
            self.add(names.give(rig.armature.name), -1, (0, 0, 0), rig.into @ world,
                     [t.poses[(number, "self")] for t in self.takes])
        first, top = base + rig.carrier, base if rig.carrier else -1
        for i, bone in enumerate(rig.bones):
            parent = rig.parents[i]
            self.add(names.give(bone), first + parent if parent >= 0 else top,
                     (0, rig.lengths[i], 0), rig.rest[i], [t.poses[number][:, i] for t in self.takes])
        return {bone: first + i for i, bone in enumerate(rig.bones)}

    def add_mover(self, name, rest, moves):
        """A joint for an object. It has no scale at rest, so that an object that is stretched and turned
        has no shear; what it does in a frame is a motion of the whole, (frames, 4, 4) for each take."""
        still, _ = decompose(rest)
        still.scale = np.ones(3)
        rigid = matrices(still)
        return self.add(name, -1, (0, 0, 0), rigid, [m @ rigid for m in moves])

    def make(self, axes, losses):
        """Joints and sets in the axes of the file, as six decimals hold them."""
        if not self.names:
            return None, []
        parents = np.array(self.parents, int)
        shear = 0.0

        def local(whole):
            nonlocal shear
            moved = axes @ whole
            t, sheared = decompose(relative(parents, moved))
            shear = max(shear, sheared)
            return Transforms(rounded(t.scale), rounded(t.rotation), rounded(t.translation))
        bind = local(np.array(self.rest))
        sets = [Set(take.name, local(np.stack(rows, 1)), None) for take, rows in zip(self.takes, self.poses)]
        if shear > SHEAR:
            losses.add("joints are sheared by up to %.4f, which is dropped" % shear)
        return Joints(list(self.names), parents, bind, rounded(np.array(self.tips, float))), sets


def is_sheared(rig, takes, number, axes):
    """Whether roots need the armature above them to be told without shear."""
    roots = [i for i, p in enumerate(rig.parents) if p < 0]
    whole = [rig.rest[roots]] + [t.poses[number][:, roots].reshape(-1, 4, 4) for t in takes]
    return decompose(axes @ np.concatenate(whole))[1] > SHEAR


def motion_of(take, piece, inner, rests):
    """What a piece does in a take, relative to where it is at rest; inside of an instance, and with it."""
    def of(obj):
        return take.poses[obj] @ np.linalg.pinv(rests[obj])
    if not inner:
        return of(piece.owner)
    return of(piece.owner) @ piece.into @ of(inner) @ np.linalg.pinv(piece.into)


def inner_mover(takes, piece, rests):
    """The object inside of an instance, if it moves there."""
    known = piece.inner and all(piece.inner in t.poses for t in takes)
    moves = [t.poses[piece.inner] @ np.linalg.pinv(rests[piece.inner]) for t in takes] if known else []
    return piece.inner if not is_still(moves) else None


def follows(skeleton, joint, moves):
    """Whether motions of an object are those of a joint."""
    inverse = np.linalg.pinv(skeleton.rest[joint])
    return all(np.abs(poses[joint] @ inverse - m).max(initial=0) < 1e-4 * (1 + np.abs(m).max(initial=0))
               for poses, m in zip(skeleton.poses, moves))


def is_still(moves):
    return all(np.abs(m - np.eye(4)).max(initial=0) < STILL for m in moves)
