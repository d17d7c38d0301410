# SPDX-License-Identifier: MIT
"""The zip as a user installs it: switched on, with its preferences, used, switched off.

    blender -b --python install.py -- FOLDER ZIP MAP"""
import os
import sys

import bpy

scratch, archive, level = sys.argv[sys.argv.index("--") + 1:]
NAME = "portolan_formats"
faults = []


def expect(fact, text):
    if not fact:
        faults.append(text)


bpy.ops.preferences.addon_install(filepath=archive)
bpy.ops.preferences.addon_enable(module=NAME)
expect(NAME in bpy.context.preferences.addons, "it is not switched on")
path = os.path.join(scratch, "cube.pfobj")
bpy.ops.export_scene.portolan_pfobj(filepath=path)
expect(os.path.getsize(path) > 1000, "nothing is exported")
bpy.ops.import_scene.portolan_pfobj(filepath=path)

os.environ["PATH"] = "/nowhere"
settings = bpy.context.preferences.addons[NAME].preferences
settings.tool = os.environ["PORTOLAN"]
count = len(bpy.data.objects)
bpy.ops.import_scene.portolan_map(filepath=level)
expect(len(bpy.data.objects) > count, "the tool of the preferences is not used")
settings.tool = os.path.join(scratch, "no tool")
try:
    bpy.ops.import_scene.portolan_map(filepath=level)
    expect(False, "a tool that is not there is used")
except RuntimeError as why:
    expect("preferences name" in str(why), str(why))

bpy.ops.preferences.addon_disable(module=NAME)
expect("portolan_pfobj" not in dir(bpy.ops.export_scene), "it is not switched off")
for fault in faults:
    print("fault: " + fault)
print("1 files installed")
sys.exit(1 if faults else 0)
