# SPDX-License-Identifier: MIT
"""File > Import > Permafrost model."""
import os

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import importer
from .losses import TITLE, Problem, show

WELD = (("ALL", "Position, normal and weights", "Vertices that are equal in these become one"),
        ("POSITION", "Position and weights", "Edges between different normals become sharp"),
        ("NONE", "Nothing", "Every corner keeps a vertex of its own"))


class IMPORT_SCENE_OT_portolan_pfobj(bpy.types.Operator, ImportHelper):
    """Read a model of the Permafrost Engine, with its skeleton, actions and images"""
    bl_idname = "import_scene.portolan_pfobj"
    bl_label = "Import Permafrost model"
    bl_options = {"PRESET", "UNDO"}
    filename_ext = ".pfobj"

    filter_glob: StringProperty(default="*.pfobj", options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    weld: EnumProperty(name="Weld by", items=WELD, default="ALL")
    mirror: BoolProperty(name="Mirror", default=False, description=(
        "Exchange left and right: for files of the engine's exporter since 2026"))
    actions: BoolProperty(name="Actions", default=True)
    set_rate: BoolProperty(name="Set scene to 24 frames a second", default=True)

    def paths(self):
        if self.directory and len(self.files):
            return [os.path.join(bpy.path.abspath(self.directory), f.name) for f in self.files]
        return [bpy.path.abspath(self.filepath)]

    def execute(self, context):
        """Every file that can be read, whatever the others are; all that is to be said is in one report."""
        options = importer.Options(self.weld, self.mirror, self.actions, self.set_rate)
        done, refused, chosen = [], [], []
        for path in self.paths():
            try:
                done.append(importer.load(context, path, options))
                chosen += context.selected_objects
            except Problem as why:
                refused += why.reasons
        for each in chosen:
            each.select_set(True)
        if done:
            self.tell(done, refused)
        if refused:
            self.report({"ERROR"}, "\n".join(refused))
        return {"FINISHED" if done else "CANCELLED"}

    def tell(self, done, refused):
        show(done, bpy.data.texts, refused)
        for losses in done:
            notes = "; %d notes in the text '%s'" % (len(losses.lines), TITLE) if losses.lines else ""
            self.report({"INFO"}, losses.title + notes)


def menu(self, context):
    self.layout.operator(IMPORT_SCENE_OT_portolan_pfobj.bl_idname, text="Permafrost model (.pfobj)")


CLASSES = (IMPORT_SCENE_OT_portolan_pfobj,)
