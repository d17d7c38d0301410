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


LAYER = '<layer id="%d" name="%s" width="1" height="1"><data encoding="csv">0</data></layer>\n'


@family("tmx/layers-many", 64, most=1 << 13)
def layers_many(n):
    return drawn("".join(LAYER % (i + 2, f"l{i}") for i in range(n)))


@family("tmx/layers-companions", 64, most=1 << 13)
def layers_companions(n):
    """Layers of numbers, each called like the one before it."""
    return drawn("".join(LAYER % (i + 2, f"l{i // 2}" + "#priority" * (i % 2)) for i in range(n)))


@family("tmx/groups-many", 64, most=1 << 12)
def groups_many(n):
    return drawn("".join(f'<group id="{2 * i + 2}" name="g{i}">' + LAYER % (2 * i + 3, "l") + "</group>" for i in range(n)))


@family("tmx/groups-deep", 16, most=1 << 12)
def groups_deep(n):
    return drawn("".join(f'<group id="{i + 2}" name="g">' for i in range(n)) + "</group>" * n)


@family("tmx/points-many", 1024)
def points_many(n):
    points = " ".join(f"{i},{i * i % 7}" for i in range(n + 3))
    return drawn(f'<objectgroup id="2" name="o"><object id="1" x="1" y="1"><polygon points="{points}"/></object></objectgroup>')


@family("tmx/frames-many", 512, most=1 << 15)
def frames_many(n):
    frames = "".join(f'<tile id="{i}"><animation><frame tileid="{(i + 1) % n}" duration="1"/></animation></tile>' for i in range(n))
    return drawn(SET % (1, 0, n + 1, IMAGE % "a" + frames))


def infinite(places, cells="0", side=1):
    chunks = "".join(f'<chunk x="{x}" y="{y}" width="{side}" height="{side}">{cells}</chunk>' for x, y in places)
    return {"map.tmx": text('<map version="1.8" orientation="orthogonal" infinite="1" width="1" height="1" tilewidth="8" tileheight="8">\n' +
                            SET % (1, 0, 1, IMAGE % "a") + '<layer id="1" name="l" width="1" height="1"><data encoding="csv">' + chunks +
                            "</data></layer>\n</map>\n")}


@family("tmx/chunks-many", 64)
def chunks_many(n):
    return infinite([(16 * i, 0) for i in range(n + 1)], ",".join(["1"] * 256), 16)


@family("tmx/chunks-equal", 512)
def chunks_equal(n):
    return infinite([(0, 0)] * (n + 1), "1")


@family("tmx/chunks-far", 512)
def chunks_far(n):
    """A plane that would hold them all grows with the square, and is refused."""
    return infinite([(i, i) for i in range(n + 1)], "1")
