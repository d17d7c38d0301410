# SPDX-License-Identifier: MIT
# Reads files for virtual tabletops and compares them with the JSON of the map they were made of: sizes, bounds, walls and doors of every
# edge, one-way directions by the rule of the tabletop, numbers of notes, lights and links.
import base64, glob, json, os, re, struct, sys

SOLID = {10, 11, 30, 31, 40, 41, 50, 51, 60, 70, 71}
DOORS = {20, 21, 23, 24, 25}
LEAVES = {20, 21, 23, 24, 25, 26}
ROUND = {100, 110}
ends = []

def need(condition, what):
    if not condition:
        ends.append(what)

def png_size(data):
    need(data[:8] == b"\x89PNG\r\n\x1a\n", "the picture is no PNG")
    return struct.unpack(">II", data[16:24])

class Level:
    def __init__(self, raw, version):
        self.rows, self.columns = raw["rows"], raw["columns"]
        self.raw, self.version = raw, version
        def layer(name):  # one that is all zero may be left out
            return [v for row in raw.get(name) or [] for v in row] or [0] * ((self.rows + 1) * (self.columns + 1))
        self.floors, self.north, self.west = layer("floor"), layer("wall_north"), layer("wall_west")

    def floor(self, row, column):
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return self.floors[row * (self.columns + 1) + column] if inside else 0

    def edges(self):
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                at = row * (self.columns + 1) + column
                if column < self.columns:
                    yield row, column, False, self.north[at], self.floor(row - 1, column), self.floor(row, column)
                if row < self.rows:
                    yield row, column, True, self.west[at], self.floor(row, column - 1), self.floor(row, column)

def covered(segments, what):
    """How often the middle of each edge is covered."""
    count = {}
    for x0, y0, x1, y1 in segments:
        need(x0 == x1 or y0 == y1, f"{what}: a wall is askew")
        upright = x0 == x1
        line, low, high = (x0, min(y0, y1), max(y0, y1)) if upright else (y0, min(x0, x1), max(x0, x1))
        if line != int(line):
            continue
        for place in range(int(low), int(high + 0.9999)):
            if low < place + 0.5 < high:
                key = (place, int(line), True) if upright else (int(line), place, False)
                count[key] = count.get(key, 0) + 1
    return count

def on_edges(doors):
    edges, inside = {}, {}
    for x0, y0, x1, y1 in doors:
        upright = x0 == x1
        line = x0 if upright else y0
        target = edges if line == int(line) else inside
        key = (int(y0), int(x0), upright) if target is edges else (int(y0), int(x0))
        need(key not in target, f"two doors at {key}")
        target[key] = (x0, y0, x1, y1)
    return edges, inside

def compare(level, segments, doors, player, what):
    walls = covered(segments, what)
    edges, inside = on_edges(doors)
    for row, column, upright, wall, before, after in level.edges():
        key = (row, column, upright)
        secrets = {23, 24} & {before, after}
        closed = wall in SOLID or (wall == 0 and (before == 0) != (after == 0))
        door = wall in DOORS
        if player:
            if secrets and all(f in (0, 23, 24) for f in (before, after)):
                continue  # rock on both sides, for all that players know
            closed = closed or wall == 23 or (bool(secrets) and wall not in DOORS)
            door = door and wall != 23
        need(walls.get(key, 0) == int(closed), f"{what}: edge {key} of wall {wall} is covered {walls.get(key, 0)} times")
        need((key in edges) == door, f"{what}: edge {key} of wall {wall}, door {key in edges}")
    leaves = {(r, c) for r in range(level.rows) for c in range(level.columns) if level.floor(r, c) in LEAVES
              and not (player and level.floor(r, c) in (23, 24))}
    need(set(inside) == leaves, f"{what}: doors inside of cells {sorted(set(inside) ^ leaves)}")

