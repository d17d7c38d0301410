# SPDX-License-Identifier: MIT
"""Pictures of every kind that is read, spelled by hand."""
import random
import struct
import zlib


def bmp(wide, high, bits=8, data=None, compression=0):
    """A picture with a palette of 256 colors."""
    palette = bytes(x for i in range(256) for x in (i, 255 - i, i * 7 & 255, 0))
    row = -(-wide * bits // 32) * 4
    rows = bytes((x + y * 8) & 255 for y in range(high) for x in range(row)) if data is None else data
    head = struct.pack("<IiiHHIIiiII", 40, wide, high, 1, bits, compression, len(rows), 0, 0, 256, 0)
    return b"BM" + struct.pack("<IHHI", 14 + 40 + 1024 + len(rows), 0, 0, 14 + 40 + 1024) + head + palette + rows


def tga(wide, high, data, kind):
    return struct.pack("<3B2HB4H2B", 0, 0, kind, 0, 0, 0, 0, 0, wide, high, 24, 0) + data


def png_chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(wide, high, piece=1 << 30, extra=b"", before=b"", level=6, interlaced=0):
    """A gray picture whose data comes in pieces of that many bytes."""
    noise = random.Random(1)  # of which no size packs better than another
    if interlaced:
        rows = b"".join(b"\0" * (1 + -(-max(0, wide - x0) // dx)) for x0, y0, dx, dy in
                        ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
                        if wide > x0 for _ in range(-(-max(0, high - y0) // dy)))
    else:
        rows = b"".join(b"\0" + noise.randbytes(wide) for _ in range(high))
    packed = zlib.compress(rows, level)
    data = b"".join(png_chunk(b"IDAT", packed[i:i + piece]) for i in range(0, len(packed), piece))
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, interlaced))
    return b"\x89PNG\r\n\x1a\n" + head + before + data + extra + png_chunk(b"IEND", b"")


def segment(marker, data):
    return struct.pack(">BBH", 255, marker, len(data) + 2) + data


def jpeg(blocks_wide, blocks_high, restart=0, scans=0, extra=b""):
    """A gray picture of blocks without any detail, two bits each; or progressive, of that many scans over all blocks."""
    count = blocks_wide * blocks_high
    frame = segment(0xC2 if scans else 0xC0, struct.pack(">BHHB3B", 8, 8 * blocks_high, 8 * blocks_wide, 1, 1, 0x11, 0))
    head = b"\xff\xd8" + extra + segment(0xDB, b"\0" + b"\1" * 64) + frame
    one_code = bytes([1] + [0] * 15)
    head += segment(0xC4, b"\0" + one_code + b"\0") + segment(0xC4, b"\x10" + one_code + (b"\xe0" if scans else b"\0"))
    if restart:
        head += segment(0xDD, struct.pack(">H", restart))
        data = b"".join(b"\x3f" + bytes([255, 0xD0 + i % 8]) for i in range(count - 1)) + b"\x3f"
    elif scans:
        data = bytes(-(-count // 8)) + b"".join(
            segment(0xDA, bytes([1, 1, 0, 1, 63, 0])) + b"\x7f\xff" * (count // 32767 + 1) for _ in range(scans - 1))
    else:
        data = bytes(-(-count // 4))
    first = bytes([1, 1, 0, 0, 0, 0]) if scans else bytes([1, 1, 0, 0, 63, 0])
    return head + segment(0xDA, first) + data + b"\xff\xd9"
