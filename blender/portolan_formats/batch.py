# SPDX-License-Identifier: MIT
"""Blender at the service of the portolan tool: opens a file and hands its model over.

    blender -b --factory-startup --disable-autoexec --python batch.py -- FILE FOLDER

The answer goes where standard output was when this began: "PTLB", then messages of a kind (4 bytes), a
size (8, little-endian) and as many bytes. FOLDER, which may be empty, is where the files will go: they get
names that are free there. src/imports/blender_run.c listens."""
import os
import struct
import sys

import bpy

LOSS, NAME, FILE, END, FAILED = range(1, 6)
NOWHERE = os.path.join(os.sep, "nonexistent")


def take_output():
    """Standard output for ourselves; what Blender says goes nowhere from here on."""
    sys.stdout.flush()
    mine = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return os.fdopen(mine, "wb")


def say(out, kind, data=b""):
    out.write(struct.pack("<IQ", kind, len(data)) + data)


def go(out, path, folder):
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    import portolan_formats
    from portolan_formats import exporter, names
    bpy.ops.wm.open_mainfile(filepath=os.path.abspath(path), load_ui=False, use_scripts=False)
    portolan_formats.register()
    name = names.word(os.path.splitext(os.path.basename(path))[0]) + ".pfobj"
    wishes = exporter.Options(objects="VISIBLE")  # what was selected when it was saved, nobody knows
    steps = exporter.make_files(bpy.context, os.path.join(folder or NOWHERE, name), wishes)
    losses, files = run(steps)
    for line in losses.lines:
        say(out, LOSS, line.encode("utf-8"))
    for each, data in sorted(files.items(), key=lambda f: f[0] == name):
        say(out, NAME, each.encode("ascii"))
        say(out, FILE, data)


def run(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def main():
    out = take_output()
    out.write(b"PTLB")
    path, folder = sys.argv[sys.argv.index("--") + 1:]
    try:
        go(out, path, folder)
        say(out, END)
    except Exception as why:  # whatever it is, the tool says it
        say(out, FAILED, (str(why).strip() or type(why).__name__).encode("utf-8", "replace"))
    out.flush()


main()
