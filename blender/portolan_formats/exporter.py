# SPDX-License-Identifier: MIT
"""From a scene to a .pfobj and its images. Nothing is written before everything is known to be right."""
import os
import tempfile
from dataclasses import dataclass
from itertools import chain

import bpy
import numpy as np

from . import gather, rig, shading, takes, text_write, textures
from .keep import Keeper
from .losses import Losses, Problem
from .model import (MAX_JOINTS, MAX_LINE, MAX_MATERIALS, MAX_SETS, MAX_WEIGHTS, RATE, Model, Weights,
                    no_joints, rounded)
from .motion import rebound
from .names import Names

# Blender's x, y, z become x, z, -y: left, up and forward of a figure that looks along -y.
AXES = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]], float)


@dataclass
class Options:
    objects: str = "AUTO"  # SELECTED, VISIBLE
    mirror: bool = False
    scale: float = 1.0
    deform_only: bool = True
    sets_from: str = "ACTIONS"  # STRIPS, SCENE, NONE
    sets: str = ""  # names, separated by commas
    without: tuple = ()  # names of actions that are not exported
    idle: str = ""
    images: str = "KEEP"  # REPLACE, NONE


def axes_of(options):
    factor = np.diag([-options.scale if options.mirror else options.scale, options.scale, options.scale, 1])
    return factor @ AXES


# ---- Vertices ------------------------------------------------------------------------------------------

def largest(weights):
    """At most six of each vertex, the largest first; what rounds to nothing is dropped, and so are
    shares of a vertex whose sum is nothing. Shares are of the whole, as Blender uses them."""
    vertex = np.repeat(np.arange(len(weights.counts)), weights.counts)
    total = np.bincount(vertex, weights.values, len(weights.counts))
    share = weights.values / np.where(total > 0, total, 1)[vertex]
    order = np.lexsort((weights.joints, -share, vertex))
    vertex, joint, share = vertex[order], weights.joints[order], rounded(share[order])
    start = np.cumsum(weights.counts) - weights.counts
    place = np.arange(len(vertex)) - start[vertex]
    kept = (place < MAX_WEIGHTS) & (share > 0)
    dropped = int(np.count_nonzero((place >= MAX_WEIGHTS) & (share > 0)))
    counts = np.bincount(vertex[kept], minlength=len(weights.counts))
    return Weights(counts, joint[kept], share[kept]), dropped


def hang(piece, joint):
    """The weights of a piece, where those that have none hang on a joint."""
    counts = piece.weights.counts
    bare = counts == 0
    out = Weights(np.where(bare, 1, counts), None, None)
    joints, values = np.full(out.counts.sum(), joint), np.ones(out.counts.sum())
    inside = np.repeat(~bare, out.counts)
    joints[inside], values[inside] = piece.weights.joints, piece.weights.values
    return Weights(out.counts, joints, values)


def join(parts):
    return Weights(*(np.concatenate([getattr(p, n) for p in parts]) for n in ("counts", "joints", "values")))


def vertices(pieces, materials, axes, losses):
    """Arrays of all corners, in the axes of the file."""
    turn = np.linalg.det(axes[:3, :3]) < 0
    position, texture, normal, weights, material = [], [], [], [], []
    dropped = 0
    for piece in pieces:
        place = np.array([materials.add(m) for m in used_materials(piece)], int)
        corner = np.arange(len(piece.corner)).reshape(-1, 3)
        corner = (corner[:, [0, 2, 1]] if turn else corner).reshape(-1)
        index = piece.corner[corner]
        position.append((piece.position @ axes[:3, :3].T)[index])
        normal.append(gather.turned(piece.normal[corner], axes[:3, :3]))
        texture.append(piece.uv[corner])
        kept, lost = largest(piece.weights)
        dropped += lost
        weights.append(kept.take(index))
        material.append(np.repeat(place[piece.slot], 3))
    if dropped:
        losses.add("%d weights are dropped: the engine uses the six largest of a vertex" % dropped)
    return (rounded(np.concatenate(position)), rounded(np.concatenate(texture)),
            rounded(np.concatenate(normal)), join(weights), np.concatenate(material))


def used_materials(piece):
    """The materials of a piece by slot; slots that no face has are the first used one, and cost nothing."""
    used = np.unique(piece.slot)
    every = [piece.materials[i] if i < len(piece.materials) else None for i in range(int(used.max()) + 1)]
    return [m if i in used else every[used[0]] for i, m in enumerate(every)]


# ---- Joints and sets -----------------------------------------------------------------------------------

def instancer(piece):
    """What shows a piece through a collection, if it may move."""
    return piece.owner if piece.inner and gather.may_move(piece.owner) else None


def place_of(armature, into, owner):
    return armature, owner, np.round(into, 6).tobytes()


