# SPDX-License-Identifier: MIT
"""Our own JSON, spelled by an enemy. Every other family also goes through JSON as the tool writes it."""
from inputs import family, text

HEAD = '{\n  "portolan": "xmf",\n  "packing": "none"'
TAIL = ',\n  "tags": [{"level": 0, "before": "", "name": "a", "rest": " 1"}],\n  "end": "\\n"\n}\n'


def document(middle="", tail=TAIL):
    return {"box.json": text(HEAD + middle + tail)}


@family("json/members-unknown", 1024, kind="xmf", refused=True)
def members_unknown(n):
    return document("".join(f',\n  "unknown{i}": {i}' for i in range(n)))


@family("json/members-equal", 1024, kind="xmf", refused=True)
def members_equal(n):
    return document(',\n  "packing": "none"' * n)


@family("json/nested-deep", 1024, kind="xmf", refused=True)
def nested_deep(n):
    return document(tail=',"tags": ' + "[" * n + "]" * n + "}")


@family("json/string-long", 1 << 14, kind="xmf")
def string_long(n):
    return document(tail=',"tags": [], "end": "' + " \\n\\u0020" * n + '"}')


@family("json/string-pairs", 1 << 13, kind="xmf")
def string_pairs(n):
    return document(tail=',"tags": [], "end": "#' + "\\ud83d\\ude00" * n + '\\n"}')


@family("json/blanks", 1 << 14, kind="xmf")
def blanks(n):
    return document(" \n\t" * n)


@family("json/tags-many", 1024, kind="xmf")
def tags_many(n):
    row = '{"level": 0, "before": "\\n", "name": "a", "rest": " 1"}'
    return document(tail=',"tags": [' + ",".join([row] * (n + 1)) + '], "end": "\\n"}')


def model(places):
    row = '{"position": [%s, 1, 2], "texture": [0, 0], "normal": [0, 0, 1], "material": 0}'
    words = ('{"portolan": "pfobj", "version": "1.0", "has_collision": false, "vertices": [' + ",".join(row % place for place in places) +
             '], "materials": [{"name": "a", "ambient": 1, "diffuse": [1, 1, 1], "specular": [0, 0, 0], "texture": "a.png"}]}')
    return {"model.json": text(words)}


@family("json/number-long", 1 << 14, kind="pfobj")
def number_long(n):
    return model(["0.1" + "0123456789" * (n // 10) + "e-5", "1" + "0" * (n // 2) + "e-" + str(n // 2), "1"])


@family("json/numbers-long", 512, kind="pfobj")
def numbers_long(n):
    return model(["0." + "123456789" * 90] * (3 * (n // 8) + 3))


COORDINATES = '{"origin": "north-west", "row_style": "number", "column_style": "number", "row_start": 1, "column_start": 1}'
SMALL = {
    "mpd": '"version": "MapA", "numvert": 0, "sizex": 1, "sizey": 1, "type": [[6]], "fx": [[0]], "tile": [[0]]',
    "ppe": '"layout": "new", "coder": "none", "width": 1, "height": 1, "tile": [[0]]',
    "pfobj": '"version": "1.0", "has_collision": false, "vertices": [], "materials": [{"name": "a", "ambient": 1, "diffuse": [1, 1, 1], "specular": [0, 0, 0], "texture": "a.png"}]',
    "grmm": '"version": 4, "title": "t", "game": "", "author": "", "created": "2024-01-01 00:00:00", "notes": "", "coordinates": ' +
            COORDINATES + ', "levels": [], "links": [], "state": {"layout": "none"}',
    "pfmap": '"version": "1.2", "width": 32, "height": 32, "materials": [{"name": "a", "texture": "a.png"}], "type": ' +
             str([[0] * 32] * 32) + ', "base": ' + str([[0] * 32] * 32),
}
KINDS = {"mpd": "mpd", "ppe": "map", "pfobj": "pfobj", "grmm": "gmm", "pfmap": "pfmap"}


def of_format(name, more):
    return {f"{name}.json": text('{"portolan": "' + name + '", ' + SMALL[name] + more + "}")}


def hostile(name, what, start, more, refused):
    family(f"json/{name}-{what}", start, kind=KINDS[name], refused=refused)(lambda n: of_format(name, more(n)))


for format_name in SMALL:
    hostile(format_name, "unknown", 1024, lambda n: "".join(f', "unknown{i}": {i}' for i in range(n)), True)
    hostile(format_name, "blanks", 1 << 14, lambda n: " \n\t" * n, False)
    hostile(format_name, "schema", 1 << 13, lambda n: ', "$schema": ' + "[" * 40 + ",".join(["[1, 2.5e3, true, \"a\"]"] * n) + "]" * 40, False)
    hostile(format_name, "deep", 1024, lambda n: ', "$schema": ' + "[" * n + "]" * n if n else "", True)


@family("json/grid-rows-short", 1024, kind="mpd", refused=True)
def grid_rows_short(n):
    rows = ",".join(["[6]"] * max(n, 1))
    size = 1 if n == 0 else 2
    return {"grid.json": text('{"portolan": "mpd", "version": "MapA", "numvert": 0, "sizex": %d, "sizey": %d, "type": [%s], "fx": [%s], "tile": [%s]}' %
                              (size, max(n, 1) if n < 1024 else 1024, rows, rows.replace("6", "0"), rows.replace("6", "0")))}
