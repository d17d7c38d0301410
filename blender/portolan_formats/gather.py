# SPDX-License-Identifier: MIT
"""Meshes as they are seen, from evaluated copies: corners, weights and materials of every piece."""
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

import numpy as np

from . import compat
from .model import Weights, no_weights

CHANGING = {"BUILD", "CLOTH", "DYNAMIC_PAINT", "EXPLODE", "FLUID", "MESH_CACHE", "MESH_SEQUENCE_CACHE", "OCEAN",
            "SOFT_BODY", "WAVE"}
SHOWN = {"MESH", "CURVE", "SURFACE", "FONT", "META", "CURVES"}


@dataclass
class Piece:
    """One mesh in place. Corners come in triples; places are those of Blender's world."""
    name: str
    owner: object  # what moves it: its object, or the one that instances it
    inner: object  # the object itself where a collection is instanced, which moves it inside of that
    position: np.ndarray  # of vertices
    corner: np.ndarray  # vertices of corners
    normal: np.ndarray  # of corners
    uv: np.ndarray
    slot: np.ndarray  # of triangles: place in materials
    materials: list
    armature: object = None
    into: np.ndarray = None  # from the world of the armature to that of an instance
    weights: Weights = None  # joints are places in groups
    groups: list = None
    bone: str = ""  # one that carries the whole


def matrix(m):
    return np.array(m, float)


def armature_of(obj):
    """The armature that deforms an object as it is shown, and the modifier if it is one."""
    for modifier in obj.modifiers:
        if modifier.type == "ARMATURE" and modifier.object and modifier.show_viewport:
            return modifier.object, modifier
    if obj.parent and obj.parent_type == "ARMATURE" and obj.parent.type == "ARMATURE":
        return obj.parent, None
    return None, None


def carried_by(obj):
    """Armature and bone that an object hangs on."""
    if obj.parent and obj.parent_type == "BONE" and obj.parent.type == "ARMATURE":
        return obj.parent, obj.parent_bone
    return None, ""


def wanted(context, which):
    """The objects to export: selected ones, or all; armatures of meshes and meshes of armatures go along."""
    everything = list(context.view_layer.objects)
    visible = [o for o in everything if o.visible_get()]
    chosen = [o for o in visible if o.select_get()]
    if which == "VISIBLE" or which == "AUTO" and not chosen:
        return set(visible)
    if not any(o.type in SHOWN or o.instance_type != "NONE" for o in chosen):
        rigs = {o for o in chosen if o.type == "ARMATURE"}
        chosen += [o for o in visible if armature_of(o)[0] in rigs or carried_by(o)[0] in rigs]
    families = {family(o) for o in chosen if o.type == "META"}
    return set(chosen).union(o for o in visible if o.type == "META" and family(o) in families)


def family(ball):
    """Metaballs of one name, up to the number behind it, make one surface, which the first of them has."""
    return ball.name.partition(".")[0]


def with_instances(objects):
    """The objects, and all that they show through collections, one inside of the other."""
    found, waiting = set(), list(objects)
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        if each.instance_type == "COLLECTION" and each.instance_collection:
            waiting += each.instance_collection.all_objects
    return found


def armatures(objects, context):
    """All armatures the objects depend on, in the order of the scene."""
    found = {o for o in objects if o.type == "ARMATURE"}
    for each in with_instances(objects):
        found.update(a for a in (armature_of(each)[0], carried_by(each)[0]) if a)
    order = {o: i for i, o in enumerate(context.scene.objects)}
    return sorted(found, key=lambda o: (order.get(o, len(order)), o.name))


# ---- One mesh ----------------------------------------------------------------------------------------

def group_weights(mesh, count, groups):
    """Weights of vertices for the groups that are given (index: place). Blender has no bulk access to
    them; these maps run in C."""
    sets = list(map(attrgetter("groups"), mesh.vertices))
    sizes = np.fromiter(map(len, sets), int, count)
    flat = list(chain.from_iterable(sets))
    index = np.fromiter(map(attrgetter("group"), flat), int, len(flat))
    value = np.fromiter(map(attrgetter("weight"), flat), float, len(flat))
    place = np.full(max(max(groups, default=0), int(index.max(initial=0))) + 1, -1)
    for group, to in groups.items():
        place[group] = to
    used = (place[index] >= 0) & (value > 0)
    vertex = np.repeat(np.arange(count), sizes)[used]
    return Weights(np.bincount(vertex, minlength=count), place[index[used]], value[used])


def weigh(piece, mesh, obj, losses):
    """Weights of groups that have the name of a bone that deforms; others move nothing in Blender, too."""
    armature, modifier = armature_of(obj)
    piece.weights = no_weights(len(piece.position))
    if not armature:
        armature, piece.bone = carried_by(obj)
        piece.armature = armature
        return
    piece.armature = armature
    bones = armature.data.bones
    used = modifier is None or modifier.use_vertex_groups
    if used:
        named = [(g.index, g.name) for g in obj.vertex_groups if g.name in bones and bones[g.name].use_deform]
        piece.groups = [name for _, name in named]
        piece.weights = group_weights(mesh, len(piece.position),
                                      {index: place for place, (index, _) in enumerate(named)})
    say_unlike(obj, armature, modifier, losses)


