# SPDX-License-Identifier: MIT
"""Everything of the user's that an export has to change for a while, put back whatever happens.

    with Keeper(context) as keep:
        keep.set(armature.data, "pose_position", "REST")
        ...
"""
from itertools import chain

import bpy

from . import compat

# Values that an action may hold, and that users may have changed without a key.
BASIS = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")


def attempt(call):
    try:
        call()
    except (ReferenceError, RuntimeError, TypeError, AttributeError) as why:
        print("portolan: could not put something back: %s" % why)


class Value:
    """What a curve changes: a property of an object, a bone, a constraint, or one that a user added."""

    def __init__(self, owner, path):
        self.own = path.endswith('"]')
        head, _, name = path[:-2].rpartition('["') if self.own else path.rpartition(".")
        self.name = name.replace('\\"', '"')
        self.holder = owner.path_resolve(head) if head else owner
        self.old = self.get()

    def get(self):
        value = self.holder[self.name] if self.own else getattr(self.holder, self.name)
        return tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else value

    def put_back(self):
        if self.get() == self.old:
            return
        if self.own:
            self.holder[self.name] = self.old
        else:
            setattr(self.holder, self.name, self.old)


def values_of(owner, curves):
    """Curves may be left over from bones and constraints that are gone."""
    out = []
    for path in dict.fromkeys(c.data_path for c in curves):
        try:
            out.append(Value(owner, path))
        except (AttributeError, KeyError, TypeError, ValueError):
            pass
    return out


def drivers_of(owners):
    return chain.from_iterable(o.animation_data.drivers for o in owners if o.animation_data)


def moves_by(scene):
    """Whether something moves by what this scene alone has: its rigid bodies, or values that drivers ask for."""
    if scene.rigidbody_world and scene.rigidbody_world.enabled:
        return True
    variables = (v for d in drivers_of(chain(bpy.data.objects, bpy.data.armatures)) for v in d.driver.variables)
    return any(v.type == "CONTEXT_PROP" or any(t.id == scene for t in v.targets) for v in variables)


class Keeper:
    def __init__(self, context):
        self.context = context
        self.back = []  # calls that undo, the last change first
        self.last = []  # and those for what actions overwrite when they come back

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self.back:
            attempt(self.back.pop())
        self.context.view_layer.update()
        for call in self.last:
            attempt(call)

    def set(self, owner, name, value):
        old = getattr(owner, name)
        if old != value:
            self.back.append(lambda: setattr(owner, name, old))
            setattr(owner, name, value)

    def later(self, call):
        self.back.append(call)

    def object_mode(self):
        """Meshes that are being edited are flushed, and show what their modifiers make of them."""
        layer = self.context.view_layer
        active = layer.objects.active
        edited = [o for o in self.context.objects_in_mode] if self.context.mode.startswith("EDIT") else []
        if not active or active.mode in ("OBJECT", "POSE"):
            return
        mode, chosen = active.mode, list(self.context.selected_objects)
        posed = [o for o in layer.objects if o.mode == "POSE"]  # armatures of a mesh that gets its weights
        bpy.ops.object.mode_set(mode="OBJECT")

        def enter(first, others, wanted):
            for each in layer.objects:
                each.select_set(each in others or each == first)
            layer.objects.active = first
            bpy.ops.object.mode_set(mode=wanted)

        def again():
            for each in posed:
                enter(each, [], "POSE")
            enter(active, edited + posed, mode)
            for each in layer.objects:
                each.select_set(each in chosen)
        self.later(again)

    def animation(self, owner):
        """The action, slot and NLA of an object; one that had no animation data has none afterwards."""
        data = owner.animation_data
        self.basis([owner])
        if data is None:
            owner.animation_data_create()
            self.later(owner.animation_data_clear)
            return owner.animation_data
        tweaked = data.use_tweak_mode
        if tweaked:
            data.use_tweak_mode = False
        action, slot, nla = data.action, compat.slot_of(data), data.use_nla
        played = [(action, slot)] + [(s.action, compat.slot_of_strip(s)) for t in data.nla_tracks for s in t.strips]
        curves = [c for a, its in played if a for c in compat.curves_of(a, its)]
        self.last += [v.put_back for v in values_of(owner, curves)]

        def again():
            compat.assign(data, action, slot)
            data.use_nla = nla
            if tweaked:
                data.use_tweak_mode = True
        self.later(again)
        return data

    def pose(self, armature):
        """Values that no action holds; they would show through in every set."""
        self.basis(armature.pose.bones)

    def basis(self, owners):
        old = [[tuple(getattr(each, name)) for name in BASIS] for each in owners]

        def again():
            for each, values in zip(owners, old):
                for name, value in zip(BASIS, values):
                    if tuple(getattr(each, name)) != value:
                        setattr(each, name, value)
        self.later(again)
        self.last.append(again)

    def scene(self, objects):
        """Scene and layer for sampling, of their own: frames of the user's scene stay, other objects cost nothing."""
        mine = self.context.scene
        if moves_by(mine):
            frame, rest = mine.frame_current, mine.frame_subframe
            self.later(lambda: mine.frame_set(frame, subframe=rest))
            return mine, self.context.view_layer
        scene = bpy.data.scenes.new("portolan sampling")
        self.later(lambda: bpy.data.scenes.remove(scene))
        for each in objects:
            scene.collection.objects.link(each)
        scene.render.fps, scene.render.fps_base = mine.render.fps, mine.render.fps_base
        scene.frame_start, scene.frame_end = mine.frame_start, mine.frame_end
        return scene, scene.view_layers[0]
