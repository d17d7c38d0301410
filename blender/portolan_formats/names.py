# SPDX-License-Identifier: MIT
"""Names as the engine takes them: one word of ASCII, at most 63 bytes, unique."""
import re
import unicodedata

from .model import MAX_NAME

SPELLED = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae",
           "Æ": "Ae", "ø": "o", "Ø": "O", "å": "a", "Å": "A", "œ": "oe", "Œ": "Oe", "ð": "d", "Ð": "D",
           "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i"}


def ascii_of(name):
    """Latin letters beyond ASCII are spelled, all else becomes an underscore."""
    plain = "".join(SPELLED.get(c, c) for c in unicodedata.normalize("NFC", name))
    plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    return "".join(c if 32 <= ord(c) < 127 else "_" for c in plain)


def word(name):
    return re.sub(r"\s", "_", ascii_of(name).strip()) or "_"


def line(name):
    """For materials, whose names may have blanks; the engine stops at one that is called __none__."""
    clean = re.sub(r"\s+", " ", ascii_of(name)).strip() or "_"
    return "_" + clean if clean.split()[0] == "__none__" else clean


def original(name, imported):
    """Blender adds .001 to a name that is taken. One that came from a file is known without it, as long
    as nobody changed it."""
    if imported and re.fullmatch(re.escape(imported) + r"\.\d{3,}", name):
        return imported
    return name


class Names:
    """Gives each name once, and keeps a list of what it changed."""

    def __init__(self, clean=word, limit=MAX_NAME, fold=False):
        self.clean, self.limit = clean, limit
        self.key = str.lower if fold else str  # files that differ in case are one file on some systems
        self.taken, self.changed = set(), []

    def give(self, name, suffix=""):
        stem = self.clean(name)
        for number in range(1, 1 << 20):
            tail = ("" if number == 1 else "_%d" % number) + suffix
            made = stem[:self.limit - len(tail)] + tail
            if self.key(made) not in self.taken:
                break
        self.taken.add(self.key(made))
        if made != name + suffix:
            self.changed.append((name + suffix, made))
        return made
