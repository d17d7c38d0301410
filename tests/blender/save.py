# SPDX-License-Identifier: MIT
"""A scene as a file of Blender, and what the add-on makes of it, for the tool to compare with.

    blender -b --python save.py -- FOLDER"""
import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "blender")]
folder = sys.argv[sys.argv.index("--") + 1]

import portolan_formats  # noqa: E402  the path is set above
from stage import action, actor, cube, select  # noqa: E402

for name in ("by-tool", "other", "batch"):
    os.mkdir(os.path.join(folder, name))
with open(os.path.join(folder, "junk.blend"), "w", encoding="ascii") as file:
    file.write("junk")
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
portolan_formats.register()
rig = actor()[1]
action("Walk", rig)
action("Idle", rig)
prop = cube("Prop", 0.2, (3, 0, 0))
select()
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "actor.blend"))
bpy.ops.export_scene.portolan_pfobj(filepath=os.path.join(folder, "actor.pfobj"))
select(prop, active=prop)
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "chosen.blend"))
print("1 scenes saved")
