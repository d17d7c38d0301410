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

# The official packer of Foundry takes the scene, where it is installed: FOUNDRY_CLI names the folder of its package.
if [ "${FOUNDRY_CLI:-}" ] && command -v node >/dev/null; then
  node "$SOURCE/tests/tables_pack.mjs" "$FOUNDRY_CLI/index.mjs" "$scratch/1.json" "$scratch/packing" || fail "the packer does not take a scene"
else
  echo "no packer of Foundry here: FOUNDRY_CLI names the folder of the npm package @foundryvtt/foundryvtt-cli"
fi
echo "$count maps"
exit $failed
