# SPDX-License-Identifier: MIT
"""Two implementations of .pfobj, in C and in Python, agree on every file: what one reads the other
does, what one refuses the other does, and both write the same bytes.

    blender -b --python agree.py -- FOLDER FILE..."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "blender"))
scratch, *files = sys.argv[sys.argv.index("--") + 1 :]

from portolan_formats import text_read, text_write  # noqa: E402  the path is set above

# What the add-on does not keep, because Blender has no place for it, and how the reader says so.
UNLIKE = ("rotations are three angles", "there is text after the model")


def by_tool(path, number):
    """The bytes the tool writes; None when it refuses to read, empty when it refuses to write."""
    out = os.path.join(scratch, "%d.pfobj" % number)
    if subprocess.run([os.environ["PORTOLAN"], "info", path], capture_output=True).returncode:
        return None
    words = [os.environ["PORTOLAN"], "convert", "--from", "pfobj", path, out]
    if subprocess.run(words, capture_output=True).returncode:
        return b""
    with open(out, "rb") as file:
        return file.read()


def by_us(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        model = text_read.read(data)
    except text_read.Refused as why:
        return None, [str(why)]
    return text_write.write(model), model.said


def damaged(data):
    """A model cut at every length, and changed at every byte in a few ways."""
    for at in range(len(data)):
        yield data[:at]
        for byte in b"-/\n\xff":
            yield data[:at] + bytes([byte]) + data[at + 1:]
        yield data[:at] + data[at + 1:]
        yield data[:at] + b"9999999" + data[at:]


def survive(path):
    """Whatever is wrong with a file is a refusal, never another exception; what is read can be written."""
    count = faults = 0
    with open(path, "rb") as file:
        data = file.read()
    for each in damaged(data):
        count += 1
        try:
            text_write.write(text_read.read(each))
        except text_read.Refused:
            pass
        except Exception as why:
            faults += 1
            if faults < 5:
                print("fault: %s of %r in a damaged %s" % (type(why).__name__, str(why), path))
    print("%d damaged ones" % count)
    return faults


failed = compared = 0
for number, path in enumerate(files):
    theirs, (ours, said) = by_tool(path, number), by_us(path)
    if any(word in said for word in UNLIKE) or theirs == b"" and ours is not None:
        continue
    compared += 1
    if theirs != ours:
        failed += 1
        print(
            "fault: %s: %s"
            % (
                path,
                "refused by the tool"
                if theirs is None
                else "refused by the add-on: %s" % said
                if ours is None
                else "other bytes",
            )
        )
for path in files:
    if path.endswith("/roundtrip/tiny.pfobj"):
        failed += survive(path)
print("%d files compared, %d differ" % (compared, failed))
sys.exit(1 if failed or compared < 20 else 0)
