#!/usr/bin/env bash
# There and back: maps go to Tiled's files and come home. Untouched they are the same bytes; after random edits, made by Tiled itself
# where it is installed, exactly those cells differ. What cannot come home is refused, and nothing is written.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that maps of Tiled need"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME=$scratch/config XDG_RUNTIME_DIR=$scratch/run
mkdir -m 700 "$scratch/config" "$scratch/run"
"$python" - "$PORTOLAN" "$SOURCE" "$scratch" <<'PY'
import json, os, random, re, shutil, subprocess, sys
tool, source, scratch = sys.argv[1:]
samples, golden = f"{source}/samples", f"{source}/tests/golden"
tiled = shutil.which("tiled")
failed = False
random.seed(20)

def fail(text):
    global failed
    print(text)
    failed = True

def run(*words):
    done = subprocess.run([tool, *words], capture_output=True, text=True)
    return done.returncode, done.stderr

def must(*words):
    code, said = run(*words)
    if code:
        fail(f"not done: {' '.join(words)}\n{said}")
    return code == 0

def read(path):
    with open(path, "rb") as file:
        return file.read()

# Tiled has no command to paint, but a script whose format saves a map with some cells changed.
script = """
tiled.registerMapFormat("paint", { name: "paint", extension: "paint", write: function (map, name) {
    var wishes = JSON.parse(new TextFile(FileInfo.path(name) + "/wish.json", TextFile.ReadOnly).readAll());
    for (var i = 0; i < map.layerCount; i++) {
        var layer = map.layerAt(i);
        wishes.filter(function (w) { return w.layer == layer.name; }).forEach(function (wish) {
            var edit = layer.edit(), set = map.tilesets.filter(function (s) { return s.name == wish.set; })[0];
            edit.setTile(wish.x, wish.y, wish.tile < 0 ? null : set.tile(wish.tile), wish.turn);
            edit.apply();
        });
    }
    tiled.mapFormat("tmx").write(map, FileInfo.path(name) + "/painted.tmx");
} });
"""
os.makedirs(f"{scratch}/config/tiled/extensions/paint")
with open(f"{scratch}/config/tiled/extensions/paint/paint.js", "w") as file:
    file.write(script)

def by_tiled(*words):
    return subprocess.run(["timeout", "60", tiled, *words], capture_output=True).returncode == 0

FLAGS = [0, 8, 4, 12, 2, 10, 6, 14]  # of a gid, by what Tiled's scripts count as turns: 1 is mirrored in x, 2 in y, 4 swapped

def paint(maps, wishes):
    """The same as the script, by ourselves: cells of a layer are lines of numbers."""
    text = read(f"{maps}/m.tmx").decode()
    firsts = {name: first for first, name in sets_of(text, maps)}
    for wish in wishes:
        start = text.index('<data encoding="csv">\n', text.index(f'name="{wish["layer"]}" width=')) + 22
        end = text.index("\n</data>", start)
        rows = [line.rstrip(",").split(",") for line in text[start:end].split("\n")]
        rows[wish["y"]][wish["x"]] = "0" if wish["tile"] < 0 else str(firsts[wish["set"]] + wish["tile"] + (FLAGS[wish["turn"]] << 28))
        text = text[:start] + ",\n".join(",".join(row) for row in rows) + text[end:]
    with open(f"{maps}/painted.tmx", "w") as file:
        file.write(text)

def edit(maps, wishes):
    if not tiled:
        return paint(maps, wishes)
    with open(f"{maps}/wish.json", "w") as file:
        json.dump(wishes, file)
    if not by_tiled("--export-map", "paint", f"{maps}/m.tmx", f"{maps}/m.paint"):
        fail(f"Tiled does not paint {wishes}")

def sets_of(text, maps):
    return sorted((int(first), re.search(r'name="([^"]*)"', read(f"{maps}/{name}").decode()).group(1))
                  for first, name in re.findall(r'<tileset firstgid="(\d+)" source="([^"]*)"', text))

