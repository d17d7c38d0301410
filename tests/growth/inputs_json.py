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
