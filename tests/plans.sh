#!/usr/bin/env bash
# Plans as SVG, byte by byte: our samples, and a small map in every theme. Each is well-formed, and
# another program draws it in the size it says. UPDATE=1 writes the expectations anew; look at them.
set -u
failed=0 count=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export NO_COLOR=1
fail() { echo "$1"; failed=1; }

compare() { # got, wanted
  if [ "${UPDATE:-}" ]; then cp "$1" "$2"; return; fi
  cmp "$2" "$1" || fail "differs: $2"
}

plan() { # name, map, settings...
  local name=$1 map=$2; shift 2
  "$PORTOLAN" convert "$map" "$scratch/$name.svg" "$@" || fail "not drawn: $name"
  compare "$scratch/$name.svg" "$SOURCE/tests/golden/grmm/plan/$name.svg"
  count=$((count + 1))
}

plan cave "$SOURCE/samples/gridmonger/lighthouse.gmm" --level cave
plan borders "$SOURCE/samples/gridmonger/borders.gmm"
plan borders-player "$SOURCE/samples/gridmonger/borders.gmm" --audience player
plan isles "$SOURCE/samples/gridmonger/isles.gmm"
plan tower "$SOURCE/samples/gridmonger/tower.gmm" --level 1
plan trail "$SOURCE/samples/gridmonger/lighthouse.gmm" --audience player --reveal trail
plan sheets "$SOURCE/tests/golden/grmm/roundtrip/v4.gmm" --level 1 --paper A6 --cell 1in --quiet
compare "$scratch"/sheets-3-*-B1.svg "$SOURCE/tests/golden/grmm/plan/sheets-B1.svg"
themes=$("$PORTOLAN" help convert --json | python3 -c '
import json, sys
options = [o for c in json.load(sys.stdin)["commands"] for o in c["options"]]
print(*[t for o in options if o["name"] == "theme" for t in o["choices"] if t != "map"])')
for theme in $themes; do
  plan "room-$theme" "$SOURCE/tests/golden/grmm/roundtrip/v4.gmm" --level 1 --theme "$theme"
done
[ "$count" -ge 14 ] || fail "only $count plans: the themes are not listed by help"

for file in "$scratch"/*.svg; do
  python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$file" || fail "not well-formed: $file"
  if command -v rsvg-convert >/dev/null; then
    rsvg-convert "$file" -o "$scratch/picture.png" || fail "not drawn by librsvg: $file"
    # Width and height stand in the header of a PNG as well as in the SVG's.
    python3 - "$file" "$scratch/picture.png" <<'PYTHON' || fail "drawn in another size: $file"
import math, re, struct, sys
text = open(sys.argv[1], encoding="utf-8").read()
want = tuple(float(v) for v in re.search(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"', text).groups())
got = struct.unpack(">II", open(sys.argv[2], "rb").read()[16:24])
sys.exit(any(abs(a - b) > 1 for a, b in zip(want, got)))
PYTHON
  fi
done
command -v rsvg-convert >/dev/null || echo "librsvg is not there: what it draws was not looked at"
echo "$count plans"
exit $failed
