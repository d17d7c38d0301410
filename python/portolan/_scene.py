# SPDX-License-Identifier: MIT
"""Scenes: their lists as numpy arrays that lie in the memory of the library."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional

from . import Finding, _abi, _lib, _must

if TYPE_CHECKING:
    import numpy

_ALPHA = ("opaque", "mask", "blend", "by-image")
_PATHS = ("translation", "rotation", "scale")


def _index(value: int) -> Optional[int]:
    return None if value == _abi.NONE else value


class _Memory:
    """The scene of the library; it is freed when neither the scene nor an array of it is left."""

    def __init__(self, pointer: Any):
        self.pointer = pointer

    def __del__(self) -> None:
        _lib.ptl_scene_free(self.pointer)


class _Part:
    """Shared by all that lies in a scene: what it is read from, and what keeps that alive."""

    def __init__(self, memory: _Memory, struct: Any):
        self._memory = memory
        self._struct = struct

    def _array(self, values: Any, width: int = 1) -> "numpy.ndarray":
        """A view of a list: not a copy, and not to be written to. It keeps the scene alive."""
        import numpy

        if values.count == 0:
            return numpy.empty((0, width) if width > 1 else 0, numpy.dtype(type(values)._fields_[0][1]._type_))
        buffer = (type(values)._fields_[0][1]._type_ * values.count).from_address(ctypes.addressof(values.data.contents))
        buffer.memory = self._memory
        array = numpy.ctypeslib.as_array(buffer)
        array.flags.writeable = False
        return array.reshape(-1, width) if width > 1 else array

    def _texts(self, values: Any, of: type) -> list[Any]:
        return [of(self._memory, values.data[i]) for i in range(values.count)]

    @property
    def name(self) -> str:
        return self._struct.name.text()

    @property
    def extras(self) -> str:
        """Notes as the text of a JSON object, or empty."""
        return self._struct.extras.text()


class Part(_Part):
    """Triangles of one material."""

    name = ""  # type: ignore[assignment]

    @property
    def material(self) -> Optional[int]:
        return _index(self._struct.material)

    @property
    def position(self) -> "numpy.ndarray":
        return self._array(self._struct.position, 3)

    @property
    def normal(self) -> "numpy.ndarray":
        return self._array(self._struct.normal, 3)

    @property
    def uv(self) -> "numpy.ndarray":
        return self._array(self._struct.uv, 2)

    @property
    def color(self) -> "numpy.ndarray":
        return self._array(self._struct.color, 4)

    @property
    def display(self) -> bool:
        """Whether colors are values of a screen (sRGB) rather than amounts of light."""
        return self._struct.display

    @property
    def joint(self) -> "numpy.ndarray":
        return self._array(self._struct.joint, max(1, self._struct.influences))

    @property
    def weight(self) -> "numpy.ndarray":
        return self._array(self._struct.weight, max(1, self._struct.influences))

    @property
    def index(self) -> "numpy.ndarray":
        """Three for each triangle."""
        return self._array(self._struct.index, 3)


class Mesh(_Part):
    @property
    def parts(self) -> list[Part]:
        return self._texts(self._struct.parts, Part)


class Material(_Part):
    @property
    def color(self) -> tuple[float, ...]:
        return tuple(self._struct.color)

    @property
    def image(self) -> Optional[int]:
        return _index(self._struct.image)

    @property
    def alpha(self) -> str:
        return _ALPHA[self._struct.alpha]

    @property
    def double_sided(self) -> bool:
        return self._struct.double_sided


class Image(_Part):
    extras = ""  # type: ignore[assignment]

    @property
    def name(self) -> str:
        return self._struct.file.name.decode("utf-8", "replace")

    @property
    def media_type(self) -> str:
        return (self._struct.media_type or b"").decode()

    @property
    def data(self) -> bytes:
        """PNG or JPEG; empty when it was not found."""
        values = self._struct.bytes
        return ctypes.string_at(values.data, values.count) if values.count else b""


class Node(_Part):
    @property
    def parent(self) -> Optional[int]:
        return _index(self._struct.parent)

    @property
    def mesh(self) -> Optional[int]:
        return _index(self._struct.mesh)

    @property
    def skin(self) -> Optional[int]:
        return _index(self._struct.skin)

    @property
    def translation(self) -> tuple[float, ...]:
        return tuple(self._struct.translation)

    @property
    def rotation(self) -> tuple[float, ...]:
        return tuple(self._struct.rotation)

    @property
    def scale(self) -> tuple[float, ...]:
        return tuple(self._struct.scale)


class Skin(_Part):
    extras = ""  # type: ignore[assignment]

    @property
    def joints(self) -> "numpy.ndarray":
        return self._array(self._struct.joints)

    @property
    def inverse_bind(self) -> "numpy.ndarray":
        """Matrices in columns: the first four numbers are the first column."""
        return self._array(self._struct.inverse_bind, 16)

    @property
    def root(self) -> Optional[int]:
        return _index(self._struct.root)


class Channel(_Part):
    name = extras = ""  # type: ignore[assignment]

    @property
    def node(self) -> int:
        return self._struct.node

    @property
    def path(self) -> str:
        return _PATHS[self._struct.path]

    @property
    def step(self) -> bool:
        return self._struct.step

    @property
    def times(self) -> "numpy.ndarray":
        return self._array(self._struct.times)

    @property
    def values(self) -> "numpy.ndarray":
        return self._array(self._struct.values, 4 if self._struct.path == 1 else 3)


class Clip(_Part):
    extras = ""  # type: ignore[assignment]

    @property
    def channels(self) -> list[Channel]:
        return self._texts(self._struct.channels, Channel)


class Scene(_Part):
    """A scene in the terms of glTF. Arrays of it are views of its memory, and keep it alive."""

    def __init__(self, pointer: Any, losses: list[Finding]):
        super().__init__(_Memory(pointer), pointer.contents)
        self.losses = losses

    @property
    def meshes(self) -> list[Mesh]:
        return self._texts(self._struct.meshes, Mesh)

    @property
    def materials(self) -> list[Material]:
        return self._texts(self._struct.materials, Material)

    @property
    def images(self) -> list[Image]:
        return self._texts(self._struct.images, Image)

    @property
    def nodes(self) -> list[Node]:
        return self._texts(self._struct.nodes, Node)

    @property
    def skins(self) -> list[Skin]:
        return self._texts(self._struct.skins, Skin)

    @property
    def clips(self) -> list[Clip]:
        return self._texts(self._struct.clips, Clip)

    def clip_length(self, clip: int) -> float:
        """Seconds from 0 to its last key."""
        return _lib.ptl_scene_clip_length(self._memory.pointer, clip)

    def sample(self, clip: Optional[int] = None, seconds: float = 0) -> "numpy.ndarray":
        """The world matrix of every node at a time of a clip, or at rest: rows of 16, column major."""
        import numpy

        out, err = numpy.zeros((len(self.nodes), 16), numpy.float32), _abi.Diag()
        place = out.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        _must(_lib.ptl_scene_sample(place, self._memory.pointer, _abi.NONE if clip is None else clip, seconds, ctypes.byref(err)), err)
        return out
