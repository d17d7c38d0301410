# SPDX-License-Identifier: MIT
"""Calls that differ between versions of Blender, each in one place. docs/blender.md lists them."""
import bpy
import numpy as np

# Paths of curves that move a whole object.
OBJECT = ("location", "rotation_euler", "rotation_quaternion", "rotation_axis_angle", "scale",
          "delta_location", "delta_rotation_euler", "delta_rotation_quaternion", "delta_scale")
SLOTS = bpy.app.version >= (4, 4, 0)  # actions have slots for what they animate


def corner_normals(mesh):
    """Split normals of all corners. Since 4.1 they are always there; before, they are computed on demand."""
    out = np.empty(3 * len(mesh.loops), np.float32)
    if hasattr(mesh, "corner_normals"):
        mesh.corner_normals.foreach_get("vector", out)
    else:
        mesh.calc_normals_split()
        mesh.loops.foreach_get("normal", out)
    return out.reshape(-1, 3).astype(float)


def corner_uvs(layer, count):
    """Since 3.5 coordinates are an attribute of their own; `data` is the older way to them."""
    out = np.empty(2 * count, np.float32)
    if hasattr(layer, "uv"):
        layer.uv.foreach_get("vector", out)
    else:
        layer.data.foreach_get("uv", out)
    return out.reshape(-1, 2).astype(float)


def set_corner_uvs(layer, values):
    flat = np.ascontiguousarray(values, np.float32).reshape(-1)
    if hasattr(layer, "uv"):
        layer.uv.foreach_set("vector", flat)
    else:
        layer.data.foreach_set("uv", flat)


def set_custom_normals(mesh, normals):
    """One for each corner. Before 4.1 they are shown only where auto smooth is on."""
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    mesh.normals_split_custom_set(normals)
    if hasattr(mesh, "use_auto_smooth"):
        mesh.use_auto_smooth = True


def slots_of(action):
    """What an action may be assigned with: its slots for objects, or None where there are no slots."""
    if not SLOTS:
        return [None] if action.id_root in ("OBJECT", "") else []
    return [s for s in action.slots if s.target_id_type in ("OBJECT", "UNSPECIFIED")]


def curves_of(action, slot):
    if not SLOTS:
        return list(action.fcurves)
    if slot is None:
        return []
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips]
    return [curve for bag in bags if bag for curve in bag.fcurves]


def assign(animation, action, slot):
    animation.action = action
    if SLOTS and action is not None and slot is not None:
        animation.action_slot = slot


def slot_of(animation):
    return animation.action_slot if SLOTS else None


def slot_of_strip(strip):
    return strip.action_slot if SLOTS else None


class NewAction:
    """An action for an object, to which curves are added."""

    def __init__(self, name, owner):
        self.action = bpy.data.actions.new(name)
        self.slot = self.bag = None
        if SLOTS:
            self.slot = self.action.slots.new(id_type="OBJECT", name=owner)
            strip = self.action.layers.new("Layer").strips.new(type="KEYFRAME")
            self.bag = strip.channelbag(self.slot, ensure=True)
        else:
            self.action.id_root = "OBJECT"

    def curve(self, path, index, group):
        if self.bag is None:
            return self.action.fcurves.new(path, index=index, action_group=group)
        curve = self.bag.fcurves.new(path, index=index)
        known = self.bag.groups.get(group) or self.bag.groups.new(group)
        curve.group = known
        return curve
