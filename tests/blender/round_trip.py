# SPDX-License-Identifier: MIT
"""Models through Blender and back, untouched: vertices of all frames, names, materials and orders stay.

    blender -b --python round_trip.py -- FOLDER FILE..."""
import os
import shutil
import sys
import traceback

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "blender")]
scratch, *files = sys.argv[sys.argv.index("--") + 1 :]

import portolan_formats  # noqa: E402  the path is set above
from stage import FAULTS, Made, expect  # noqa: E402


def with_its_folder(path, number):
    """A copy beside which nothing is written into the repository."""
    where = os.path.join(scratch, str(number))
    shutil.copytree(os.path.dirname(path), where, symlinks=True)
    os.chmod(where, 0o755)
    return os.path.join(where, os.path.basename(path))


def compare(name, was, now):
    expect(len(was.position) == len(now.position), "%s: %d vertices" % (name, len(now.position)))
    if len(was.position) != len(now.position):
        return 0
    apart = np.abs(was.position - now.position).max()
    for key in ("name", "texture", "ambient", "diffuse", "specular"):
        ours, theirs = ([m[key] for m in made.materials] for made in (now, was))
        same = ours == theirs if isinstance(ours[0], str) else np.allclose(ours, theirs, atol=1e-6)
        expect(same, "%s: %s of materials: %s is not %s" % (name, key, ours, theirs))
    expect(
        [v["material"] for v in was.json["vertices"]] == [v["material"] for v in now.json["vertices"]],
        "%s: materials of vertices" % name,
    )
    expect(
        [(j["name"], j["parent"]) for j in was.joints] == [(j["name"], j["parent"]) for j in now.joints],
        "%s: joints" % name,
    )
    expect(
        [(s["name"], len(s["frames"])) for s in was.sets]
        == [(s["name"], len(s["frames"])) for s in now.sets],
        "%s: sets %s" % (name, [(s["name"], len(s["frames"])) for s in now.sets]),
    )
    for each in was.sets:
        apart = max(apart, np.abs(was.posed(each["name"]) - now.posed(each["name"])).max())
    expect(apart < 1e-4, "%s: vertices are %.6f apart" % (name, apart))
    expect(np.abs(was.texture - now.texture).max() < 1e-5, "%s: texture coordinates" % name)
    expect(normals_apart(was, now) < 0.015, "%s: normals are %.6f apart" % (name, normals_apart(was, now)))
    return apart


def normals_apart(was, now):
    """Blender holds a normal within 0.8 degrees, and none on triangles without an area."""
    a, b, c = (was.position[i::3] for i in range(3))
    area = np.repeat(np.linalg.norm(np.cross(b - a, c - a), axis=1), 3)
    unit = (np.abs(np.linalg.norm(was.normal, axis=1) - 1) < 1e-3) & (area > 1e-6)
    return np.abs(was.normal - now.normal)[unit].max(initial=0)


def go(path, number, weld):
    name = os.path.basename(path)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    here = with_its_folder(path, number)
    bpy.ops.import_scene.portolan_pfobj(filepath=here, weld=weld)
    out = os.path.join(os.path.dirname(here), "again.pfobj")
    bpy.ops.export_scene.portolan_pfobj(filepath=out)
    print("model %s, %s: %.7f" % (name, weld, compare("%s (%s)" % (name, weld), Made(here), Made(out))))


portolan_formats.register()
for number, path in enumerate(files):
    for at, weld in enumerate(("ALL", "POSITION", "NONE")):
        if weld == "NONE" and os.path.getsize(path) > 100000:
            continue
        try:
            go(path, "%d-%d" % (number, at), weld)
        except Exception:
            FAULTS.append("%s: %s" % (path, traceback.format_exc()))
for fault in FAULTS:
    print("fault: " + fault)
print("%d models through Blender and back, %d faults" % (len(files), len(FAULTS)))
sys.exit(1 if FAULTS or not files else 0)
