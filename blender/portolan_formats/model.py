# SPDX-License-Identifier: MIT
"""One Permafrost model in memory: what a .pfobj says, in its own terms and axes, as numpy arrays."""
from dataclasses import dataclass, field

import numpy as np

# What the engine holds; beyond these it refuses a model, or overwrites its own memory.
MAX_LINE = 255  # bytes, with the line end
MAX_SETS = 32
MAX_WEIGHTS = 6
MAX_JOINTS = 256
MAX_MATERIALS = 16
MAX_NAME = 63  # bytes
RATE = 24  # frames a second


@dataclass
class Material:
    name: str
    texture: str
    ambient: float = 1.0
    diffuse: tuple = (0.8, 0.8, 0.8)
    specular: tuple = (0.0, 0.0, 0.0)


@dataclass
class Transforms:
    """Scale, rotation as stored (x, y, z, w of the opposite turn) and translation; last axes 3, 4, 3."""
    scale: np.ndarray
    rotation: np.ndarray
    translation: np.ndarray


@dataclass
class Joints:
    names: list
    parents: np.ndarray  # -1: none
    bind: Transforms  # (joints, ...)
    tips: np.ndarray


@dataclass
class Set:
    name: str
    poses: Transforms  # (frames, joints, ...)
    bounds: np.ndarray  # (frames, 3, 2), or None without collision

    @property
    def frames(self):
        return len(self.poses.scale)


@dataclass
class Weights:
    """Ragged: of vertex i there are counts[i] pairs, one vertex after the other."""
    counts: np.ndarray
    joints: np.ndarray
    values: np.ndarray

    def starts(self):
        return np.concatenate(([0], np.cumsum(self.counts)))[:-1]

    def take(self, index):
        """The weights of other vertices, in the order of the index."""
        counts = self.counts[index]
        first = np.repeat(self.starts()[index], counts)
        inside = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        return Weights(counts, self.joints[first + inside], self.values[first + inside])


def no_weights(count):
    return Weights(np.zeros(count, int), np.zeros(0, int), np.zeros(0))


def transforms_of(count):
    """As many transforms that do nothing."""
    rotation = np.zeros((count, 4))
    rotation[:, 3] = 1
    return Transforms(np.ones((count, 3)), rotation, np.zeros((count, 3)))


def no_joints():
    return Joints([], np.zeros(0, int), transforms_of(0), np.zeros((0, 3)))


@dataclass
class Model:
    position: np.ndarray
    texture: np.ndarray
    normal: np.ndarray
    weights: Weights
    material: np.ndarray
    materials: list
    joints: Joints = field(default_factory=no_joints)
    sets: list = field(default_factory=list)
    bounds: np.ndarray = None  # (3, 2), or None
    collision: bool = True
    older_header: bool = False  # before May 2018: no line has_collision
    version: str = "1.0"
    said: list = field(default_factory=list)  # what the reader tolerated


def rounded(values):
    """What six decimals hold, so that boxes and checks see the numbers of the file."""
    return np.rint(np.asarray(values, float) * 1e6) / 1e6