def line_of(obj):
    """An object and all it hangs on."""
    return [obj] + line_of(obj.parent) if obj else []


def may_move(obj):
    """Whether an object has something that moves it, as far as that is seen without sampling."""
    return any(o.animation_data or o.constraints or o.rigid_body or o.type == "ARMATURE" for o in line_of(obj))


def moves_itself(obj):
    """Whether an object has a motion of its own: keys, drivers, constraints, or what it hangs on is a part."""
    data = obj.animation_data
    played = [data.action] + [s.action for t in data.nla_tracks for s in t.strips] if data else []
    curves = chain.from_iterable(compat.curves_of(a, s) for a in played if a for s in compat.slots_of(a))
    driven = data.drivers if data else ()
    return obj.parent is not None and obj.parent_type in ("BONE", "VERTEX", "VERTEX_3") or \
        any(not c.mute for c in obj.constraints) or \
        any(c.data_path in compat.OBJECT for c in chain(curves, driven))


def move_apart(obj, armature):
    """Whether a mesh moves and its armature does not go along, or the other way round."""
    mine, its = line_of(obj), line_of(armature)
    return any(moves_itself(o) for o in mine + its if (o in mine) != (o in its))


def say_unlike(obj, armature, modifier, losses):
    """What moves a mesh in Blender and cannot in the engine."""
    if move_apart(obj, armature):
        losses.add("'%s' and its armature '%s' move apart; the engine moves it by the joints alone" %
                   (obj.name, armature.name))
    if modifier is None:
        return
    if modifier.use_deform_preserve_volume:
        losses.add("'%s' preserves volume; the engine blends matrices" % obj.name)
    if modifier.use_bone_envelopes:
        losses.add("'%s' is moved by envelopes of bones too, which are dropped" % obj.name)
    if modifier.vertex_group:
        losses.add("'%s' is moved in part by its armature; the engine moves all of it" % obj.name)
    later = list(obj.modifiers)[list(obj.modifiers).index(modifier) + 1:]
    for each in later:
        if each.show_viewport and each.type == "ARMATURE":
            losses.add("'%s' has a second armature, which does not move it in the engine" % obj.name)
        elif each.show_viewport:
            losses.add("'%s' has the modifier '%s' after its armature; it is applied at rest" %
                       (obj.name, each.name))
    if any(b.bbone_segments > 1 for b in armature.data.bones):
        losses.add("bones of '%s' bend; the engine keeps them straight" % armature.name)


def uv_layer(mesh, name):
    """The layer an image node asks for, or the one that is rendered."""
    if name in mesh.uv_layers:
        return mesh.uv_layers[name]
    return next((layer for layer in mesh.uv_layers if layer.active_render), None) or mesh.uv_layers[0]


def corner_places(mesh, triangles, slot, materials, placing_of):
    """Texture coordinates of the corners of triangles; 0 0 without a layer."""
    out = np.zeros((len(triangles), 3, 2))
    if not mesh.uv_layers:
        return out.reshape(-1, 2)
    read = {}
    for index in np.unique(slot):
        placing = placing_of(materials[index] if index < len(materials) else None)
        layer = uv_layer(mesh, placing.layer)
        if layer.name not in read:
            read[layer.name] = compat.corner_uvs(layer, len(mesh.loops))
        out[slot == index] = placing.put(read[layer.name][triangles[slot == index]])
    return out.reshape(-1, 2)


def materials_of(mesh, obj):
    """Those of the mesh, unless the slot of the object has its own."""
    out = []
    for index, material in enumerate(mesh.materials):
        slots = obj.material_slots
        if index < len(slots) and slots[index].link == "OBJECT":
            material = slots[index].material
        out.append(material.original if material else None)
    return out


def vectors(collection, name, width, kind=np.float32):
    out = np.empty(width * len(collection), kind)
    collection.foreach_get(name, out)
    return out.reshape(-1, width)


def turned(normal, linear):
    """Normals through a matrix: the inverse transpose up to length, and right for flattened objects too."""
    cofactors = np.stack([np.cross(linear[:, 1], linear[:, 2]), np.cross(linear[:, 2], linear[:, 0]),
                          np.cross(linear[:, 0], linear[:, 1])], -1)
    out = normal @ cofactors.T * (-1 if np.linalg.det(linear) < 0 else 1)
    length = np.linalg.norm(out, axis=1, keepdims=True)
    return out / np.where(length > 0, length, 1)


def faceless(normal, corners, position):
    """Corners without a normal get that of their triangle, or up."""
    bad = np.linalg.norm(normal, axis=1) < 0.5
    if bad.any():
        a, b, c = (position[corners[i::3]] for i in range(3))
        face = np.repeat(np.cross(b - a, c - a), 3, axis=0)
        length = np.linalg.norm(face, axis=1, keepdims=True)
        face = np.where(length > 0, face / np.where(length > 0, length, 1), (0.0, 0.0, 1.0))
        normal[bad] = face[bad]
    return normal


