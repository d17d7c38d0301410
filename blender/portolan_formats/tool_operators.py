# SPDX-License-Identifier: MIT
"""Maps through the portolan tool: import of four engines' maps, export of heights, and where the tool is."""
import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import tool
from .losses import TITLE, Problem

MAPS = "*.pfmap;*.gmm;*.mpd;*.xmf"


class PORTOLAN_AP_preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    tool: StringProperty(name="Portolan tool", subtype="FILE_PATH", description=(
        "Path of the program 'portolan'; looked for in PATH if nothing is given"))

    def draw(self, context):
        self.layout.prop(self, "tool")
        try:
            self.layout.label(text="found: " + tool.find(), icon="CHECKMARK")
        except Problem as why:
            self.layout.label(text=why.reasons[0], icon="ERROR")


def report(operator, work):
    """Does the work; says what came of it, in the interface, a text and on the console."""
    try:
        losses = work()
    except Problem as why:
        operator.report({"ERROR"}, "\n".join(why.reasons))
        return {"CANCELLED"}
    losses.show(bpy.data.texts)
    notes = "; %d notes in the text '%s'" % (len(losses.lines), TITLE) if losses.lines else ""
    operator.report({"INFO"}, losses.title + notes)
    return {"FINISHED"}


class IMPORT_SCENE_OT_portolan_map(bpy.types.Operator, ImportHelper):
    """Read a map of the Permafrost Engine, Gridmonger, Egoboo or PixelPerfectEngine"""
    bl_idname = "import_scene.portolan_map"
    bl_label = "Import map"
    bl_options = {"PRESET", "UNDO"}
    filename_ext = ".pfmap"

    filter_glob: StringProperty(default=MAPS, options={"HIDDEN"})
    textures: StringProperty(name="Textures", subtype="DIR_PATH", description=(
        "A folder where images are looked for, too"))

    def execute(self, context):
        return report(self, lambda: tool.load_map(bpy.path.abspath(self.filepath), self.textures))


class EXPORT_SCENE_OT_portolan_pfmap(bpy.types.Operator, ExportHelper):
    """Write a grid of heights as terrain for the Permafrost Engine"""
    bl_idname = "export_scene.portolan_pfmap"
    bl_label = "Export Permafrost terrain"
    bl_options = {"PRESET"}
    filename_ext = ".pfmap"

    filter_glob: StringProperty(default="*.pfmap", options={"HIDDEN"})

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def execute(self, context):
        return report(self, lambda: tool.save_map(context, context.object, bpy.path.abspath(self.filepath), True))


def import_menu(self, context):
    self.layout.operator(IMPORT_SCENE_OT_portolan_map.bl_idname, text="Map (.pfmap, .gmm, .mpd, .xmf)")


def export_menu(self, context):
    self.layout.operator(EXPORT_SCENE_OT_portolan_pfmap.bl_idname, text="Permafrost terrain (.pfmap)")


CLASSES = (PORTOLAN_AP_preferences, IMPORT_SCENE_OT_portolan_map, EXPORT_SCENE_OT_portolan_pfmap)
