# SPDX-License-Identifier: MIT
"""What a generated input is, and the list of all of them.

An input is a family of files: `make(n)` gives the files of a document with n of something, the first of them being the one
that commands get. n = 0 is the empty document of the family, whose cost is subtracted. Names say the format, the list or
reference, and what is done to it: many, long, deep, equal, reversed, cyclic.
"""
from typing import Callable, NamedTuple

FAMILIES = []


class Family(NamedTuple):
    name: str  # "pfobj/joints-chain"
    make: Callable  # n -> {file name: bytes}
    start: int  # the first n
    options: tuple  # further words of every command that takes them
    most: int  # n is not doubled beyond it, because a format has no more
    kind: str  # the extension whose commands it takes
    refused: bool  # nothing reads it, whatever n is above 0: what counts is the way to that error
    timed: bool  # by time alone, because a process that gave up its rights cannot be counted


def family(name, start, options=(), most=1 << 40, kind=None, refused=False, timed=False):
    """Registers the function below it."""
    def add(make):
        extension = kind or next(iter(make(0))).rsplit(".", 1)[1]
        FAMILIES.append(Family(name, make, start, tuple(options), most, extension, refused, timed))
        return make
    return add


def text(words):
    return words.encode("utf-8") if isinstance(words, str) else bytes(words)


def load():
    """All families, in the order of the modules."""
    import inputs_foreign, inputs_grmm, inputs_images, inputs_json, inputs_lists, inputs_models, inputs_mpd, inputs_obj  # noqa: F401
    import inputs_pfmap, inputs_gltf, inputs_ppe, inputs_tmx, inputs_xmf  # noqa: F401
    return FAMILIES
