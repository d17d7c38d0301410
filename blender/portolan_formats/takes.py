# SPDX-License-Identifier: MIT
"""Which sets a model gets: actions that move its armatures, strips of the NLA, or the scene as it plays."""
import math
import re

import bpy
from mathutils import Matrix

from . import compat
from .losses import Problem
from .names import original
from .rig import Take

BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]')
ESCAPED = re.compile(r"\\(.)")


def whole_frames(first, last):
    """Both are rounded before anything is counted."""
    return math.floor(first + 0.5), max(math.floor(first + 0.5), math.floor(last + 0.5))


def strips_of(obj):
    data = obj.animation_data
    return [s for t in data.nla_tracks for s in t.strips] if data else []


def used_by(obj):
    """Actions that an object has now, in its strips too."""
    data = obj.animation_data
    current = [data.action] if data and data.action else []
    return current + [s.action for s in strips_of(obj) if s.action]


def bones_in(action, slot):
    found = (BONE.match(c.data_path) for c in compat.curves_of(action, slot))
    return {ESCAPED.sub(r"\1", m.group(1)) for m in found if m}


def current_slot(action, obj):
    """The slot an object has of an action now; an action for several rigs may have one for each."""
    data = obj.animation_data
    return compat.slot_of(data) if data and data.action == action else None


def came_with_another(action, armature):
    """Whether both were imported, and not from the same file: rigs of one make have the same bones."""
    mine, theirs = armature.data.get("portolan_model"), action.get("portolan_model")
    return mine is not None and theirs is not None and mine != theirs


def bones_of(obj):
    return set(obj.data.bones.keys()) if obj.type == "ARMATURE" else set()


def is_meant_for(bones, obj):
    """Whether half of the bones of an action are those of an armature, and no other armature has more of them.
    Bones that were renamed or removed since leave their keys behind in all actions that nothing had then."""
    here = len(bones & bones_of(obj))
    return 2 * here >= max(1, len(bones)) and all(len(bones & bones_of(o)) <= here for o in bpy.data.objects)


def slot_for(action, obj, others):
    """The slot with which an action moves an object, or False.

    One that the object has does, if it moves a bone or the object; of others those that nothing else
    has, and that are meant for this armature."""
    own = action in used_by(obj)
    for slot in sorted(compat.slots_of(action), key=lambda s: s != current_slot(action, obj)):
        bones = bones_in(action, slot)
        moves = any(c.data_path in compat.OBJECT for c in compat.curves_of(action, slot))
        if own and (bones & bones_of(obj) or moves):
            return slot
        if not own and is_meant_for(bones, obj) and not came_with_another(action, obj) and \
                not any(action in used_by(o) for o in others):
            return slot
    return False


class Stage:
    """What is put in front of the camera: armatures and objects whose animation may be changed."""

    def __init__(self, keep, scene, actors):
        self.keep, self.scene, self.actors = keep, scene, actors
        self.data = {}

    def prepare(self):
        for each in self.actors:
            self.data[each] = self.keep.animation(each)
            if each.type == "ARMATURE":
                self.keep.pose(each)

    def reset(self):
        """Bones without keys are at rest in every set, not where the last one left them."""
        for each in self.actors:
            if each.type == "ARMATURE":
                for bone in each.pose.bones:
                    bone.matrix_basis = Matrix()

    def play(self, action, fits):
        """Begins an action: those that it fits have it, other armatures rest."""
        def begin():
            self.reset()
            for each in self.actors:
                if each in fits:
                    compat.assign(self.data[each], action, fits[each])
                    self.data[each].use_nla = False
                elif each.type == "ARMATURE":
                    compat.assign(self.data[each], None, None)
                    self.data[each].use_nla = False
        return begin

    def solo(self, owner, strip):
        """Begins a strip: it plays as the NLA has it, all others of the same object are silent."""
        def begin():
            self.reset()
            for each in self.actors:
                if each.type == "ARMATURE" or each == owner:
                    compat.assign(self.data[each], None, None)
                    self.data[each].use_nla = each == owner
            for other in strips_of(owner):
                self.keep.set(other, "mute", other != strip)
            for track in owner.animation_data.nla_tracks:
                self.keep.set(track, "mute", False)
                self.keep.set(track, "is_solo", False)
        return begin


def say_bones(action, fits, losses):
    """Keys of bones that are not there."""
    gone = set.intersection(*(bones_in(action, slot) - bones_of(each) for each, slot in fits.items()))
    if gone and any(each.type == "ARMATURE" for each in fits):
        losses.add("action '%s' has keys of bones that are not there: %s" %
                   (action.name, ", ".join("'%s'" % name for name in sorted(gone))))


def is_lost(action, rigs, everyone):
    """Whether an action that nothing has moves a few bones of armatures, and is meant for none at all."""
    moved = [bones_in(action, slot) for slot in compat.slots_of(action)]
    return any(bones & bones_of(r) for bones in moved for r in rigs) and \
        not any(is_meant_for(bones, o) for bones in moved for o in bpy.data.objects) and \
        not any(action in used_by(o) for o in everyone)


def action_takes(stage, actions, everyone, losses):
    """A take for each action that moves an actor. Objects only count where there is no armature."""
    rigs = [a for a in stage.actors if a.type == "ARMATURE"]
    out = []
    for action in actions:
        fits = {}
        for each in rigs or stage.actors:
            slot = slot_for(action, each, [o for o in everyone if o != each])
            if slot is not False:
                fits[each] = slot
        if fits:
            first, last = whole_frames(*action.frame_range)
            name = original(action.name, action.get("portolan_name"))
            say_bones(action, fits, losses)
            out.append(Take(name, first, last, stage.play(action, fits), action))
        elif is_lost(action, rigs, everyone):
            losses.add("action '%s' is left out: most of the bones it moves are not there" % action.name)
    return out


def strip_takes(stage):
    out = []
    for each in stage.actors:
        for strip in strips_of(each):
            first, last = whole_frames(strip.frame_start, strip.frame_end)
            out.append(Take(strip.name, first, last, stage.solo(each, strip)))
    return out


def scene_take(scene):
    return [Take(scene.name, scene.frame_start, scene.frame_end, lambda: None)]


def split_names(text, known):
    """Names between commas; of a name that has commas itself, the longest that is known."""
    parts, out = text.split(","), []
    while parts:
        ends = range(len(parts), 0, -1)
        end = next((n for n in ends if ",".join(parts[:n]).strip() in known), 1)
        out.append(",".join(parts[:end]).strip())
        del parts[:end]
    return [name for name in out if name]


def chosen(takes, names):
    """Those of a list, in its order; every name that there is not is a reason to stop."""
    by_name = {}
    for take in takes:
        by_name.setdefault(take.name, take)
        if take.owner:
            by_name.setdefault(take.owner.name, take)
    wanted = split_names(names, by_name)
    if not wanted:
        return takes
    missing = [n for n in wanted if n not in by_name]
    if missing:
        raise Problem(["no action called '%s' moves this model" % n for n in missing])
    return [by_name[n] for n in wanted]


def idle_first(takes, idle):
    """A fresh entity plays the first set. Models that came from a file keep its order unless one is named."""
    if idle and not any(t.name == idle for t in takes):
        raise Problem(["no action called '%s' can be first" % idle])
    takes = sorted(takes, key=lambda t: t.owner.get("portolan_place", 1 << 30) if t.owner else 0)
    placed = any(t.owner and "portolan_place" in t.owner for t in takes)
    if not idle and not placed:
        idle = next((t.name for t in takes if "idle" in t.name.lower()), "")
    return sorted(takes, key=lambda t: t.name != idle) if idle else takes
