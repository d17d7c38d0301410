# SPDX-License-Identifier: MIT
"""Lists beside a level of Egoboo, scenes of Permafrost, dungeons of generators and drawn ones."""
import json

from inputs import family, text

SPAWN = "%s: NONE %d 1.5 2 0 N 0 0 0 0 0 F F Null\n"


def passages(lines):
    return {"passage.txt": text("// gates\n" + lines)}


def spawns(lines):
    return {"spawn.txt": text("// objects\n" + lines)}


@family("passage/rows-many", 512, kind="passage.txt")
def passage_rows_many(n):
    return passages("".join(f"{i} Gate{i}: {i % 60} 2 {i % 60} 4 F T F\n" for i in range(n)))


@family("passage/rows-equal", 512, kind="passage.txt")
def passage_rows_equal(n):
    return passages("0 Gate: 1 2 3 4 F T F\n" * n)


@family("passage/name-long", 8192, kind="passage.txt")
def passage_name_long(n):
    return passages("0 G" + "a" * n + ": 1 2 3 4 F T F\n")


@family("passage/comments-many", 1024, kind="passage.txt")
def passage_comments(n):
    return passages("// a\n" * n + "0 Gate: 1 2 3 4 F T F\n")


@family("spawn/rows-many", 512, kind="spawn.txt")
def spawn_rows_many(n):
    return spawns("".join(SPAWN % (f"Cat{i}", i % 200) for i in range(n)))


@family("spawn/rows-equal", 512, kind="spawn.txt")
def spawn_rows_equal(n):
    return spawns(SPAWN % ("Cat", 1) * n)


@family("spawn/name-long", 8192, kind="spawn.txt")
def spawn_name_long(n):
    return spawns(SPAWN % ("C" + "a" * n, 1))


SCENE = 'version 1.0\nnum_sections 2\nsection "factions"\nnum_factions %d\n%ssection "entities"\nnum_entities %d\n%s'
FACTION = 'faction "%s"\n    color vec3 1.0 2.0 3.0\n'
ENTITY = "entity %s %s %d\n%s"
PLACE = "   position vec3 %d.0 0.0 1.0\n"


def scene(factions, entities):
    return {"a.pfscene": text(SCENE % (len(factions), "".join(factions), len(entities), "".join(entities)))}


@family("pfscene/entities-many", 256)
def entities_many(n):
    return scene([], [ENTITY % (f"e{i}", f"m{i}.pfobj", 1, PLACE % i) for i in range(n)])


@family("pfscene/entities-equal", 256)
def entities_equal(n):
    return scene([], [ENTITY % ("e", "m.pfobj", 1, PLACE % 0)] * n)


@family("pfscene/attributes-many", 512)
def attributes_many(n):
    return scene([], [ENTITY % ("e", "m.pfobj", n, "".join(f"   a{i} int 1\n" for i in range(n)))])


@family("pfscene/attributes-equal", 512)
def attributes_equal(n):
    return scene([], [ENTITY % ("e", "m.pfobj", n, "   position vec3 1.0 2.0 3.0\n" * n)])


@family("pfscene/factions-many", 512)
def factions_many(n):
    return scene([FACTION % f"f{i}" for i in range(n)], [])


@family("pfscene/model-slashes", 8192)
def model_slashes(n):
    return scene([], [ENTITY % ("e", "a/" * n + "m.pfobj", 1, PLACE % 0)])


def watabou(rects, doors=(), notes=(), columns=(), water=()):
    first = [{"x": 0, "y": 0, "w": 3, "h": 3}]
    return {"a.json": text(json.dumps({"version": "1", "title": "T", "story": "s", "rects": first + list(rects), "doors": list(doors),
                                       "notes": list(notes), "columns": list(columns), "water": list(water)}))}


@family("watabou/rooms-many", 64, most=4096)
def rooms_many(n):
    return watabou({"x": i % 64 * 4, "y": i // 64 * 4, "w": 3, "h": 3} for i in range(n))


@family("watabou/rooms-equal", 256)
def rooms_equal(n):
    return watabou([{"x": 0, "y": 0, "w": 3, "h": 3}] * n)


@family("watabou/doors-equal", 256)
def doors_equal(n):
    return watabou([], [{"x": 0, "y": 0, "dir": {"x": 1, "y": 0}, "type": 1}] * n)


@family("watabou/notes-equal", 256)
def notes_equal(n):
    return watabou([], notes=[{"text": "n", "ref": "1", "pos": {"x": 0.5, "y": 0.5}}] * n)


@family("watabou/columns-equal", 256)
def columns_equal(n):
    return watabou([], columns=[{"x": 1, "y": 1}] * n)


@family("watabou/water-equal", 256)
def water_equal(n):
    return watabou([], water=[{"x": 1, "y": 1}] * n)


def drawing(width, height):
    return {"a.txt": text("\n".join(["#" * (width + 2)] + ["#" + "." * width + "#"] * height + ["#" * (width + 2)]) + "\n")}


@family("drawing/rows-many", 64, most=1024, kind="txt")
def drawing_rows(n):
    return drawing(30, n + 1)


@family("drawing/rows-long", 64, most=1024, kind="txt")
def drawing_long(n):
    return drawing(n + 1, 16)
