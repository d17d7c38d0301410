# SPDX-License-Identifier: MIT
"""The portolan tool, where it is installed: maps come in as glTF, and heights go out as terrain."""
import os
import shutil
import subprocess
import tempfile

import bpy
import numpy as np

from . import png
from .gather import matrix
from .losses import Losses, Problem

SECONDS = 600
ABSENT = ("the portolan tool is not found: install it, or set its path under Preferences > Add-ons > "
          "Portolan formats")
CHUNK = 32  # tiles on a side
TILE = 8.0  # units on a side, and
LEVEL = 4.0  # units of a level, as the engine has them


def preferences():
    addon = bpy.context.preferences.addons.get(__package__)
    return addon.preferences if addon else None


def find():
    """The path of the tool: that of the preferences, or what PATH has."""
    own = preferences()
    wanted = bpy.path.abspath(own.tool) if own and own.tool else ""
    if wanted and not os.access(wanted, os.X_OK):
        raise Problem(["'%s', which the preferences name as the portolan tool, cannot be run" % wanted])
    found = wanted or shutil.which("portolan")
    if not found:
        raise Problem([ABSENT])
    return found


def run(words, losses):
    """Runs it; what it says besides is listed, and a failure is told in its words."""
    try:
        done = subprocess.run([find()] + words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=SECONDS)
    except subprocess.TimeoutExpired as why:
        raise Problem(["the portolan tool took more than %d s" % SECONDS]) from why
    except OSError as why:
        raise Problem(["the portolan tool cannot be started: %s" % why.strerror]) from why
    said = done.stderr.decode("utf-8", "replace").splitlines()
    if done.returncode:
        raise Problem(said or ["the portolan tool failed with code %d" % done.returncode])
    for line in said:
        losses.add(line)


# ---- Maps come in --------------------------------------------------------------------------------------

def gltf_importer():
    """Blender's own. That of 3.4 and older asks numpy for a name that newer ones dropped."""
    if "gltf" not in dir(bpy.ops.import_scene):
        raise Problem(["the add-on 'glTF 2.0' is switched off: maps come in through it"])
    if "bool" not in vars(np):
        np.bool = bool
    return bpy.ops.import_scene.gltf


def load_map(path, textures):
    losses = Losses("imported " + os.path.basename(path))
    read = gltf_importer()
    with tempfile.TemporaryDirectory(prefix="portolan-") as folder:
        made = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".glb")
        words = ["convert", path, made]
        if textures:
            words += ["--textures", bpy.path.abspath(textures)]
        run(words, losses)
        read(filepath=made)
    return losses


# ---- Heights go out ------------------------------------------------------------------------------------

def heights_of(context, obj, losses):
    """Heights of an object on a grid of corners, 32 n + 1 on a side: a tile is a square of the mesh.

    What is not a grid is refused, because guessing a terrain from any mesh gives a surprise, not a map."""
    mesh = obj.evaluated_get(context.evaluated_depsgraph_get()).to_mesh()
    flat = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", flat)
    world = matrix(obj.matrix_world)
    points = flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    obj.to_mesh_clear()
    if not len(points) or not np.isfinite(points).all():
        raise Problem(["'%s' has no vertices, or some that are nowhere" % obj.name])
    xs, columns = steps(points[:, 0])
    ys, rows = steps(points[:, 1])
    if len(xs) * len(ys) != len(points):
        raise Problem(["'%s' is not a grid: %d vertices stand on %d columns and %d rows" %
                       (obj.name, len(points), len(xs), len(ys))])
    for count, what in ((len(xs), "columns"), (len(ys), "rows")):
        if count < CHUNK + 1 or (count - 1) % CHUNK:
            raise Problem(["'%s' has %d %s of vertices; a map has 33, 65, 97 and so on" %
                           (obj.name, count, what)])
    wide, long = np.diff(xs), np.diff(ys)
    for gaps, what in ((wide, "columns"), (long, "rows")):
        if np.ptp(gaps) > 0.01 * gaps.mean():
            raise Problem(["the %s of '%s' are not evenly apart: from %.3g to %.3g" %
                           (what, obj.name, gaps.min(), gaps.max())])
    if abs(wide.mean() - long.mean()) > 0.01 * wide.mean():
        losses.add("squares of '%s' are %.3g by %.3g; those of the map are as long as wide" %
                   (obj.name, wide.mean(), long.mean()))
    out = np.full((len(ys), len(xs)), np.nan)
    out[rows, columns] = points[:, 2]
    if np.isnan(out).any():
        raise Problem(["'%s' is not a grid: two vertices stand above each other" % obj.name])
    return out[::-1], float(np.ptp(xs) / (len(xs) - 1))


def steps(values):
    """The distinct places along an axis, and which of them each value is."""
    order = np.argsort(values)
    ordered = values[order]
    gap = max(float(np.ptp(values)), 1e-6) / 1e5
    new = np.concatenate([[True], np.diff(ordered) > gap])
    which = np.empty(len(values), int)
    which[order] = np.cumsum(new) - 1
    return ordered[new], which


def levels_of(heights, tile):
    """Heights in levels of the engine, the lowest at 0. A tile of the mesh is one of the map, whatever
    its size, so heights are scaled along."""
    return (heights - heights.min()) * (TILE / tile) / LEVEL


def save_map(context, obj, path, overwrite):
    """A map of a grid; nothing that is there is replaced unless told."""
    losses = Losses("exported " + os.path.basename(path))
    levels = levels_of(*heights_of(context, obj, losses))
    top = max(1, int(np.ceil(levels.max() - 1e-6)))
    grays = np.clip(np.rint(levels / top * 65535), 0, 65535).astype(np.uint16)
    with tempfile.TemporaryDirectory(prefix="portolan-") as folder:
        picture = os.path.join(folder, "heights.png")
        with open(picture, "wb") as file:
            file.write(png.write_gray(grays))
        words = ["new", "pfmap", path, "--heightmap", picture, "--max-level", str(top)]
        run(words + ["--overwrite"] * overwrite, losses)
    return losses
