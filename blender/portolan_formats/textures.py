# SPDX-License-Identifier: MIT
"""Materials and their images: the files the engine gets."""
import os
import re

import bpy
import numpy as np

from . import png, shading
from .model import MAX_NAME, Material, rounded
from .names import Names, line, original, word

DEFAULT = "white.png"  # of faces without a texture


# ---- The file of an image ------------------------------------------------------------------------------

def stored(image):
    """The bytes of an image as it lies in the file or beside it, and the name it has there."""
    if image.source == "TILED":
        return b"", image.name
    path = bpy.path.abspath(image.filepath, library=image.library)
    name = os.path.basename(path.replace("\\", "/")) or re.sub(r"\.\d{3,}$", "", image.name)
    if image.packed_file:
        return bytes(image.packed_file.data), name
    try:
        with open(path, "rb") as file:
            return file.read(), name
    except OSError:
        return b"", name


def encoded(linear):
    """Linear light as sRGB."""
    return np.where(linear <= 0.0031308, linear * 12.92,
                    1.055 * np.power(np.maximum(linear, 0.0031308), 1 / 2.4) - 0.055)


def png_of(color):
    return png.write((np.clip(color, 0, 1) * 255 + 0.5).astype(np.uint8))


def from_pixels(image):
    """PNG of what Blender shows; None when it has nothing to show."""
    width, height = image.size
    if width == 0 or height == 0 or not image.has_data and image.source == "FILE" and not image.pixels:
        return None
    flat = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(flat)
    pixels = flat.reshape(height, width, image.channels)[::-1]
    color = pixels[..., :3] if image.channels >= 3 else np.repeat(pixels[..., :1], 3, axis=2)
    if image.is_float and not image.colorspace_settings.is_data:
        color = encoded(color)
    if image.channels == 4 and (pixels[..., 3] < 1).any():
        color = np.concatenate([color, pixels[..., 3:]], axis=2)
    return png_of(color)


def file_of(image, losses):
    """(name, bytes) of an image the engine shows, or None."""
    data, name = stored(image)
    stem = os.path.splitext(name)[0]
    kind = png.kind_of(data, name)
    if kind and not image.is_dirty:
        known = {"jpg": (".jpg", ".jpeg")}.get(kind, ("." + kind,))
        ending = os.path.splitext(name)[1]
        return (name if ending.lower() in known else stem + "." + kind), data
    made = from_pixels(image)
    if made is None:
        losses.add("image '%s' is missing" % image.name)
        return None
    if image.source in ("SEQUENCE", "MOVIE", "TILED"):
        losses.add("of image '%s' one picture is saved" % image.name)
    elif data:
        losses.add("image '%s' is saved as PNG" % name)
    return stem + ".png", made


class Folder:
    """Files beside the model: names are clean and unique, other files that are there stay unless told."""

    def __init__(self, folder, policy):
        self.folder, self.policy = folder, policy
        self.names = Names(fold=True)
        self.files, self.known = {}, {}

    def there(self, name):
        try:
            with open(os.path.join(self.folder, name), "rb") as file:
                return file.read()
        except OSError:
            return None

    def give(self, wanted, data):
        """The name under which the bytes are, or will be, beside the model."""
        if (wanted, data) in self.known:
            return self.known[(wanted, data)]
        stem, ending = os.path.splitext(re.sub(r'[/\\:*?"<>|]', "_", word(wanted)))  # no system takes these
        while True:
            name = self.names.give(stem[:MAX_NAME - len(ending)], ending)
            found = self.there(name)
            if os.path.isdir(os.path.join(self.folder, name)):
                continue
            if found is None or found == data or self.policy != "KEEP":
                break
        if found != data and self.policy != "NONE":
            self.files[name] = data
        self.known[(wanted, data)] = name
        return name


# ---- Materials -----------------------------------------------------------------------------------------

def looks(material):
    """Ambient, diffuse and specular: those a user gave it for the engine, or what the viewport shows."""
    own = getattr(material, "portolan", None)
    if own and own.use:
        return own.ambient, tuple(own.diffuse), tuple(own.specular)
    strength = material.specular_intensity
    return 1.0, tuple(material.diffuse_color[:3]), tuple(strength * c for c in material.specular_color)


class Materials:
    """The list of the file, in the order materials are met; each is there once."""

    def __init__(self, folder, losses):
        self.folder, self.losses = folder, losses
        self.names = Names(line)
        self.list, self.place = [], {}

    def texture_of(self, material):
        node = shading.image_node(material)
        file = file_of(node.image, self.losses) if node else None
        if file:
            return self.folder.give(*file)
        named = material.get("portolan_texture") if material is not None else None
        if named and word(named) == named:
            self.losses.add("texture '%s' is not there; the model names it all the same" % named)
            return named
        color = shading.plain_color(material) if not node else None
        if color:
            self.losses.add("material '%s' has no image; it gets one of its color" % material.name)
            return self.folder.give(material.name + ".png", png_of(encoded(np.reshape(color, (1, 1, 3)))))
        if not node and material is not None:
            self.losses.add("material '%s' has no image; it gets a white one" % material.name)
        if node:
            self.losses.add("faces of material '%s' get a white image" % material.name)
        return self.folder.give(DEFAULT, png.white())

    def add(self, material):
        """The number of a material; None stands for faces without one."""
        if material not in self.place:
            self.place[material] = len(self.list)
            self.list.append(self.make(material))
        return self.place[material]

    def make(self, material):
        if material is None:
            self.losses.add("faces without a material get a default one")
            return Material(self.names.give("default"), self.texture_of(None))
        name = self.names.give(original(material.name, material.get("portolan_name")))
        shading.say_unlike(material, self.losses)
        ambient, diffuse, specular = looks(material)
        return Material(name, self.texture_of(material), float(rounded(ambient)),
                        tuple(rounded(diffuse).tolist()), tuple(rounded(specular).tolist()))