def make_rigs(pieces, armatures, worlds, options):
    """One rig for each armature and place, and which one a piece belongs to."""
    places, rigs = {}, []
    wanted = [(p.armature, p.into, instancer(p)) for p in pieces if p.armature]
    shown = {w[0] for w in wanted}
    wanted += [(a, np.eye(4), None) for a in armatures if a not in shown]
    order = {a: i for i, a in enumerate(armatures)}
    for armature, into, owner in sorted(wanted, key=lambda w: order[w[0]]):
        key = place_of(armature, into, owner)
        if key not in places:
            carriers = {p.bone for p in pieces if p.bone and p.armature == armature}
            places[key] = len(rigs)
            rigs.append(rig.make_rig(armature, owner, into, worlds[armature], options.deform_only, carriers))
    return rigs, {id(p): places[place_of(p.armature, p.into, instancer(p))] for p in pieces if p.armature}


def choose_takes(context, keep, scene, actors, options, losses):
    """What is sampled: the sets that were asked for, idle first."""
    stage = takes.Stage(keep, scene, actors)
    if options.sets_from == "NONE" or not actors:
        return []
    if options.sets_from == "SCENE":
        for name in ("frame_map_old", "frame_map_new"):  # time that is stretched
            setattr(scene.render, name, getattr(context.scene.render, name))
        return takes.scene_take(context.scene)
    stage.prepare()
    everyone = [o for o in bpy.data.objects if o.animation_data]
    if options.sets_from == "STRIPS":
        found = takes.strip_takes(stage)
    else:
        actions = sorted((a for a in bpy.data.actions if a.name not in options.without), key=lambda a: a.name)
        found = takes.action_takes(stage, actions, everyone, losses)
    found = takes.idle_first(takes.chosen(found, options.sets), options.idle)
    if not found and options.sets_from == "ACTIONS" and not options.sets and not options.without:
        return takes.scene_take(context.scene)  # constraints and drivers may move it
    return found


def say_rate(context, found, losses):
    rate = context.scene.render.fps / context.scene.render.fps_base
    if found and abs(rate - RATE) > 0.01:
        losses.add("the scene plays %.5g frames a second, the engine %d: one frame remains one frame" %
                   (rate, RATE))


def bind_pieces(pieces, rig_of, maps, skeleton, rests, names):
    """Gives the weights of pieces their joints; what moves without an armature gets a joint of its own."""
    own = {}
    for piece in pieces:
        table = maps[rig_of[id(piece)]] if piece.armature else {}
        if piece.groups:
            place = np.array([table.get(g, -1) for g in piece.groups] + [-1], int)
            keep = place[piece.weights.joints] >= 0
            vertex = np.repeat(np.arange(len(piece.position)), piece.weights.counts)[keep]
            piece.weights = Weights(np.bincount(vertex, minlength=len(piece.position)),
                                    place[piece.weights.joints[keep]], piece.weights.values[keep])
        if (piece.weights.counts > 0).all():
            continue
        inner = rig.inner_mover(skeleton.takes, piece, rests)
        moves = [rig.motion_of(t, piece, inner, rests) for t in skeleton.takes]
        bone = table.get(piece.bone, -1)
        if bone >= 0 and rig.follows(skeleton, bone, moves):
            piece.weights = hang(piece, bone)
        elif not rig.is_still(moves):
            key = (piece.owner, inner)
            if key not in own:
                rest = piece.into @ rests[inner] if inner else rests[piece.owner]
                own[key] = skeleton.add_mover(names.give((inner or piece.owner).name), rest, moves)
            piece.weights = hang(piece, own[key])


def drop_still(skeleton, options):
    """A scene that was sampled because something might move, and in which nothing does, is no set."""
    kept = []
    for number, take in enumerate(skeleton.takes):
        rows = skeleton.poses[number]
        moved = any(np.abs(r - rest).max(initial=0) > 1e-5 for r, rest in zip(rows, skeleton.rest))
        if take.owner is not None or options.sets_from != "ACTIONS" or moved:
            kept.append(number)
    skeleton.takes = [skeleton.takes[n] for n in kept]
    skeleton.poses = [skeleton.poses[n] for n in kept]


# ---- Limits --------------------------------------------------------------------------------------------

def problems(model, rows):
    """Everything the engine would refuse or break on, at once."""
    out = []
    for what, count, most in (("materials", len(model.materials), MAX_MATERIALS),
                              ("joints", len(model.joints.names), MAX_JOINTS),
                              ("animation sets", len(model.sets), MAX_SETS)):
        if count > most:
            out.append("%d %s: the engine takes %d" % (count, what, most))
    longest = max(rows, key=len)
    if len(longest) + 1 > MAX_LINE:
        out.append("a line of %d bytes, of which the engine reads %d: %s..." %
                   (len(longest) + 1, MAX_LINE, longest[:40]))
    for name, values in (("position", model.position), ("normal", model.normal),
                         ("texture coordinate", model.texture)):
        if not np.isfinite(values).all():
            out.append("a %s is not a number" % name)
    return out


# ---- Files ---------------------------------------------------------------------------------------------