def uvtt(path, level, player):
    data = json.load(open(path, encoding="utf-8"))
    size, pixels = data["resolution"]["map_size"], data["resolution"]["pixels_per_grid"]
    need(data["format"] == 0.3 and data["resolution"]["map_origin"] == {"x": 0, "y": 0}, f"{path}: head")
    need((size["x"], size["y"]) == (level.columns, level.rows), f"{path}: size {size}")
    width, height = png_size(base64.b64decode(data["image"], validate=True))
    need((width, height) == (size["x"] * pixels, size["y"] * pixels), f"{path}: picture of {width} x {height}")
    def inside(p):
        need(0 <= p["x"] <= size["x"] and 0 <= p["y"] <= size["y"], f"{path}: {p} is outside")
        return p["x"], p["y"]
    segments, doors = [], []
    for line in data["line_of_sight"]:
        points = [inside(p) for p in line]
        need(len(points) >= 2, f"{path}: a line of one point")
        segments += [a + b for a, b in zip(points, points[1:])]
    for ring in data["objects_line_of_sight"]:
        points = [inside(p) for p in ring]
        need(len(points) == 9 and points[0] == points[-1], f"{path}: no closed octagon")
    for portal in data["portals"]:
        a, b = (inside(p) for p in portal["bounds"])
        need(portal["closed"] is True and portal["freestanding"] is False, f"{path}: portal")
        need(inside(portal["position"]) == ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), f"{path}: position of a portal")
        need(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1, f"{path}: length of a portal")
        need((portal["rotation"] == 0) == (a[1] == b[1]), f"{path}: rotation of a portal")
        doors.append(a + b)
    for light in data["lights"]:
        inside(light["position"])
        need(re.fullmatch("[0-9a-f]{8}", light["color"]) and light["range"] > 0, f"{path}: light")
    things = sum(level.floor(r, c) in ROUND for r in range(level.rows) for c in range(level.columns))
    need(len(data["objects_line_of_sight"]) == things, f"{path}: things")
    compare(level, segments, doors, player, path)

def stops(wall, start):
    """Whether a directional wall stops what comes from a point: the side it is on, by the tabletop's own formula."""
    ax, ay, bx, by = wall["c"]
    o = (ay - start[1]) * (bx - start[0]) - (ax - start[0]) * (by - start[1])
    side = 1 if o < 0 else 2 if o > 0 else 0
    return wall["dir"] != side

