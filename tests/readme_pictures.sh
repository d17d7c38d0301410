#!/usr/bin/env bash
# The pictures README.md shows are those script/pictures draws: the same names, the same pixels, and small.
# Plans, which cairo draws, may be a little off; the rest is ours and exact.
set -u
compare=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 count=0
plans=" dungeon ids terrain "

wrong() { echo "$1"; failed=1; }

PORTOLAN=$PORTOLAN "$SOURCE/script/pictures" "$scratch" || { echo "script/pictures fails"; exit 1; }
for picture in "$SOURCE"/docs/pictures/*.png; do
  name=$(basename "$picture" .png) how=()
  [ "${plans/ $name /}" = "$plans" ] || how=(plan)
  [ -e "$scratch/$name.png" ] || { wrong "docs/pictures/$name.png is drawn by nothing"; continue; }
  grep -q "docs/pictures/$name.png" "$SOURCE/README.md" || wrong "README.md does not show $name.png"
  "$compare" "$picture" "$scratch/$name.png" "${how[@]}" || wrong "$name.png is out of date: run script/pictures and look"
  [ "$(stat -c %s "$picture")" -le 150000 ] || wrong "$name.png is larger than 150 kB"
  count=$((count + 1))
done
for picture in "$scratch"/*.png; do
  [ -e "$SOURCE/docs/pictures/$(basename "$picture")" ] || wrong "docs/pictures/$(basename "$picture") is not there: run script/pictures"
done
echo "$count pictures"
[ "$count" -gt 0 ] || wrong "no picture was compared"
exit $failed
