# SPDX-License-Identifier: MIT
"""Gridmonger maps: chunks, levels, cells, regions, notes, links, and themes to draw them with."""
import struct

from inputs import family, text

COOR = struct.pack("<3B2h", 0, 0, 0, 1, 1)


def wstr(words):
    data = text(words)[:65535]
    return struct.pack("<H", len(data)) + data


def bstr(words):
    return bytes([len(words)]) + text(words)


def chunk(name, data):
    return text(name) + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)


def group(name, *parts):
    return chunk("LIST", text(name) + b"".join(parts))


def packed(count, value):
    """A layer of one value, as runs."""
    runs = bytes([255, value]) * (count // 128) + (bytes([128 + count % 128 - 1, value]) if count % 128 else b"")
    return b"\1" + struct.pack("<I", len(runs)) + runs


def literal(values):
    """A layer of values as they are."""
    return b"\1" + struct.pack("<I", len(values)) + bytes(values)


def cells(rows, columns, floor=1, wall=0):
    count = (rows + 1) * (columns + 1)
    blank = b"\2"
    layers = [packed(count, floor) if floor else blank, blank, blank] + [packed(count, wall) if wall else blank] * 2 + [blank]
    return b"".join(layers)


def regions(rows, columns, name=lambda i: "r", notes="", on=1, side=2, own=0):
    count = -(-rows // side) * -(-columns // side) if on else 0
    return struct.pack("<B2HBH", on, side, side, own, count) + b"".join(wstr(name(i)) + wstr(notes) for i in range(count))


def level(rows=4, columns=4, cell=None, regn=None, notes=(), name="level", text_="", elevation=0):
    prop = wstr("place") + wstr(name) + struct.pack("<h2HB", elevation, rows, columns, 0) + wstr(text_)
    anno = struct.pack("<H", len(notes)) + b"".join(notes)
    return group("lvl ", chunk("prop", prop), chunk("coor", COOR),
                 chunk("regn", regn or struct.pack("<B2HBH", 0, 2, 2, 0, 0)), chunk("cell", cell or cells(rows, columns)),
                 chunk("anno", anno))


def dungeon(levels, links=(), extra=b"", notes="", inside=b""):
    prop = struct.pack("<H", 4) + wstr("title") + wstr("") + wstr("") + bstr("2024-01-01 00:00:00") + wstr(notes)
    data = (b"GRMM" + group("map ", chunk("prop", prop), chunk("coor", COOR), inside) + group("lvls", *levels) +
            chunk("lnks", struct.pack("<H", len(links)) + b"".join(struct.pack("<6H", *link) for link in links)) + extra)
    return {"map.gmm": chunk("RIFF", data)}


def note(row, column, kind=0, words="text"):
    middle = {0: b"", 1: struct.pack("<HB", 1, 0), 2: bstr("A1"), 3: b"\5", 4: b"\0"}[kind]
    return struct.pack("<2HB", row, column, kind) + middle + wstr(words)


def side_of(n, most=6000):
    side = 4
    while side * side < n and side * 2 <= most:
        side *= 2
    return side


def shape(n):
    """Rows and columns of about n cells."""
    side = side_of(n)
    return max(1, -(-n // side)), side


@family("grmm/levels-many", 32, most=999)
def levels_many(n):
    return dungeon([level(name=f"level {i}", elevation=i % 200) for i in range(n + 1)])


@family("grmm/levels-reversed", 256, most=1 << 13)
def levels_reversed(n):
    """More than editors make, in the order that takes longest to sort, each with a link to the next."""
    count = n + 1
    return dungeon([level(name=f"level {count - i:05}") for i in range(count)], [(i, 0, 0, (i + 1) % count, 1, 1) for i in range(count)])


@family("grmm/levels-equal", 32, most=999)
def levels_equal(n):
    return dungeon([level()] * (n + 1))


@family("grmm/cells-literal", 4096, most=1 << 18)
def cells_literal(n):
    rows, columns = shape(n)
    count = (rows + 1) * (columns + 1)
    floors = literal(bytes((1, 20, 22, 41, 50, 0, 90, 110)[i * 7 % 8] for i in range(count)))
    walls = literal(bytes((10, 0, 20, 60, 30, 12, 71)[i * 5 % 7] for i in range(count)))
    return dungeon([level(rows, columns, floors + literal(bytes(count)) * 2 + walls * 2 + literal(bytes(count)))])


@family("grmm/cells-runs", 4096, most=1 << 18)
def cells_runs(n):
    rows, columns = shape(n)
    return dungeon([level(rows, columns, cells(rows, columns, 1, 10))])


@family("grmm/cells-illegal", 4096, most=1 << 16)
def cells_illegal(n):
    rows, columns = shape(n)
    return dungeon([level(rows, columns, cells(rows, columns, 99, 99))])


@family("grmm/cells-illegal-literal", 4096, most=1 << 18)
def cells_illegal_literal(n):
    rows, columns = shape(n)
    return dungeon([level(rows, columns, literal(b"\x63" * ((rows + 1) * (columns + 1))) + b"\2" * 5)])


@family("grmm/cells-one-row", 512, most=6666)
def cells_one_row(n):
    return dungeon([level(1, n + 1)])


@family("grmm/cells-one-column", 512, most=6666)
def cells_one_column(n):
    return dungeon([level(n + 1, 1)])


@family("grmm/regions-many", 256, most=16384)
def regions_many(n):
    rows, columns = shape(4 * max(1, n))
    return dungeon([level(rows, columns, regn=regions(rows, columns, lambda i: f"region {i}"))])


@family("grmm/regions-equal", 256, most=16384)
def regions_equal(n):
    rows, columns = shape(4 * max(1, n))
    return dungeon([level(rows, columns, regn=regions(rows, columns, notes="the same"))])


def annotated(n, place, kind=lambda i: i % 5, words=lambda i: "text"):
    return dungeon([level(128, 128, notes=[note(*place(i), kind(i), words(i)) for i in range(n)])])


@family("grmm/regions-noted", 256, most=16384)
def regions_noted(n):
    """Regions that have coordinates of their own, and a note each, on a cell without floor."""
    rows, columns = shape(4 * max(1, n))
    notes = [note(row, column) for row in range(0, rows, 2) for column in range(0, columns, 2)]
    return dungeon([level(rows, columns, cells(rows, columns, 0), regions(rows, columns, lambda i: f"region {i}", own=1), notes)])


@family("grmm/notes-many", 512, most=8192)
def notes_many(n):
    return annotated(n, lambda i: (i // 128, i % 128))


@family("grmm/notes-reversed", 512, most=8192)
def notes_reversed(n):
    return annotated(n, lambda i: (127 - i // 128, 127 - i % 128), lambda i: 1)


@family("grmm/notes-same-cell", 512, most=8192)
def notes_same_cell(n):
    return annotated(n, lambda i: (0, 0), lambda i: 1)


@family("grmm/notes-outside", 512, most=8192)
def notes_outside(n):
    return annotated(n, lambda i: (0, 0) if i == 0 else (500 + i, 500), lambda i: 0)


@family("grmm/notes-long", 16, most=1024)
def notes_long(n):
    return annotated(n, lambda i: (i // 128, i % 128), lambda i: 4 * (i & 1), lambda i: "word " * 700)


@family("grmm/note-lines", 512, most=32000)
def note_lines(n):
    return annotated(1, lambda i: (0, 0), lambda i: 4, lambda i: "a\n" * (n + 1))


@family("grmm/note-word", 512, most=60000)
def note_word(n):
    return annotated(1, lambda i: (0, 0), lambda i: 4, lambda i: "w" * (n + 1))


@family("grmm/title-long", 512, most=60000)
def title_long(n):
    return dungeon([level(name="x" * (n + 1), text_="y " * (n // 2))], notes="z\n" * (n // 2))


@family("grmm/links-many", 512, most=8192)
def links_many(n):
    return dungeon([level(128, 128)], [(0, i // 128, i % 128, 0, 127 - i // 128, i % 128) for i in range(n)])


@family("grmm/links-equal", 512, most=8192)
def links_equal(n):
    return dungeon([level(128, 128)], [(0, 0, 0, 0, 1, 1)] * n)


@family("grmm/links-cyclic", 512, most=8192)
def links_cyclic(n):
    place = lambda i: (i % n // 128, i % n % 128)
    return dungeon([level(128, 128)], [(0, *place(i), 0, *place(i + 1)) for i in range(n)])


@family("grmm/links-outside", 512, most=8192)
def links_outside(n):
    return dungeon([level(4, 4)], [(i, 9, 9, 9, 9, 9) for i in range(n)])


@family("grmm/links-to-one", 512, most=8192)
def links_to_one(n):
    return dungeon([level(128, 128)], [(0, i // 128, i % 128, 0, 127, 127) for i in range(n)])


@family("grmm/links-over-levels", 32, most=999)
def links_over_levels(n):
    return dungeon([level() for _ in range(n + 1)], [(i, 0, 0, i + 1, 1, 1) for i in range(n)])


@family("grmm/chunks-unknown", 1024)
def chunks_unknown(n):
    return dungeon([level()], extra=b"".join(chunk("x%03d" % (i % 1000), b"") for i in range(n)))


@family("grmm/chunks-twice", 1024, refused=True)
def chunks_twice(n):
    return dungeon([level()], extra=chunk("lnks", b"\0\0") * n)


@family("grmm/chunks-salvaged", 1024, ["--salvage"])
def chunks_salvaged(n):
    return dungeon([level()] * 2, extra=chunk("lnks", b"\0\0") * n + b"LIST\xff\xff\xff\x7f" * n)


@family("grmm/levels-salvaged", 32, ["--salvage"], most=999)
def levels_salvaged(n):
    files = dungeon([level(name=f"level {i}") for i in range(n + 1)])
    data = bytearray(files["map.gmm"])
    at = data.find(b"lvls")
    data[at - 4:at] = b"\xff\xff\xff\x0f"
    return {"map.gmm": bytes(data)}


@family("grmm/groups-deep", 256)
def groups_deep(n):
    inner = b""
    for _ in range(n):
        inner = group("deep", inner)
    return dungeon([level()], extra=inner)


@family("theme/lines-many", 512, ["--theme", "own.theme"], most=4000)
def theme_lines(n):
    return {**dungeon([level()]), "own.theme": text("inherit = paper\n" + "# comment\n" * n + "wall = #40220f\n")}


@family("theme/line-long", 512, ["--theme", "own.theme"], most=60000)
def theme_line_long(n):
    return {**dungeon([level()]), "own.theme": text("#" + "x" * n + "\nwall =" + " " * (n // 64) + "#40220f\n")}


@family("theme/roles-equal", 512, ["--theme", "own.theme"], most=4000)
def theme_roles_equal(n):
    return {**dungeon([level()]), "own.theme": text("wall = #40220f\n" * (n + 1))}


THEIRS = 'level { outline { style = rounded-edges, fill-style = hatched\ncolor = "#353232ff" }, floor { background = [] } }\n'


@family("theme/groups-deep", 256, ["--theme", "their.gmtheme"], most=8000, refused=True)
def theme_groups_deep(n):
    return {**dungeon([level()]), "their.gmtheme": text(THEIRS + "a {\n" * n + "}\n" * n)}


@family("theme/groups-many", 256, ["--theme", "their.gmtheme"], most=2000)
def theme_groups_many(n):
    return {**dungeon([level()]), "their.gmtheme": text(THEIRS + 'ui { a { b = "#fff" } }\n' * n)}
