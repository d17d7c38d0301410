#!/usr/bin/env bash
# Files for virtual tabletops, read by another reader: tests/tables.py compares them with the JSON of the map. Our samples, and real maps
# where they are available.
set -u
failed=0 count=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export NO_COLOR=1
most=4000 # bytes of a real map
[ "${PTL_SWEEP:-}" != whole ] || most=100000000
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
fail() { echo "$1"; failed=1; }
command -v python3 >/dev/null || { echo "skipped: no python3 to read them with"; exit 77; }
"$PORTOLAN" convert "$SOURCE/tests/golden/grmm/roundtrip/v4.gmm" "$scratch/probe.png" --size 8x8 --view plan 2>/dev/null ||
  { echo "skipped: plans cannot be drawn here"; exit 77; }

tables() { # map, pixels of a cell
  local folder
  folder=$(mktemp -d "$scratch/XXXXXX")
  "$PORTOLAN" convert "$1" "$folder/map.json" 2>/dev/null || { [ "${3:-}" ] && return; fail "not read: $1"; return; }
  mkdir "$folder/player" "$folder/mapper" "$folder/foundry"
  for who in player mapper; do
    "$PORTOLAN" convert "$1" "$folder/$who/map.dd2vtt" --audience "$who" --lights --cell-pixels "$2" 2>/dev/null || fail "no UVTT: $1"
  done
  "$PORTOLAN" convert "$1" "$folder/foundry/map.json" --to foundry --lights --cell-pixels "$2" 2>/dev/null || fail "no scenes: $1"
  python3 "$SOURCE/tests/tables.py" "$folder" || fail "wrong: $1"
  count=$((count + 1))
  rm -rf "$folder"
}

