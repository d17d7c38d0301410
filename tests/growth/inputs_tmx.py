# SPDX-License-Identifier: MIT
"""Maps of Tiled: sets, their tiles, layers, objects, properties."""
from inputs import family, text

SET = '<tileset firstgid="%d" name="s%d" tilewidth="8" tileheight="8" tilecount="%d" columns="1">%s</tileset>\n'
IMAGE = '<image source="%s.png" width="8" height="8"/>'


def drawn(words, cell=0):
    return {"map.tmx": text('<map version="1.8" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">\n' + words +
                            f'<layer id="1" name="l" width="1" height="1"><data encoding="csv">{cell}</data></layer>\n</map>\n')}


@family("tmx/sets-many", 512, most=4000)
def sets_many(n):
    return drawn("".join(SET % (i + 1, i, 1, IMAGE % f"a{i}") for i in range(n)), n)


@family("tmx/sets-reversed", 512, most=1 << 16)
def sets_reversed(n):
    return drawn("".join(SET % (n - i, i, 1, IMAGE % "a") for i in range(n)), n)


@family("tmx/tiles-many", 512, most=1 << 17)
def tiles_many(n):
    return drawn(SET % (1, 0, n, "".join(f'<tile id="{i}">{IMAGE % f"a{i}"}</tile>' for i in range(n))), n)


@family("tmx/objects-many", 512)
def objects_many(n):
    return drawn('<objectgroup id="2" name="o">' + "".join(f'<object id="{i + 1}" x="1" y="1" name="n{i}"/>' for i in range(n)) + "</objectgroup>")


@family("tmx/objects-equal", 512)
def objects_equal(n):
    return drawn('<objectgroup id="2" name="o">' + '<object id="1" x="1" y="1"/>' * n + "</objectgroup>")


@family("tmx/properties-many", 512)
def properties_many(n):
    return drawn("<properties>" + "".join(f'<property name="p{i}" value="1"/>' for i in range(n)) + "</properties>")
