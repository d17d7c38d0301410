# SPDX-License-Identifier: MIT
"""Reads .pfobj: the official spelling and its variants, four or three rotation numbers, any weights.

Counts in the header are claims: they are compared with the lines at hand before anything is made."""
import re

import numpy as np

from .model import Joints, Material, Model, Set, Transforms, Weights
from .motion import parents_first

JOINT = re.compile(r"j\s+(-?\d+)\s+(.+?)\s+([^\s/]+/[^\s]+)\s+([^\s/]+/[^\s]+)\s+([^\s/]+/[^\s]+)\s+"
                   r"([^\s/]+/[^\s]+)$")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")


class Refused(Exception):
    """The text is no model; the message has the line."""


class Lines:
    """The lines that are not blank, with their numbers for messages."""

    def __init__(self, data, said):
        if b"\0" in data:
            raise Refused("line %d: a byte of value 0" % (data[:data.index(b"\0")].count(b"\n") + 1))
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
            said.append("names are not UTF-8; they are read as Latin-1")
        whole = [line.strip() for line in text.split("\n")]
        self.numbers = [i + 1 for i, line in enumerate(whole) if line]
        self.text = [line for line in whole if line]
        self.at = 0

    def refuse(self, message, index=None):
        index = self.at if index is None else index
        last = self.numbers[-1] + 1 if self.numbers else 1
        raise Refused("line %d: %s" % (self.numbers[index] if index < len(self.numbers) else last,
                                       message))

    def next(self):
        if self.at >= len(self.text):
            self.refuse("the file ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, count):
        """As many lines, or a refusal before anything is made of the claim."""
        if count > len(self.text) - self.at:
            self.refuse("%d lines should follow, and %d do" % (count, len(self.text) - self.at))
        self.at += count
        return self.text[self.at - count:self.at]


def reals(lines, words, first):
    """Numbers of words that come from lines, the first of which has the given index."""
    try:
        out = np.array(words, dtype=float)
    except ValueError:
        out = None
    joined = "" if out is None else " ".join(words)
    if out is None or not np.isfinite(out).all() or "_" in joined:
        bad = next((w for w in words if not NUMBER.match(w) or not np.isfinite(float(w))), "?")
        index = next((i for i in range(first, len(lines.text)) if bad in re.split(r"[\s/]", lines.text[i])),
                     first)
        lines.refuse("%r is not a number" % bad, index)
    return out


def table(lines, rows, key, width, first, step):
    """Lines "key a b ..." as an array; one that has another form is found and named."""
    words = " ".join(rows).split()
    if len(words) != len(rows) * (width + 1) or set(words[::width + 1]) - {key}:
        for i, row in enumerate(rows):
            got = row.split()
            if got[0] != key or len(got) != width + 1:
                lines.refuse("expected '%s' and %d numbers" % (key, width), first + i * step)
    del words[::width + 1]
    return reals(lines, words, first).reshape(len(rows), width)


def whole(lines, text, what, index=None):
    if not re.match(r"\d{1,10}$", text):
        lines.refuse("%s should be a whole number, not %r" % (what, text), index)
    return int(text)


def header(lines, said):
    """version, counts by key, frame counts, collision (None: the line is missing)."""
    found, counts = {}, []
    for key in ("version", "num_verts", "num_joints", "num_materials", "num_as", "frame_counts"):
        words = lines.next().split()
        if words[0] == "num_material" and key == "num_materials":
            said.append("num_material is read as num_materials")
        elif words[0] != key:
            lines.refuse("expected '%s'" % key, lines.at - 1)
        if key == "frame_counts":
            counts = [whole(lines, w, key, lines.at - 1) for w in words[1:]]
        elif len(words) != 2:
            lines.refuse("'%s' takes one value" % key, lines.at - 1)
        else:
            found[key] = words[1] if key == "version" else whole(lines, words[1], key, lines.at - 1)
    if len(counts) != found["num_as"]:
        lines.refuse("%d frame counts for %d sets" % (len(counts), found["num_as"]), lines.at - 1)
    if not lines.peek().startswith("has_collision"):
        said.append("there is no line has_collision: a file from before May 2018")
        return found, counts, None
    value = lines.next().split()[1:]
    if value not in (["0"], ["1"]):
        lines.refuse("has_collision is neither 0 nor 1", lines.at - 1)
    return found, counts, value == ["1"]


def weights(lines, rows, first, joints):
    counts, words = [], []
    for i, row in enumerate(rows):
        pairs = row.split()
        if pairs[0] != "vw":
            lines.refuse("expected 'vw'", first + 5 * i)
        counts.append(len(pairs) - 1)
        words += pairs[1:]
    parts = "/".join(words).split("/") if words else []
    if any(w.count("/") != 1 for w in words):
        lines.refuse("a weight is JOINT/SHARE", next(
            first + 5 * i for i, row in enumerate(rows)
            if any(w.count("/") != 1 for w in row.split()[1:])))
    which = [whole(lines, w, "a joint", first) for w in parts[0::2]]
    if which and max(which) >= joints:
        lines.refuse("joint %d of %d" % (max(which), joints), first)
    return Weights(np.array(counts, int), np.array(which, int), reals(lines, parts[1::2], first))


def vertices(lines, count, joints, materials):
    first = lines.at
    block = lines.take(5 * count)
    position = table(lines, block[0::5], "v", 3, first, 5)
    texture = table(lines, block[1::5], "vt", 2, first + 1, 5)
    normal = table(lines, block[2::5], "vn", 3, first + 2, 5)
    pairs = weights(lines, block[3::5], first + 3, joints)
    material = table(lines, block[4::5], "vm", 1, first + 4, 5)[:, 0]
    if len(material) and (material.min() < 0 or material.max() >= materials or
                          (material != np.floor(material)).any()):
        lines.refuse("a material that is not there", first + 4)
    return position, texture, normal, pairs, material.astype(int)


def value_of(lines, key):
    line = lines.next()
    words = line.split(None, 1)
    if words[0] != key:
        lines.refuse("expected '%s'" % key, lines.at - 1)
    if len(words) < 2:
        lines.refuse("'%s' has no value" % key, lines.at - 1)
    return words[1]


def material(lines):
    name = value_of(lines, "material")
    at = lines.at
    given = {}
    for key, width in (("ambient", 1), ("diffuse", 3), ("specular", 3)):
        given[key] = tuple(table(lines, [lines.next()], key, width, at, 1)[0].tolist())
        at = lines.at
    return Material(name, value_of(lines, "texture"), given["ambient"][0], given["diffuse"],
                    given["specular"])


def from_angles(degrees):
    """The document's three angles, about x, then y, then z, as a stored quaternion."""
    x, y, z = np.moveaxis(np.radians(degrees) / 2, -1, 0)
    cx, cy, cz, sx, sy, sz = np.cos(x), np.cos(y), np.cos(z), np.sin(x), np.sin(y), np.sin(z)
    turn = np.stack([sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz,
                     cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz], -1)
    return turn * (-1, -1, -1, 1)


def transforms(lines, texts, first, said):
    """Texts (scale, rotation, translation) of lines from the given index on."""
    def split(column, widths):
        rows = [t[column].split("/") for t in texts]
        for i, row in enumerate(rows):
            if len(row) not in widths:
                lines.refuse("%d numbers between slashes" % len(row), first + i)
        return rows

    def three(column):
        rows = split(column, (3,))
        return reals(lines, [w for r in rows for w in r], first).reshape(-1, 3)

    turns = split(1, (3, 4))
    angles = np.array([len(t) == 3 for t in turns], bool)
    padded = [w for t in turns for w in (t if len(t) == 4 else t + ["0"])]
    rotation = reals(lines, padded, first).reshape(-1, 4)
    if angles.any():
        if "rotations are three angles" not in said:
            said.append("rotations are three angles")
        rotation[angles] = from_angles(rotation[angles, :3])
    return Transforms(three(0), rotation, three(2))


def joints(lines, count, said):
    first = lines.at
    rows = [JOINT.match(line) for line in lines.take(count)]
    for i, row in enumerate(rows):
        if not row:
            lines.refuse("a joint is 'j', parent, name, scale, rotation, translation and tip", first + i)
        if " " in row.group(2):
            said.append("joint '%s' has blanks in its name" % row.group(2))
    parents = np.array([int(r.group(1)) - 1 for r in rows], int)
    if count and (parents.min() < -1 or parents.max() >= count):
        lines.refuse("a parent that is not there", first)
    try:
        parents_first(parents)
    except ValueError as why:
        lines.refuse(str(why), first)
    bind = transforms(lines, [r.group(3, 4, 5) for r in rows], first, said)
    tips = [r.group(6).split("/") for r in rows]
    if any(len(t) != 3 for t in tips):
        lines.refuse("a tip has three numbers", first)
    tips = reals(lines, [w for t in tips for w in t], first).reshape(-1, 3)
    return Joints([r.group(2) for r in rows], parents, bind, tips)


def bounds(lines):
    first = lines.at
    return np.stack([table(lines, [lines.next()], axis + "_bounds", 2, first + i, 1)[0]
                     for i, axis in enumerate("xyz")])


def in_order(lines, numbers, first, count, said):
    """Where in each frame the line of each joint is; the number identifies it, not the place."""
    order = np.array([whole(lines, n, "a joint", first) for n in numbers], int).reshape(-1, count) - 1
    if (np.sort(order, axis=1) != np.arange(count)).any():
        lines.refuse("a frame has one line for each joint", first)
    if (order != np.arange(count)).any():
        said.append("joints of frames are in another order")
    return np.argsort(order, axis=1)


def one_set(lines, frames, count, collision, said):
    words = lines.next().split()
    if words[0] in ("x_bounds", "as") and len(words) < 3 or words[0] != "as":
        lines.refuse("sets are announced and none follows: the exporter ran without its armature selected",
                     lines.at - 1)
    if words[-1] != str(frames):
        lines.refuse("%s frames, and the header says %d" % (words[-1], frames), lines.at - 1)
    first, step = lines.at, count + 3 * collision
    block = lines.take(frames * step)
    rows = [line.split() for i, line in enumerate(block) if i % step < count]
    if any(len(r) != 4 for r in rows):
        lines.refuse("a pose is joint, scale, rotation and translation", first)
    poses = transforms(lines, [r[1:] for r in rows], first, said)
    if count:
        place = in_order(lines, [r[0] for r in rows], first, count, said)
        rest = np.arange(frames)[:, None]
        poses = Transforms(*(a.reshape(frames, count, -1)[rest, place]
                             for a in (poses.scale, poses.rotation, poses.translation)))
    else:
        poses = Transforms(*(np.zeros((frames, 0, n)) for n in (3, 4, 3)))
    boxes = [table(lines, block[count + i::step], axis + "_bounds", 2, first, step)
             for i, axis in enumerate("xyz")] if collision and frames else []
    shape = np.stack(boxes, 1) if boxes else (np.zeros((frames, 3, 2)) if collision else None)
    return Set(" ".join(words[1:-1]), poses, shape)


def read(data):
    """A Model of the bytes of a file, or Refused."""
    said = []
    lines = Lines(data, said)
    found, counts, collision = header(lines, said)
    if found["num_materials"] == 0:
        lines.refuse("a model has at least one material")
    for key, each in (("num_materials", 5), ("num_joints", 1)):
        if found[key] * each > len(lines.text):
            lines.refuse("%s %d is more than the file has" % (key, found[key]))
    parts = vertices(lines, found["num_verts"], found["num_joints"], found["num_materials"])
    materials = [material(lines) for _ in range(found["num_materials"])]
    model = Model(*parts, materials, joints(lines, found["num_joints"], said),
                  collision=bool(collision), older_header=collision is None,
                  version=found["version"], said=said)
    model.sets = [one_set(lines, n, len(model.joints.names), model.collision, said) for n in counts]
    if model.collision or lines.peek().startswith("x_bounds"):
        model.bounds = bounds(lines)
    if lines.peek():
        said.append("there is text after the model")
    return model