def foundry(path, level, ids):
    scene = json.load(open(path, encoding="utf-8"))
    grid = scene["grid"]["size"]
    need(scene["name"] and scene["padding"] == 0 and grid % 2 == 0, f"{path}: head")
    need((scene["width"], scene["height"]) == (level.columns * grid, level.rows * grid), f"{path}: size")
    picture = os.path.join(os.path.dirname(path), scene["background"]["src"])
    need(png_size(open(picture, "rb").read(26)) == (scene["width"], scene["height"]), f"{path}: picture")
    first = scene["levels"][0]  # what version 14 looks at
    need(first["_id"] == scene["initialLevel"] == "defaultLevel0000" and first["name"] == scene["name"] and
         first["background"] == scene["background"], f"{path}: levels")
    seen, segments, doors = set(), [], []
    for document in [scene] + [d for key in ("walls", "lights", "notes", "regions") for d in scene[key]]:
        need(re.fullmatch("[A-Za-z0-9]{16}", document["_id"]) and document["_id"] not in seen, f"{path}: id {document['_id']}")
        seen.add(document["_id"])
    for wall in scene["walls"]:
        c, kind = wall["c"], wall["flags"]["portolan"]["kind"]
        need(all(isinstance(v, int) for v in c) and all(0 <= v <= m for v, m in zip(c, (scene["width"], scene["height"]) * 2)),
             f"{path}: {c} is outside")
        if kind in ("wall", "illusory"):
            segments.append([v / grid for v in c])
            need(wall.get("move", 20) == (0 if kind == "illusory" else 20), f"{path}: {wall}")
        elif wall.get("door", 0):
            doors.append(tuple(v / grid for v in c))
            row, column = wall["flags"]["portolan"]["row"], wall["flags"]["portolan"]["column"]
            upright, at = c[0] == c[2], row * (level.columns + 1) + column
            line = (c[0] if upright else c[1]) / grid
            value = (level.west if upright else level.north)[at] if line == int(line) else level.floor(row, column)
            secret = value == 23 or (line != int(line) and value == 24)
            need((wall["door"] == 2) == secret and (wall["ds"] == 2) == (value == 21), f"{path}: door {wall} is {value}")
        elif kind == "one-way":
            upright = c[0] == c[2]
            need(wall["sight"] == wall["light"] == wall["sound"] == 0 and wall["dir"] in (1, 2), f"{path}: {wall}")
            row, column = wall["flags"]["portolan"]["row"], wall["flags"]["portolan"]["column"]
            at, line = row * (level.columns + 1) + column, (c[0] if upright else c[1]) / grid
            if line == int(line):  # NE leads north, or east through a west edge
                value = (level.west if upright else level.north)[at]
                south_or_west = ((c[0] + c[2]) // 2 - upright * grid // 4, (c[1] + c[3]) // 2 + (not upright) * grid // 4)
                need(stops(wall, south_or_west) == (value == 25), f"{path}: direction of {wall}, {value}")
    compare(level, segments, doors, False, path)
    for region in scene["regions"]:
        for behavior in region["behaviors"]:
            ids.setdefault("wanted", set()).add(behavior["system"]["destination"])
            need(behavior["system"]["destinations"] == [behavior["system"]["destination"]], f"{path}: destinations")
        ids.setdefault("there", set()).add(f"Scene.{scene['_id']}.Region.{region['_id']}")
    pins = [n for n in scene["notes"] if "entryId" in n]
    notes = [n for n in level.raw.get("annotations", []) if n["kind"] != "label"]
    inside = [n for n in notes if n["row"] < level.rows and n["column"] < level.columns]
    need(len(pins) == len(inside), f"{path}: {len(pins)} pins of {len(inside)} notes")
    if pins:
        journal = json.load(open(path.removesuffix(".json") + "-journal.json", encoding="utf-8"))
        need({p["pageId"] for p in pins} == {p["_id"] for p in journal["pages"]} and journal["ownership"] == {"default": 0},
             f"{path}: journal")

def main(folder):
    document = json.load(open(f"{folder}/map.json", encoding="utf-8"))
    levels = [Level(raw, document["version"]) for raw in document["levels"]]
    def files(part, pattern):
        found = [f for f in glob.glob(f"{folder}/{part}/{pattern}") if "journal" not in f]
        return sorted(found, key=lambda f: int((re.search(r"map-(\d+)", f) or [0, 1])[1]))
    ids = {}
    for part in ("player", "mapper"):
        found = files(part, "*.dd2vtt")
        need(len(found) == len(levels), f"{len(found)} files of {len(levels)} levels")
        for path, level in zip(found, arranged(levels)):
            uvtt(path, level, part == "player")
    scenes = [f"{folder}/foundry/map.json"] + files("foundry", "map-*.json")
    need(len(scenes) == len(levels), f"{len(scenes)} scenes of {len(levels)} levels")
    for path, level in zip(scenes, arranged(levels)):
        foundry(path, level, ids)
    need(ids.get("wanted", set()) <= ids.get("there", set()), "a link leads to no region")
    for line in ends[:10]:
        print(line)
    return 1 if ends else 0

def arranged(levels):
    """As the editor shows them: by location, then from the highest down, then by name; numbers in names count as such."""
    def natural(text):
        return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in re.findall(r"\d+|\D", text.lower())]
    return sorted(levels, key=lambda l: (natural(l.raw["location"]), -l.raw["elevation"], natural(l.raw["name"])))

sys.exit(main(sys.argv[1]))