def leaves(value, path=()):
    """Every value of a document in JSON, by where it stands."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if pairs is None:
        return {path: value}
    return {k: v for key, inner in pairs for k, v in leaves(inner, path + (key,)).items()}

def json_of(path, name):
    must("convert", "-q", "--overwrite", path, f"{scratch}/{name}.json")
    with open(f"{scratch}/{name}.json") as file:
        return leaves(json.load(file))

def spots(maps, name):
    """Every cell of a map by layer and place, as set, tile and turn: gids are counted anew by whoever saves. Values of an empty cell are left out."""
    text = read(f"{maps}/{name}.tmx").decode()
    firsts = sets_of(text, maps)
    out = {}
    for layer, cells in re.findall(r'<layer [^>]*?name="([^"]*)".*?<data encoding="csv">\n(.*?)\n</data>', text, re.S):
        for y, line in enumerate(cells.split("\n")):
            for x, gid in enumerate(int(n) for n in line.rstrip(",").split(",")):
                first, owner = [f for f in firsts if f[0] <= gid & 0x0fffffff][-1] if gid else (0, "")
                tile = (gid & 0x0fffffff) - first
                if gid and not (layer in NOTHING and tile == NOTHING[layer]):
                    out[layer, x, y] = owner.replace("-big", ""), tile, gid >> 28  # Egoboo's shapes say how large an image is
    return out

# Tiles that stand for what an empty cell means, and layers that only show something.
NOTHING = {"height": 100, "top": 0, "shape": 0, "growth#palette": 0}
DERIVED = {"mpd": {"height"}}

def differ(old, new, left_out=()):
    return {k: new.get(k) for k in old.keys() | new.keys() if old.get(k) != new.get(k) and k[0] not in left_out}

def made_of(path, name, layers):
    """The map that a file becomes, by its cells."""
    folder = f"{scratch}/{name}"
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    must("convert", "-q", path, f"{folder}/m.tmx", *layers)
    return spots(folder, "m")

# file, extension, and edits: layer, set, tiles to choose from, turns
files = [
    (f"{samples}/permafrost/island.pfmap", "pfmap",
     [("height", "heights", range(95, 110), [0]), ("top", "island-materials", range(2), [0]), ("shape", "shapes", range(0, 13), [0])]),
    (f"{samples}/egoboo/gamedat/level.mpd", "mpd",
     [("image", "tile1", range(0, 64), [0]), ("fx-wall", "effects", [4, -1], [0]), ("shape", "shapes", [0, 1, 2], [0])]),
    (f"{samples}/ppe/ground.map", "map", [("tiles", "tiles", range(-1, 6), range(8))]),
    (f"{scratch}/box/garden.xmf", "xmf",
     [("ground", "0 ground", range(-1, 6), range(8)), ("growth", "1 growth", [8, 10, 11, -1], range(8)), ("growth#palette", "palettes", range(0, 4), [0])]),
]

# A container with one map inside of it and one in a file.
os.mkdir(f"{scratch}/box")
for name in ["garden.tga", "growth.map"]:
    shutil.copy(f"{samples}/ppe/{name}", f"{scratch}/box/{name}")
must("convert", "-q", f"{samples}/ppe/garden.xmf", f"{scratch}/box/garden.xmf", "--map", f"{samples}/ppe/ground.map", "--layer", "0")

for path, ext, edits in files:
    maps = f"{scratch}/{ext}"
    os.mkdir(maps)
    if not must("convert", "-q", path, f"{maps}/m.tmx"):
        continue
    if tiled:
        if not by_tiled("--export-map", "tmx", f"{maps}/m.tmx", f"{maps}/back.tmx") or read(f"{maps}/m.tmx") != read(f"{maps}/back.tmx"):
            fail(f"other bytes out of Tiled: {path}")
    must("convert", "-q", f"{maps}/m.tmx", f"{maps}/home.{ext}", "--base", path)
    if read(path) != read(f"{maps}/home.{ext}"):
        fail(f"untouched, other bytes: {path}")
    layers = ["--layers", "all"] if ext == "pfmap" else []
    old, was = made_of(path, "old", layers), spots(maps, "m")
    size = [int(n) for n in re.search(r' width="(\d+)" height="(\d+)"', read(f"{maps}/m.tmx").decode()).groups()]
    names = {name for _, name in sets_of(read(f"{maps}/m.tmx").decode(), maps)}
    for round in range(6):
        wishes = []
        for layer, name, tiles, turns in edits:
            name = next(s for s in names if s == name or name.endswith("-" + s))
            wishes += [{"layer": layer, "set": name, "x": random.randrange(size[0]), "y": random.randrange(size[1]),
                        "tile": random.choice(tiles), "turn": random.choice(turns)} for _ in range(random.choice([0, 1, 5]))]
        wishes = [w for w in wishes if (w["layer"] + "#priority", w["x"], w["y"]) not in was]  # what is above counts
        edit(maps, wishes)
        must("convert", "-q", "--overwrite", f"{maps}/painted.tmx", f"{maps}/home.{ext}", "--base", path)
        if ext == "xmf":
            shutil.copy(f"{scratch}/box/garden.tga", maps)
            if not os.path.exists(f"{maps}/growth.map"):
                shutil.copy(f"{scratch}/box/growth.map", maps)
        # Exactly the painted cells, as they were painted, and no other.
        want, got = differ(was, spots(maps, "painted")), differ(old, made_of(f"{maps}/home.{ext}", "new", layers), DERIVED.get(ext, ()))
        if want != got:
            fail(f"{path}: painted and not so: {sorted(want.items() - got.items())[:4]}, not painted: {sorted(got.items() - want.items(), key=str)[:4]}")
        if not want and read(path) != read(f"{maps}/home.{ext}"):
            fail(f"nothing was painted, and bytes differ: {path}")
        if ext == "xmf" and os.path.exists(f"{maps}/growth.map"):
            os.remove(f"{maps}/growth.map")

def refused(rule, *words):
    target = f"{scratch}/refused"
    if os.path.exists(target):
        os.remove(target)
    code, said = run("convert", *[w.replace("OUT", target) for w in words])
    if code == 0 or f"[{rule}]" not in said:
        fail(f"not refused by {rule}: {words}\n{said}")
    if os.path.exists(target):
        fail(f"refused, and written all the same: {words}")

def changed(name, old, new, ext="pfmap"):
    text = read(f"{scratch}/{ext}/m.tmx").decode()
    if old not in text:
        fail(f"there is no {old} to change")
    with open(f"{scratch}/{ext}/{name}.tmx", "w") as file:
        file.write(text.replace(old, new, 1))
    return f"{scratch}/{ext}/{name}.tmx"

island, level = files[0][0], files[1][0]
m = f"{scratch}/pfmap/m.tmx"
refused("grid-base", m, "OUT", "--to", "pfmap")                                      # its base is not beside it
refused("grid-base", m, "OUT", "--to", "pfmap", "--base", f"{golden}/pfmap/roundtrip/{sorted(f for f in os.listdir(golden + '/pfmap/roundtrip') if f.endswith('.pfmap'))[0]}")
refused("grid-base", m, "OUT", "--to", "mpd", "--base", level)                       # of another format
text = read(m).decode()
w, h = re.search(r' width="(\d+)" height="(\d+)"', text).groups()
cells = text[text.index('<data encoding="csv">'):text.index("</data>")]
small = re.sub(r'width="%s" height="%s"' % (w, h), 'width="1" height="1"', text)
small = re.sub(r'<data encoding="csv">.*?</data>', '<data encoding="csv">\n0\n</data>', small, flags=re.S)
with open(f"{scratch}/pfmap/small.tmx", "w") as file:
    file.write(small)
refused("grid-size", f"{scratch}/pfmap/small.tmx", "OUT", "--to", "pfmap", "--base", island)
refused("grid-set", changed("swapped", 'source="pfmap-heights.tsx"', 'source="pfmap-covers.tsx"'), "OUT", "--to", "pfmap", "--base", island)
refused("file-missing", changed("gone", 'source="pfmap-heights.tsx"', 'source="none.tsx"'), "OUT", "--to", "pfmap", "--base", island)
refused("tmx-orientation", changed("iso", 'orientation="orthogonal"', 'orientation="isometric"'), "OUT", "--to", "pfmap", "--base", island)
refused("tmx-csv", changed("sign", '<data encoding="csv">\n', '<data encoding="csv">\n-'), "OUT", "--to", "pfmap", "--base", island)
refused("tmx-cells", changed("short", '<data encoding="csv">\n', '<data encoding="csv">\n1,'), "OUT", "--to", "pfmap", "--base", island)
if 'name="height" width' in read(f"{scratch}/mpd/m.tmx").decode():
    derived = read(f"{scratch}/mpd/m.tmx").decode()
    at = derived.index('<data encoding="csv">\n', derived.index('name="height" width')) + 22
    stop = derived.index(",", at)
    with open(f"{scratch}/mpd/derived.tmx", "w") as file:
        file.write(derived[:at] + "0" + derived[stop:])
    refused("grid-derived", f"{scratch}/mpd/derived.tmx", "OUT", "--to", "mpd", "--base", level)

# Containers: one that is beside nothing, and what is painted outside of a layer.
box = files[3][0]
refused("grid-base", f"{scratch}/xmf/m.tmx", "OUT", "--to", "xmf", "--base", f"{samples}/ppe/garden.xmf")
refused("grid-set", changed("swapped", 'source="m-0-ground.tsx"', 'source="m-1-growth.tsx"', "xmf"), "OUT", "--to", "xmf", "--base", box)
code, said = run("convert", f"{scratch}/xmf/m.tmx", f"{scratch}/xmf/new.xmf", "--without-base")
if code or "grid-invented" not in said:
    fail(f"no new container: {said}")
code, said = run("check", f"{scratch}/xmf/new.xmf")
if code > 1 or "error" in said:
    fail(f"a broken new container: {said}")

# Dungeons: a map for each level, and a world of them.
gmm = f"{samples}/gridmonger/lighthouse.gmm"
dungeon = f"{scratch}/dungeon"
must("convert", "-q", gmm, dungeon, "--to", "tmx")
if tiled:
    for name in sorted(os.listdir(dungeon)):
        if name.endswith(".tmx"):
            before = read(f"{dungeon}/{name}")
            if not by_tiled("--export-map", "tmx", f"{dungeon}/{name}", f"{scratch}/dungeon/back.out") or before != read(f"{dungeon}/back.out"):
                fail(f"other bytes out of Tiled: {name}")
world = f"{dungeon}/lighthouse.world"

def home_of(first):
    """What differs after the first level was replaced by a text."""
    kept = read(f"{dungeon}/lighthouse.tmx")
    with open(f"{dungeon}/lighthouse.tmx", "w") as file:
        file.write(first)
    must("convert", "-q", "--overwrite", world, f"{scratch}/home.gmm", "--base", gmm)
    with open(f"{dungeon}/lighthouse.tmx", "wb") as file:
        file.write(kept)
    old, new = json_of(gmm, "before"), json_of(f"{scratch}/home.gmm", "after")
    return {k: (old.get(k), new.get(k)) for k in old.keys() | new.keys() if (old.get(k) or 0) != (new.get(k) or 0)}  # a layer of zeros need not be there

first = read(f"{dungeon}/lighthouse.tmx").decode()
if home_of(first) or read(gmm) != read(f"{scratch}/home.gmm"):
    fail("an untouched dungeon comes home as other bytes")
note = re.search(r'<property name="text" value="([^"]*)"', first)
found = home_of(first.replace(note.group(0), '<property name="text" value="another text"', 1))
if [pair[1] for pair in found.values()] != ["another text"]:
    fail(f"one note was changed, and these differ: {found}")
objects = re.search(r'<objectgroup id="\d+" name="notes".*?</objectgroup>', first, re.S).group(0)
objects_out = re.sub(r"  <object .*?</object>\n", "", objects, count=1, flags=re.S)
found = home_of(first.replace(objects, objects_out))
if objects == objects_out or not found or any(k[:2] != ("levels", 0) for k in found):
    fail(f"a note was removed, and these differ: {found}")
start = first.index('<data encoding="csv">\n', first.index('name="trail" width')) + 22
stop = first.index("\n</data>", start)
rows = [line.rstrip(",").split(",") for line in first[start:stop].split("\n")]
trails = int(re.search(r'firstgid="(\d+)" source="grmm-trails', first).group(1))
rows[1][1] = "0" if int(rows[1][1]) else str(trails + 1)
found = home_of(first[:start] + ",\n".join(",".join(row) for row in rows) + first[stop:])
if len(found) != 1:
    fail(f"one cell was painted, and these differ: {found}")
refused("grid-size", f"{dungeon}/lighthouse.world", "OUT", "--to", "pfmap")
with open(f"{dungeon}/bad.tmx", "w") as file:
    file.write(re.sub(r'(name="grmm.elevation" type="int" value=")[^"]*', r"\g<1>9999", first))
refused("grid-value", f"{dungeon}/bad.tmx", "OUT", "--to", "grmm", "--base", gmm)
must("convert", "-q", world, f"{scratch}/new.gmm", "--without-base")
must("check", "-q", f"{scratch}/new.gmm")

# Without a base a new file is made, and what had to be invented is listed.
for path, ext, _ in files:
    code, said = run("convert", f"{scratch}/{ext}/m.tmx", f"{scratch}/new.{ext}", "--without-base")
    if code or "loss" not in said:
        fail(f"no new file of {ext}: {said}")
    must("check", "-q", "--ignore", "file-missing", f"{scratch}/new.{ext}")  # a level with water wants its wawalite.txt

# A map that has its base with it needs no other; other spellings come home as well.
must("convert", "-q", island, f"{scratch}/own.tmj", "--self-contained", "--sets", "embedded")
must("convert", "-q", f"{scratch}/own.tmj", f"{scratch}/own.pfmap")
must("convert", "-q", "--overwrite", island, f"{scratch}/pfmap/zip.tmx", "--coding", "zlib", "--layers", "all")
must("convert", "-q", f"{scratch}/pfmap/zip.tmx", f"{scratch}/zip.pfmap", "--base", island)
if read(island) != read(f"{scratch}/own.pfmap") or read(island) != read(f"{scratch}/zip.pfmap"):
    fail("other spellings come home as other bytes")
sys.exit(failed)
PY