def read_mesh(mesh, obj, world, name, placing_of):
    """A piece of a mesh in place: Blender's own triangles, turned round where the matrix mirrors."""
    mesh.calc_loop_triangles()
    triangles = vectors(mesh.loop_triangles, "loops", 3, np.int32)
    slot = vectors(mesh.loop_triangles, "material_index", 1, np.int32)[:, 0]
    if np.linalg.det(world[:3, :3]) < 0:
        triangles = triangles[:, [0, 2, 1]]
    materials = materials_of(mesh, obj)
    slot = np.minimum(slot, max(0, len(materials) - 1))  # as Blender shows them
    position = vectors(mesh.vertices, "co", 3).astype(float) @ world[:3, :3].T + world[:3, 3]
    flat = triangles.reshape(-1)
    corner = vectors(mesh.loops, "vertex_index", 1, np.int32)[:, 0][flat]
    normal = turned(compat.corner_normals(mesh)[flat], world[:3, :3])
    return Piece(name, None, None, position, corner, faceless(normal, corner, position),
                 corner_places(mesh, triangles, slot, materials, placing_of), slot, materials)


# ---- All of them ---------------------------------------------------------------------------------------

def is_flat(linear):
    """Whether a matrix leaves no surface."""
    size = np.linalg.svd(linear, compute_uv=False)
    return size[1] <= 1e-9


def is_led(obj):
    """Whether an object has an animation, or hangs on something that has one."""
    while obj:
        data = obj.animation_data
        if obj.type == "ARMATURE" or data and (data.action or data.nla_tracks or data.drivers):
            return True
        obj = obj.parent
    return False


def say_changing(obj, losses):
    """Modifiers that give a mesh another shape in every frame, before any armature moves it."""
    _, armature = armature_of(obj)
    modifiers = list(obj.modifiers)
    for each in modifiers[:modifiers.index(armature) if armature else None]:
        leaders = (getattr(each, name, None) for name in ("object", "target"))
        if each.show_viewport and (each.type in CHANGING or any(is_led(o) for o in leaders)):
            losses.add("'%s' is changed by the modifier '%s' as time goes; it stays as it is at this frame" %
                       (obj.name, each.name))


def say_shape(obj, losses):
    keys = getattr(obj.data, "shape_keys", None)
    if keys and keys.animation_data and (keys.animation_data.action or keys.animation_data.drivers):
        losses.add("shape keys of '%s' move; they stay as they are at this frame" % obj.name)


def is_own(instance):
    """Whether an instance is geometry that an object made by itself: by nodes, or a curve as a mesh."""
    return instance.is_instance and instance.parent.original == instance.object.original


def mesh_from(instance, depsgraph):
    """A copy of an evaluated mesh. Weights survive modifiers only if they are asked for, which must not be
    done with geometry that an object made by itself: Blender 3.4 crashes."""
    try:
        if is_own(instance):
            return instance.object.to_mesh()
        return instance.object.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
    except RuntimeError:
        return None


def one_piece(instance, depsgraph, losses, placing_of):
    obj = instance.object
    world = matrix(instance.matrix_world)
    owner = (instance.parent if instance.is_instance else obj).original
    if is_flat(world[:3, :3]):
        losses.add("'%s' is scaled to nothing, and left out" % obj.name)
        return None
    mesh = mesh_from(instance, depsgraph)
    if mesh is None:
        return None
    try:
        if not mesh.polygons:
            return None
        piece = read_mesh(mesh, obj, world, obj.name, placing_of)
        piece.owner = owner
        weigh(piece, mesh, obj.original, losses)
    finally:
        obj.to_mesh_clear()
    piece.into = np.eye(4)
    if instance.is_instance and owner.instance_type == "COLLECTION":
        piece.inner = obj.original
    if instance.is_instance:  # an instance shows its own matrix as that of the object
        own = matrix(obj.original.evaluated_get(depsgraph).matrix_world)
        piece.into = world @ np.linalg.pinv(own)
    say_shape(obj.original, losses)
    say_changing(obj.original, losses)
    return piece


def pieces(context, objects, losses, placing_of):
    """All pieces of the objects, armatures being at rest."""
    depsgraph = context.evaluated_depsgraph_get()
    out = []
    for instance in depsgraph.object_instances:
        source = instance.parent if instance.is_instance else instance.object
        if not instance.show_self or source.original not in objects or instance.object.type not in SHOWN:
            continue
        if is_own(instance) and source.original.type != "MESH":
            continue  # it was met as the object
        piece = one_piece(instance, depsgraph, losses, placing_of)
        if piece:
            out.append(piece)
    hidden = [o.name for o in context.view_layer.objects if o.type in SHOWN and not o.visible_get()]
    if hidden:
        losses.add("hidden, and left out: " + ", ".join("'%s'" % n for n in hidden))
    return out
