# SPDX-License-Identifier: MIT
"""File > Export > Permafrost model: options in the side panel, progress, Escape, and the report."""
import time

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import exporter, takes
from .losses import TITLE, Cancelled, Problem

TURN = 0.2  # seconds of work before the window is drawn again

OBJECTS = (("AUTO", "Selected, or all", "What is selected, or all that is visible when nothing is"),
           ("SELECTED", "Selected", "What is selected; armatures of meshes go along"),
           ("VISIBLE", "Visible", "All that is visible"))
SETS = (("ACTIONS", "Actions", "A set for each action that moves the model, those in NLA strips too"),
        ("STRIPS", "NLA strips", "A set for each strip, as the NLA plays it"),
        ("SCENE", "Scene", "One set: the frames of the scene as they play"),
        ("NONE", "None", "No animation"))
IMAGES = (("KEEP", "Save, keep others", "Images go beside the model; a different file of that name stays"),
          ("REPLACE", "Save, replace", "Images go beside the model and replace files of that name"),
          ("NONE", "Leave", "Only the model is written"))


class PORTOLAN_PG_set(bpy.types.PropertyGroup):
    use: BoolProperty(name="Export", default=True)


class Work:
    """An export on its way: told about in the status bar, and cancelled by whoever says so."""

    def __init__(self, context, steps):
        self.context, self.steps, self.losses = context, steps, None
        context.window_manager.progress_begin(0, 100)

    def step(self):
        """False when it is done."""
        try:
            share, text = next(self.steps)
        except StopIteration as end:
            self.losses = end.value
            return False
        self.context.window_manager.progress_update(int(100 * share))
        if self.context.workspace:
            self.context.workspace.status_text_set("Permafrost model: %s (Esc cancels)" % text)
        return True

    def end(self):
        self.steps.close()
        self.context.window_manager.progress_end()
        if self.context.workspace:
            self.context.workspace.status_text_set(None)


class EXPORT_SCENE_OT_portolan_pfobj(bpy.types.Operator, ExportHelper):
    """Write a model for the Permafrost Engine, with its images"""
    bl_idname = "export_scene.portolan_pfobj"
    bl_label = "Export Permafrost model"
    bl_options = {"PRESET"}
    filename_ext = ".pfobj"

    filter_glob: StringProperty(default="*.pfobj", options={"HIDDEN"})
    objects: EnumProperty(name="Objects", items=OBJECTS, default="AUTO")
    mirror: BoolProperty(name="Mirror", default=False, description=(
        "Exchange left and right, as the engine's own exporter does since 2026; its view mirrors models"))
    scale: FloatProperty(name="Scale", default=1.0, min=1e-6, soft_min=0.01, soft_max=100)
    deform_only: BoolProperty(name="Deform only", default=True, description=(
        "Leave out bones that are used as controls; their children hang on the next bone above"))
    sets_from: EnumProperty(name="Sets from", items=SETS, default="ACTIONS")
    sets: StringProperty(name="Only", description="Names of sets to export, separated by commas")
    idle: StringProperty(name="First", description="The set a fresh entity plays; one that is called idle "
                                                   "if nothing is given")
    images: EnumProperty(name="Images", items=IMAGES, default="KEEP")
    chosen: CollectionProperty(type=PORTOLAN_PG_set, options={"HIDDEN", "SKIP_SAVE"})
    check_existing: BoolProperty(default=True, options={"HIDDEN"})

    work = None
    asked = False  # by somebody in front of a window

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "objects")
        layout.prop(self, "scale")
        layout.prop(self, "mirror")
        layout.prop(self, "images")
        box = layout.box()
        box.prop(self, "deform_only")
        box.prop(self, "sets_from")
        box.prop(self, "idle")
        if self.sets_from == "ACTIONS":
            for each in self.chosen:
                box.prop(each, "use", text=each.name)
        if not self.chosen:
            box.prop(self, "sets")

    def invoke(self, context, event):
        self.asked = True
        self.chosen.clear()
        rigs = [o for o in context.scene.objects if o.type == "ARMATURE"]
        for action in bpy.data.actions:
            if any(takes.slot_for(action, r, [o for o in bpy.data.objects if o != r]) is not False
                   for r in rigs):
                self.chosen.add().name = action.name
        return super().invoke(context, event)

    def wishes(self):
        """What is switched off in the list is left out; the rest of it may be of rigs that stay behind. Where
        there is a list, names of an earlier export are not seen, and do not count."""
        names = ("objects", "mirror", "scale", "deform_only", "sets_from", "idle", "images")
        without = tuple(c.name for c in self.chosen if not c.use)
        given = exporter.Options(**{n: getattr(self, n) for n in names}, without=without,
                                 sets="" if len(self.chosen) else self.sets)
        if given.sets_from == "ACTIONS" and without and len(without) == len(self.chosen):
            given.sets_from = "NONE"
        return given

    def execute(self, context):
        steps = exporter.export(context, self.filepath, self.wishes())
        if self.asked and not bpy.app.background:
            PORTOLAN_OT_work.begin = steps
            bpy.ops.portolan.work("INVOKE_DEFAULT")
            return {"FINISHED"}
        work, result = Work(context, steps), None
        while result is None:
            result = advance(self, work)
        return result


def advance(operator, work, cancelled=False):
    """One step: None while there is more to do, else how the operator ends."""
    more = False
    try:
        if cancelled:
            raise Cancelled()
        more = work.step()
        return None if more else succeed(operator, work.losses)
    except Problem as why:
        for reason in why.reasons:
            print("portolan: " + reason)
        operator.report({"ERROR"}, "\n".join(why.reasons))
    except Cancelled:
        operator.report({"WARNING"}, "cancelled; nothing was written")
    finally:
        if not more:
            work.end()
    return {"CANCELLED"}


def succeed(operator, losses):
    losses.show(bpy.data.texts)
    notes = "; %d notes in the text '%s'" % (len(losses.lines), TITLE) if losses.lines else ""
    operator.report({"INFO"}, losses.title + notes)
    return {"FINISHED"}


class PORTOLAN_OT_work(bpy.types.Operator):
    """Works in steps, so that the window lives and Escape is heard"""
    bl_idname = "portolan.work"
    bl_label = "Export Permafrost model"
    bl_options = {"INTERNAL"}
    begin = None  # steps of the next one

    def invoke(self, context, event):
        self.work = Work(context, PORTOLAN_OT_work.begin)
        self.timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type not in {"ESC", "TIMER"}:
            return {"RUNNING_MODAL"}
        result, until = None, time.monotonic() + TURN
        while result is None and time.monotonic() < until:
            result = advance(self, self.work, event.type == "ESC")
        if result is None:
            return {"RUNNING_MODAL"}
        context.window_manager.event_timer_remove(self.timer)
        return result


def menu(self, context):
    self.layout.operator(EXPORT_SCENE_OT_portolan_pfobj.bl_idname, text="Permafrost model (.pfobj)")


CLASSES = (PORTOLAN_PG_set, EXPORT_SCENE_OT_portolan_pfobj, PORTOLAN_OT_work)
