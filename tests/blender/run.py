# SPDX-License-Identifier: MIT
"""Runs situations in one Blender: blender -b --python run.py -- FOLDER [NAME...]."""
import os
import sys
import time
import traceback

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "blender")]
words = sys.argv[sys.argv.index("--") + 1 :]
os.environ["FOLDER"] = words[0]

import portolan_formats  # noqa: E402  the path is set above
import stage  # noqa: E402
import situation  # noqa: E402
import situations_files  # noqa: E402,F401  these fill the table
import situations_import  # noqa: E402,F401
import situations_meshes  # noqa: E402,F401
import situations_rigs  # noqa: E402,F401
import situations_tool  # noqa: E402,F401


def run_one(name, call):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 24
    faults = len(stage.FAULTS)
    began = time.time()
    try:
        call()
    except Exception:
        stage.FAULTS.append("%s: %s" % (name, traceback.format_exc()))
    ok = len(stage.FAULTS) == faults
    print("situation %s: %s, %.2f s" % (name, "fine" if ok else "FAILED", time.time() - began))


portolan_formats.register()
count = 0
for name, call in situation.TABLE.items():
    if not words[1:] or name in words[1:]:
        run_one(name, call)
        count += 1
portolan_formats.unregister()
for fault in stage.FAULTS:
    print("fault: " + fault)
print("%d situations, %d faults" % (count, len(stage.FAULTS)))
sys.exit(1 if stage.FAULTS or count == 0 else 0)