tables "$SOURCE/samples/gridmonger/lighthouse.gmm" 50
for version in 1 2 3 4; do tables "$SOURCE/tests/golden/grmm/roundtrip/v$version.gmm" 20; done
if [ -d "$corpus/grmm" ]; then
  for map in "$corpus"/grmm/v[1-4]/*.gmm; do # the smallest, or all: pictures take their time
    [ "$(stat -c %s "$map")" -gt "$most" ] || tables "$map" 20 real
  done
else
  echo "no real maps here: PORTOLAN_CORPUS names the folder"
fi

# The same again is the same file; a level of its own is that level; where nothing may go beside, this is said.
map=$SOURCE/samples/gridmonger/lighthouse.gmm
for number in 1 2; do "$PORTOLAN" convert "$map" "$scratch/$number.json" --to foundry --level 2 2>/dev/null || fail "no scene"; done
cmp <(sed 's/"[12]\.png"//' "$scratch/1.json") <(sed 's/"[12]\.png"//' "$scratch/2.json") || fail "a second export differs"
"$PORTOLAN" convert "$map" - --to foundry --level 2 2>&1 >/dev/null | grep -q table-files || fail "nothing is said of files that are left out"
"$PORTOLAN" convert "$map" - --to uvtt --level 2 --no-image 2>/dev/null | grep -q '"image"' && fail "there is an image"
"$PORTOLAN" convert "$map" "$scratch/odd.uvtt" --level 2 --cell-pixels 21 2>/dev/null && fail "odd numbers of pixels are taken"

# A part of a level is what the whole level has there: the same walls in quarters of cells, doors, pins and regions, and a picture of its size.
map=$SOURCE/samples/gridmonger/lighthouse.gmm
for part in 2,1,7,5 0,0,99,3; do
  for kind in uvtt foundry; do
    "$PORTOLAN" convert "$map" "$scratch/whole.$kind" --to $kind --level 2 --lights --overwrite 2>/dev/null || fail "no $kind"
    "$PORTOLAN" convert "$map" "$scratch/part.$kind" --to $kind --level 2 --lights --crop $part --overwrite 2>/dev/null || fail "no part as $kind"
  done
  python3 - "$scratch" $part <<'PYTHON' || fail "another part: $part"
import base64, json, struct, sys
folder, numbers = sys.argv[1], list(map(int, sys.argv[2].split(",")))
read = lambda name: json.load(open(f"{folder}/{name}", encoding="utf-8"))
whole, part = read("whole.uvtt"), read("part.uvtt")
size = whole["resolution"]["map_size"]
left, top = numbers[:2]
right, bottom = min(left + numbers[2], size["x"]), min(top + numbers[3], size["y"])

def quarters(lines, x=0, y=0):
    found = set()
    for line in lines:
        for a, b in zip(line, line[1:]):
            x0, x1 = sorted((a[0] + x, b[0] + x))
            y0, y1 = sorted((a[1] + y, b[1] + y))
            steps = round(max(x1 - x0, y1 - y0) * 20)
            found |= {(round(x0 + (x1 - x0) * (i + 0.5) / steps, 4), round(y0 + (y1 - y0) * (i + 0.5) / steps, 4)) for i in range(steps)}
    return {(a, b) for a, b in found if left <= a <= right and top <= b <= bottom}

def lines_of(table):
    return [[(p["x"], p["y"]) for p in line] for line in table["line_of_sight"]]
def walls_of(scene):
    return [[(w["c"][0] / 100, w["c"][1] / 100), (w["c"][2] / 100, w["c"][3] / 100)] for w in scene["walls"]
            if w["flags"]["portolan"]["kind"] in ("wall", "illusory", "invisible")]
def doors_of(table):
    return {tuple(sorted((p["x"], p["y"]) for p in d["bounds"])) for d in table["portals"]}

ends = []
if part["resolution"]["map_size"] != {"x": right - left, "y": bottom - top}: ends.append("its size")
if struct.unpack(">II", base64.b64decode(part["image"])[16:24]) != ((right - left) * 100, (bottom - top) * 100): ends.append("its picture")
if not quarters(lines_of(part), left, top) or quarters(lines_of(part), left, top) != quarters(lines_of(whole)): ends.append("its walls")
want = {tuple((x - left, y - top) for x, y in d) for d in doors_of(whole) if all(left <= x <= right and top <= y <= bottom for x, y in d)}
if doors_of(part) != want: ends.append("its doors")
scene, small = read("whole.foundry"), read("part.foundry")
if (small["width"], small["height"]) != ((right - left) * 100, (bottom - top) * 100): ends.append("the size of the scene")
if quarters(walls_of(small), left, top) != quarters(walls_of(scene)): ends.append("walls of the scene")
inside = lambda x, y: left * 100 <= x < right * 100 and top * 100 <= y < bottom * 100
for kind in "notes", "lights":
    if sorted((n["x"] + left * 100, n["y"] + top * 100) for n in small[kind]) != sorted((n["x"], n["y"]) for n in scene[kind] if inside(n["x"], n["y"])):
        ends.append(kind)
def regions(scene, x, y): # others find them by their ids
    return {(r["_id"], r["shapes"][0]["x"] + x, r["shapes"][0]["y"] + y) for r in scene["regions"] if inside(r["shapes"][0]["x"] + x, r["shapes"][0]["y"] + y)}
if regions(small, left * 100, top * 100) != regions(scene, 0, 0): ends.append("regions")
print("\n".join(ends))
sys.exit(bool(ends))
PYTHON
done
for part in 0,0,0,1 500,0,1,1 0,0,1 0.5,0,1,1 -1,0,2,2 nan,0,1,1; do
  "$PORTOLAN" convert "$map" - --to uvtt --level 2 --crop=$part >/dev/null 2>&1 && fail "taken for a part: $part"
done
"$PORTOLAN" convert "$map" "$scratch/several.uvtt" --crop 0,0,2,2 2>/dev/null && fail "parts of several levels"

# The official packer of Foundry takes the scene, where it is installed: FOUNDRY_CLI names the folder of its package.
if [ "${FOUNDRY_CLI:-}" ] && command -v node >/dev/null; then
  node "$SOURCE/tests/tables_pack.mjs" "$FOUNDRY_CLI/index.mjs" "$scratch/1.json" "$scratch/packing" || fail "the packer does not take a scene"
else
  echo "no packer of Foundry here: FOUNDRY_CLI names the folder of the npm package @foundryvtt/foundryvtt-cli"
fi
echo "$count maps"
exit $failed
