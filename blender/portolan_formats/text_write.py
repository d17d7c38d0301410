# SPDX-License-Identifier: MIT
"""Writes .pfobj in the one spelling that all official files have."""
import numpy as np

from .motion import first_of_equal

CHUNK = 1 << 16  # rows for one formatting call


def number(value):
    """Six decimals, or as many digits as it takes to read the same number back."""
    text = "%.6f" % value
    if float(text) == value:
        return text
    if 1e-7 <= abs(value) < 1e21:
        return np.format_float_positional(value, trim="-")
    return np.format_float_scientific(value, trim="-", exp_digits=1).replace("+", "")


def numbers(values, between=" "):
    return between.join(number(v) for v in values)


def lines_of(form, rows):
    """One line for each row. All numbers of a chunk go through one formatting call, which is what makes
    a hundred thousand triangles a matter of a second; rows that six decimals cannot hold go by themselves."""
    out = []
    for first in range(0, len(rows), CHUNK):
        part = rows[first:first + CHUNK]
        text = (form + "\n") * len(part) % tuple(part.reshape(-1).tolist())
        out.extend(text[:-1].split("\n") if len(part) else [])
    return out


def exact(rows):
    """Whether six decimals hold every number."""
    return np.abs(rows).max(initial=0) < 2**52 / 1e6 and bool(np.all(np.rint(rows * 1e6) / 1e6 == rows))


def real_lines(key, rows):
    """"key a b c" for each row of numbers."""
    rows = np.asarray(rows, float)
    if exact(rows):
        return lines_of(key + " %.6f" * rows.shape[1], rows)
    return [key + " " + numbers(row) for row in rows.tolist()]


def weight_lines(weights):
    """A pair is preceded by one blank more than the others, so none leaves one blank behind."""
    out = np.full(len(weights.counts), "vw ", dtype=object)
    starts = weights.starts()
    plain = exact(weights.values)
    for count in np.unique(weights.counts):
        which = np.flatnonzero(weights.counts == count)
        if count == 0:
            continue
        place = starts[which][:, None] + np.arange(count)
        pairs = np.empty((len(which), count, 2), dtype=object)
        pairs[:, :, 0] = weights.joints[place]
        pairs[:, :, 1] = weights.values[place]
        if plain:
            out[which] = lines_of("vw " + " %d/%.6f" * count, pairs)
        else:
            out[which] = ["vw " + "".join(" %d/%s" % (j, number(v)) for j, v in row)
                          for row in pairs.tolist()]
    return out


def vertex_lines(model):
    out = [None] * (5 * len(model.position))
    for place, key, rows in ((0, "v", model.position), (1, "vt", model.texture),
                             (2, "vn", model.normal)):
        # Corners share most of their numbers: each row is spelled once. Signs of zeros count here.
        bits = np.ascontiguousarray(rows, float).view(np.int64).astype(float)
        first, which = first_of_equal(bits)
        spelled = np.array(real_lines(key, rows[first]) + [None], dtype=object)[:-1]
        out[place::5] = spelled[which].tolist()
    out[3::5] = weight_lines(model.weights).tolist()
    out[4::5] = lines_of("vm %d", np.asarray(model.material, int)[:, None])
    return out


def material_lines(m):
    return ["material " + m.name, "    ambient " + number(m.ambient),
            "    diffuse " + numbers(m.diffuse), "    specular " + numbers(m.specular),
            "    texture " + m.texture]


TRANSFORM = "%.6f/%.6f/%.6f %.6f/%.6f/%.6f/%.6f %.6f/%.6f/%.6f"


def transform_texts(t):
    """One text for each transform."""
    rows = np.concatenate([t.scale, t.rotation, t.translation], -1).reshape(-1, 10)
    if exact(rows):
        return lines_of(TRANSFORM, rows)
    return [" ".join(numbers(part, "/") for part in (r[:3], r[3:7], r[7:])) for r in rows.tolist()]


def joint_lines(joints):
    return ["j %d %s %s %s" % (parent + 1, name, text, numbers(tip, "/"))
            for parent, name, text, tip in zip(joints.parents.tolist(), joints.names,
                                               transform_texts(joints.bind), joints.tips.tolist())]


def bounds_lines(bounds, indent=""):
    return ["%s%s_bounds %s" % (indent, axis, numbers(row)) for axis, row in zip("xyz", bounds.tolist())]


def set_lines(each, joints, collision):
    out = ["as %s %d" % (each.name, each.frames)]
    texts = transform_texts(each.poses)
    heads = ["        %d " % (joint + 1) for joint in range(joints)]
    for frame in range(each.frames):
        poses = texts[frame * joints:(frame + 1) * joints]
        out.extend(head + text for head, text in zip(heads, poses))
        if collision:
            out.extend(bounds_lines(each.bounds[frame], "\t"))
    return out


def header_lines(model):
    counts = " ".join(str(s.frames) for s in model.sets)
    rows = [("version", model.version), ("num_verts", len(model.position)),
            ("num_joints", len(model.joints.names)), ("num_materials", len(model.materials)),
            ("num_as", len(model.sets)), ("frame_counts", counts)]
    if not model.older_header:
        rows.append(("has_collision", int(model.collision)))
    return ["%-15s%s" % row for row in rows]


def lines(model):
    out = header_lines(model) + vertex_lines(model)
    for material in model.materials:
        out += material_lines(material)
    out += joint_lines(model.joints)
    for each in model.sets:
        out += set_lines(each, len(model.joints.names), model.collision)
    if model.collision:
        out += bounds_lines(model.bounds)
    return out


def write(model):
    """The whole file as bytes."""
    return ("\n".join(lines(model)) + "\n").encode("utf-8")
