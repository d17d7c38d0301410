# SPDX-License-Identifier: MIT
"""The table of situations, and what each of them does with its scene."""
import os

import bpy
import numpy as np

from stage import Made, compare_places, compare_state, expect, outward, rest_of, run, snapshot, track, verdict

TABLE = {}


def situation(call):
    TABLE[call.__name__] = call
    return call


def folder(name):
    made = os.path.join(os.environ["FOLDER"], name)
    os.makedirs(made, exist_ok=True)
    return made


def export(name, allowed=(), **options):
    """Exports into a folder of its own; the user's things must be as before, the engine content."""
    path = os.path.join(folder(name), name + ".pfobj")
    before = snapshot()
    result = bpy.ops.export_scene.portolan_pfobj(filepath=path, **options)
    expect(result == {"FINISHED"}, "%s: %s" % (name, result))
    compare_state(name, before)
    verdict(name, path, allowed)
    spelled_alike(name, path)
    made = Made(path)
    expect(made.json["has_collision"] is True, "%s: no bounds" % name)
    return made


def spelled_alike(name, path):
    """The writer in C makes the same bytes of it."""
    other = os.path.join(os.environ["FOLDER"], "alike.pfobj")
    code, text = run("convert", "--overwrite", path, other)
    with open(path, "rb") as one, open(other, "rb") as two:
        expect(code == 0 and one.read() == two.read(), "%s: the tool spells it otherwise %s" % (name, text))


def refused(name, *words, **options):
    """The export fails with all of the words, leaves no file, and everything as it was."""
    where = folder(name)
    path = options.pop("filepath", os.path.join(where, name + ".pfobj"))
    before, said = snapshot(), ""
    try:
        bpy.ops.export_scene.portolan_pfobj(filepath=path, **options)
        expect(False, name + ": is not refused")
    except RuntimeError as why:
        said = str(why)
    compare_state(name, before)
    for word in words:
        expect(word in said, "%s: %r is not in %r" % (name, word, said))
    expect(os.listdir(where) == [], "%s: left %s behind" % (name, os.listdir(where)))


def losses():
    block = bpy.data.texts.get("Portolan report")
    return block.as_string() if block else ""


def said(name, *words):
    for word in words:
        expect(word in losses(), "%s: %r is not in the report: %s" % (name, word, losses()))


def is_at_rest(name, made, rigs=(), chosen=None):
    compare_places(name, made.position[:, None], rest_of(rigs, chosen)[:, None])


def moves_like(name, made, set_name, rigs, first, last, begin, chosen=None):
    """The rest and every frame, as one path of each vertex."""
    rest = rest_of(rigs, chosen)
    theirs = track(range(first, last + 1), begin, chosen)
    ours = made.posed(set_name)
    expect(ours.shape[1] == last - first + 1, "%s: %d frames" % (name, ours.shape[1]))
    if ours.shape[1] != theirs.shape[1]:
        return
    compare_places(
        "%s %s" % (name, set_name),
        np.concatenate([made.position[:, None], ours], 1),
        np.concatenate([rest[:, None], theirs], 1),
    )
    boxes = [
        [f["bounds"][a] for a in "xyz"] for f in next(s for s in made.sets if s["name"] == set_name)["frames"]
    ]
    tight = np.stack([ours.min(0), ours.max(0)], -1)
    expect(np.abs(np.array(boxes) - tight).max() < 2e-6, "%s: bounds are not tight" % name)


def plays(rig, action):
    """How a user would play it: every bone back to rest, then the action."""

    def begin():
        for bone in rig.pose.bones:
            bone.matrix_basis.identity()
        rig.animation_data_create().action = action
        rig.animation_data.use_nla = False

    return begin


def whole(name, made):
    outward(name, made)
    return made
