# SPDX-License-Identifier: MIT
"""What the numbers of a model mean: matrices of joints, skinned vertices, boxes. Column vectors."""
import numpy as np

from .model import MAX_WEIGHTS, Transforms

CHUNK = 1 << 21  # numbers of posed vertices in memory at a time


def turn_of(stored):
    """3 x 3 matrices of stored quaternions, which stand for the opposite turn and are used as they are."""
    x, y, z, w = -stored[..., 0], -stored[..., 1], -stored[..., 2], stored[..., 3]
    rows = (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return np.stack(rows, -1).reshape(stored.shape[:-1] + (3, 3))


def matrices(t):
    """Scale first, then turn, then move."""
    out = np.zeros(t.scale.shape[:-1] + (4, 4))
    out[..., :3, :3] = turn_of(t.rotation) * t.scale[..., None, :]
    out[..., :3, 3] = t.translation
    out[..., 3, 3] = 1
    return out


def parents_first(parents):
    """The joints in an order in which parents precede children; a circle is a ValueError."""
    parents = [int(p) for p in parents]
    order, done = [], [False] * len(parents)
    for joint in range(len(parents)):
        chain = []
        while joint >= 0 and not done[joint]:
            if len(chain) > len(parents):
                raise ValueError("a joint is its own ancestor")
            chain.append(joint)
            joint = parents[joint]
        for joint in reversed(chain):
            done[joint] = True
            order.append(joint)
    return order


def in_model(parents, local):
    """Matrices relative to parents become matrices in the space of the model: (..., joints, 4, 4)."""
    out = local.copy()
    for joint in parents_first(parents):
        if parents[joint] >= 0:
            out[..., joint, :, :] = out[..., parents[joint], :, :] @ local[..., joint, :, :]
    return out


def relative(parents, whole):
    """The other way. A parent that is scaled to nothing has no inverse; what it hides stays hidden."""
    out = whole.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            inverse = np.linalg.pinv(whole[..., parent, :3, :3])
            away = whole[..., joint, :3, 3] - whole[..., parent, :3, 3]
            out[..., joint, :3, :3] = inverse @ whole[..., joint, :3, :3]
            out[..., joint, :3, 3] = (inverse @ away[..., None])[..., 0]
    return out


def quaternions(turns):
    """Stored quaternions (x, y, z, w, conjugated) of rotation matrices, w not below 0."""
    m = turns
    trace = m[..., 0, 0] + m[..., 1, 1] + m[..., 2, 2]
    squares = np.stack([1 + 2 * m[..., i, i] - trace for i in range(3)] + [1 + trace], -1)
    xy, xz, yz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    wx, wy, wz = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    by_largest = np.stack([np.stack(row, -1) for row in (
        (squares[..., 0], xy, xz, wx), (xy, squares[..., 1], yz, wy),
        (xz, yz, squares[..., 2], wz), (wx, wy, wz, squares[..., 3]))], -2)
    largest = np.argmax(squares, -1)
    q = np.take_along_axis(by_largest, largest[..., None, None], -2)[..., 0, :]
    q /= np.linalg.norm(q, axis=-1, keepdims=True)
    q = np.where(q[..., 3:] < 0, -q, q)
    return q * (-1, -1, -1, 1)


def decompose(whole):
    """Transforms of matrices, and the largest error that dropping their shear makes.

    A mirrored matrix gets three negative factors: a uniform scale stays one, and adds no shear below."""
    linear = whole[..., :3, :3]
    sign = np.where(np.linalg.det(linear) < 0, -1.0, 1.0)
    length = np.linalg.norm(linear, axis=-2)
    columns = linear * sign[..., None, None] / np.where(length > 0, length, 1)[..., None, :]
    u, _, v = np.linalg.svd(columns)
    u[..., :, 2] *= np.where(np.linalg.det(u @ v) < 0, -1.0, 1.0)[..., None]
    turn = u @ v
    scale = np.sum(turn * linear, axis=-2)
    shear = np.abs(turn * scale[..., None, :] - linear).max(initial=0)
    return Transforms(scale, quaternions(turn), whole[..., :3, 3].copy()), float(shear)


def shares(weights, count):
    """(vertex, joint, share) of the first six pairs of each vertex; shares of one vertex add up to 1."""
    vertex = np.repeat(np.arange(count), weights.counts)
    place = np.arange(len(vertex)) - np.repeat(weights.starts(), weights.counts)
    used = place < MAX_WEIGHTS
    vertex, joint, value = vertex[used], weights.joints[used], weights.values[used]
    total = np.bincount(vertex, value, count)
    moved = total[vertex] != 0
    return vertex[moved], joint[moved], value[moved] / total[vertex[moved]]


class Skin:
    """Vertices with weights, ready to be posed many times."""

    def __init__(self, position, weights, bind):
        self.position = position
        vertex, joint, share = shares(weights, len(position))
        self.still = np.ones(len(position), bool)
        self.still[vertex] = False
        inverse = np.linalg.pinv(bind)
        order = np.argsort(joint, kind="stable")
        cuts = np.flatnonzero(np.diff(joint[order])) + 1
        self.parts = []
        for part in np.split(order, cuts) if len(order) else []:
            which = joint[part[0]]
            at = np.c_[position[vertex[part]], np.ones(len(part))] @ inverse[which].T
            self.parts.append((which, vertex[part], at * share[part, None]))

    def pose(self, whole):
        """Vertices in the poses (frames, joints, 4, 4): (frames, vertices, 3)."""
        frames = len(whole)
        out = np.zeros((len(self.position), frames * 3))
        out[self.still] = np.tile(self.position[self.still], frames)
        for joint, vertex, at in self.parts:
            out[vertex] += at @ whole[:, joint, :3, :].reshape(frames * 3, 4).T
        return out.reshape(len(self.position), frames, 3).transpose(1, 0, 2)

    def boxes(self, whole):
        """Tight boxes of all poses: (frames, 3, 2). A few frames at a time, for the sake of memory."""
        step = max(1, CHUNK // max(1, 3 * len(self.position)))
        out = np.zeros((len(whole), 3, 2))
        for first in range(0, len(whole), step):
            posed = self.pose(whole[first:first + step])
            out[first:first + step, :, 0] = posed.min(axis=1)
            out[first:first + step, :, 1] = posed.max(axis=1)
        return out


def box(position):
    return np.stack([position.min(axis=0), position.max(axis=0)], -1)


def skin_of(model):
    """The skin of a whole model, without the vertices that occur twice."""
    width = int(model.weights.counts.max(initial=0))
    rows = np.zeros((len(model.position), 3 + 2 * width))
    rows[:, :3] = model.position
    vertex = np.repeat(np.arange(len(rows)), model.weights.counts)
    place = np.arange(len(vertex)) - np.repeat(model.weights.starts(), model.weights.counts)
    rows[vertex, 3 + 2 * place] = model.weights.joints + 1
    rows[vertex, 4 + 2 * place] = model.weights.values
    first = first_of_equal(rows)[0]
    bind = in_model(model.joints.parents, matrices(model.joints.bind))
    return Skin(model.position[first], model.weights.take(first), bind)


def first_of_equal(rows):
    """Of equal rows the first one, in the order they are met, and for each row which of these it is."""
    rows = np.ascontiguousarray(rows + 0.0)  # one zero, not two
    keys = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1])))[:, 0]
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    return first[order], rank[inverse.reshape(-1)]


def rebound(model):
    """Computes all boxes anew, from the numbers as they are written."""
    model.bounds = box(model.position)
    skin = skin_of(model) if model.sets else None
    for each in model.sets:
        whole = in_model(model.joints.parents, matrices(each.poses))
        each.bounds = skin.boxes(whole)
