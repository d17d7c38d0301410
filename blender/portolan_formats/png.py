# SPDX-License-Identifier: MIT
"""Pictures as files: what an image file is by its content, and PNG from pixels."""
import struct
import zlib

import numpy as np

KINDS = (("png", b"\x89PNG\r\n\x1a\n"), ("jpg", b"\xff\xd8\xff"), ("bmp", b"BM"))


def kind_of(data, name):
    """png, jpg, bmp or tga if the engine shows it, else an empty text."""
    kind = next((k for k, magic in KINDS if data.startswith(magic)), "")
    if not kind and name.lower().endswith(".tga"):
        kind = "tga"
    return kind if kind and in_color(data, kind) else ""


def in_color(data, kind):
    """The engine takes three or four channels; a gray image is shown black."""
    if kind == "png":
        return len(data) > 25 and data[25] in (2, 3, 6)
    if kind == "jpg":
        return jpg_channels(data) == 3
    if kind == "tga":
        return len(data) > 17 and (data[2] in (2, 10) and data[16] in (24, 32) or
                                   data[2] in (1, 9) and data[7] in (24, 32))
    return True


def jpg_channels(data):
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, size = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return data[at + 9]
        at += 2 + size
    return 0


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def write(pixels):
    """PNG of rows from above, (height, width, 3 or 4) bytes."""
    height, width, channels = pixels.shape
    return pack(pixels.reshape(height, -1), width, 8, 6 if channels == 4 else 2)


def write_gray(pixels):
    """The same of (height, width) words."""
    height, width = pixels.shape
    return pack(pixels.astype(">u2").view(np.uint8).reshape(height, -1), width, 16, 0)


def pack(lines, width, depth, kind):
    rows = np.zeros((len(lines), 1 + lines.shape[1]), np.uint8)  # a zero before each row: no filter
    rows[:, 1:] = lines
    head = struct.pack(">IIBBBBB", width, len(lines), depth, kind, 0, 0, 0)
    return (KINDS[0][1] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) +
            chunk(b"IEND", b""))


def white():
    return write(np.full((1, 1, 3), 255, np.uint8))
