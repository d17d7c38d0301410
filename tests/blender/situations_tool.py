# SPDX-License-Identifier: MIT
"""Maps through the tool, and what is said where there is none."""
import json
import os

import bpy
import numpy as np

from situation import folder, losses, situation
from stage import TOOL, cube, expect, link, run

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples")
MAPS = (
    ("permafrost/island.pfmap", ""),
    ("gridmonger/lighthouse.gmm", ""),
    ("egoboo/gamedat/level.mpd", "egoboo"),
    ("ppe/garden.xmf", ""),
)


def with_path(folder_of_tool, call):
    old = os.environ["PATH"]
    os.environ["PATH"] = folder_of_tool
    try:
        return call()
    finally:
        os.environ["PATH"] = old


@situation
def maps_come_in():
    for name, textures in MAPS:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        path = os.path.join(SAMPLES, name)
        more = {"textures": os.path.join(SAMPLES, textures)} if textures else {}
        where = os.path.dirname(TOOL) + os.pathsep + os.environ["PATH"]
        with_path(where, lambda: bpy.ops.import_scene.portolan_map(filepath=path, **more))
        faces = sum(len(o.data.polygons) for o in bpy.data.objects if o.type == "MESH")
        expect(faces > 100, "maps_come_in: %s has %d faces" % (name, faces))
        expect(bpy.data.materials, "maps_come_in: %s has no materials" % name)
        expect("imported" in losses(), "maps_come_in: no report")


def hills(rows=65, columns=33, tile=2.0):
    """A grid whose heights fit the terrain of the engine: whole levels, of half a tile each, far apart."""
    place = [
        (x * tile, y * tile, tile / 2 * min(4, max(x, y) // 8)) for y in range(rows) for x in range(columns)
    ]
    faces = [
        (y * columns + x, y * columns + x + 1, (y + 1) * columns + x + 1, (y + 1) * columns + x)
        for y in range(rows - 1)
        for x in range(columns - 1)
    ]
    mesh = bpy.data.meshes.new("Hills")
    mesh.from_pydata(place, [], faces)
    obj = link(bpy.data.objects.new("Hills", mesh))
    bpy.context.view_layer.objects.active = obj
    return obj


def compare_with_grid(path):
    """The map comes in again as the grid was: not turned, not mirrored, as high for its width."""
    before = set(bpy.data.objects)
    with_path(os.path.dirname(TOOL), lambda: bpy.ops.import_scene.portolan_map(filepath=path))
    bpy.context.view_layer.update()
    new = [o for o in bpy.data.objects if o not in before and o.type == "MESH"]
    places = np.array([tuple(o.matrix_world @ v.co) for o in new for v in o.data.vertices])
    low, high = places.min(0), places.max(0)
    expect(np.allclose(high - low, (32 * 8, 64 * 8, 16)), "heights_go_out: %s" % (high - low))
    for x, y, z in ((0, 0, 0), (1, 0, 16), (0, 1, 16), (1, 1, 16)):
        corner = np.where((x, y), high[:2], low[:2])
        found = places[np.abs(places[:, :2] - corner).sum(1).argmin()]
        expect(abs(found[2] - z) < 0.01, "heights_go_out: corner %d %d is at %.2f" % (x, y, found[2]))


def no_vertices():
    return link(bpy.data.objects.new("Empty", bpy.data.meshes.new("Empty")))


def uneven():
    obj = hills()
    for vertex in obj.data.vertices:
        vertex.co.x **= 2
    return obj


@situation
def squares_that_are_long():
    hills().scale.x = 2
    bpy.context.view_layer.update()
    path = os.path.join(folder("squares_that_are_long"), "hills.pfmap")
    with_path(os.path.dirname(TOOL), lambda: bpy.ops.export_scene.portolan_pfmap(filepath=path))
    expect("squares of 'Hills' are 4 by 2" in losses(), "squares_that_are_long: " + losses())


@situation
def heights_go_out():
    hills()
    path = os.path.join(folder("heights_go_out"), "hills.pfmap")
    where = os.path.dirname(TOOL)
    result = with_path(where, lambda: bpy.ops.export_scene.portolan_pfmap(filepath=path))
    expect(result == {"FINISHED"}, "heights_go_out: %s" % result)
    facts = json.loads(run("info", "--json", path)[1])["facts"]
    expect(
        (facts["width"], facts["height"]) == (32, 64),
        "heights_go_out: %s x %s" % (facts["width"], facts["height"]),
    )
    expect(facts["levels"] == [0, 4], "heights_go_out: levels %s" % facts["levels"])
    compare_with_grid(path)
    for make, word in ((lambda: hills(40, 33), "40 rows"), (lambda: cube(), "columns"), (no_vertices, "no vertices"),
                       (uneven, "not evenly apart")):
        bpy.context.view_layer.objects.active = make()
        try:
            with_path(where, lambda: bpy.ops.export_scene.portolan_pfmap(filepath=path))
            expect(False, "heights_go_out: is not refused")
        except RuntimeError as why:
            expect(word in str(why), "heights_go_out: %s" % why)


@situation
def without_the_tool():
    nowhere = folder("without_the_tool")
    path = os.path.join(SAMPLES, MAPS[0][0])
    try:
        with_path(nowhere, lambda: bpy.ops.import_scene.portolan_map(filepath=path))
        expect(False, "without_the_tool: it works")
    except RuntimeError as why:
        expect("Preferences > Add-ons" in str(why), "without_the_tool: %s" % why)


@situation
def map_that_is_refused():
    path = os.path.join(folder("map_that_is_refused"), "bad.pfmap")
    with open(path, "w", encoding="ascii") as file:
        file.write("version 1.0\nnothing\n")
    try:
        with_path(os.path.dirname(TOOL), lambda: bpy.ops.import_scene.portolan_map(filepath=path))
        expect(False, "map_that_is_refused: it is not")
    except RuntimeError as why:
        expect("bad.pfmap:" in str(why) and "error" in str(why), "map_that_is_refused: %s" % why)