def write_all(folder, files):
    """All files, or none: each is written under another name, and gets its own when all are whole."""
    made = []
    try:
        for name, data in files.items():
            handle, path = tempfile.mkstemp(prefix=".portolan-", dir=folder)
            made.append((path, os.path.join(folder, name)))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(path, 0o666 & ~umask)
        while made:
            os.replace(*made[0])
            made.pop(0)
    except OSError as why:
        raise Problem(["cannot write to '%s': %s" % (folder, why.strerror)]) from why
    finally:
        for path, _ in made:
            if os.path.exists(path):
                os.remove(path)


# ---- The whole -----------------------------------------------------------------------------------------

def make_files(context, path, options):
    """A generator: gives (share done, what is done now), and returns the losses and {name: bytes} of all
    files, the model last. Nothing is written. Closing it cancels."""
    losses = Losses("exported " + os.path.basename(path))
    folder = textures.Folder(os.path.dirname(path), options.images)
    with Keeper(context) as keep:
        model = yield from make_model(context, keep, options, folder, losses)
    yield 0.9, "writing"
    rows = text_write.lines(model)
    found = problems(model, rows)
    if found:
        raise Problem(found)
    files = dict(folder.files)
    files[os.path.basename(path)] = ("\n".join(rows) + "\n").encode("ascii")
    return losses, files


def export(context, path, options):
    """The same, and all files are written; returns the losses."""
    path = os.path.abspath(bpy.path.abspath(path))
    if os.path.isdir(path):
        raise Problem(["'%s' is a folder; a model needs the name of a file" % path])
    losses, files = yield from make_files(context, path, options)
    yield 0.97, "saving"
    write_all(os.path.dirname(path), files)
    return losses


def make_model(context, keep, options, folder, losses):
    keep.object_mode()
    objects = gather.wanted(context, options.objects)
    armatures = gather.armatures(objects, context)
    for each in armatures:
        keep.set(each.data, "pose_position", "REST")
    context.view_layer.update()
    yield 0.05, "meshes"
    pieces = gather.pieces(context, objects, losses, shading.placing)
    if not pieces:
        raise Problem(["there is no mesh with faces to export"] + losses.lines)
    yield 0.2, "joints"
    owners = dict.fromkeys(chain((p.owner for p in pieces), (p.inner for p in pieces if p.inner)))
    depsgraph = context.evaluated_depsgraph_get()
    worlds = {a: gather.matrix(a.evaluated_get(depsgraph).matrix_world) for a in armatures}
    rests = {o: gather.matrix(o.evaluated_get(depsgraph).matrix_world) for o in owners}
    for each in armatures:
        keep.set(each.data, "pose_position", "POSE")
    skeleton, names = yield from sample_all(context, keep, options, losses, pieces, armatures, rests, worlds)
    yield 0.8, "vertices"
    return assemble(pieces, skeleton, names, options, folder, losses)


def loose(pieces):
    """Pieces that may need a joint of their own: some of their vertices hang on no bone."""
    return [p for p in pieces if not p.groups or not (p.weights.counts > 0).all()]


def sample_all(context, keep, options, losses, pieces, armatures, rests, worlds):
    """The skeleton with all poses; weights of pieces know their joints afterwards."""
    rigs, rig_of = make_rigs(pieces, armatures, worlds, options)
    bare = loose(pieces)
    inner = (p.inner for p in bare if p.inner and gather.may_move(p.inner))
    movers = list(dict.fromkeys(chain((p.owner for p in bare), inner, (r.owner for r in rigs if r.owner))))
    actors = list(dict.fromkeys(armatures + movers))
    for each in actors:
        keep.set(each, "hide_viewport", False)  # what is hidden is not evaluated
    scene, layer = keep.scene(actors)
    found = choose_takes(context, keep, scene, actors, options, losses)
    say_rate(context, found, losses)
    total, done = sum(t.last - t.first + 1 for t in found), 0
    for take in found:
        for _ in rig.sample(take, scene, layer, rigs, movers, rests):
            done += 1
            yield 0.2 + 0.6 * done / total, "sampling " + take.name
    skeleton, names = rig.Skeleton(found), Names()
    maps = []
    for number, each in enumerate(rigs):
        each.carrier = bool(each.bones) and rig.is_sheared(each, found, number, axes_of(options))
        maps.append(skeleton.add_rig(each, number, names, worlds[each.armature]))
    bind_pieces(pieces, rig_of, maps, skeleton, rests, names)
    drop_still(skeleton, options)
    return skeleton, names


def assemble(pieces, skeleton, names, options, folder, losses):
    axes = axes_of(options)
    materials = textures.Materials(folder, losses)
    parts = vertices(pieces, materials, axes, losses)
    joints, sets = skeleton.make(axes, losses)
    model = Model(*parts, materials.list, joints or no_joints(), sets)
    given = Names()
    for each in model.sets:
        each.name = given.give(each.name)
    losses.renamed("joint", names.changed)
    losses.renamed("set", given.changed)
    losses.renamed("material", materials.names.changed)
    losses.renamed("image", folder.names.changed)
    rebound(model)
    for each in model.sets:
        each.bounds = rounded(each.bounds)
    return model
