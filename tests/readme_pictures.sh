#!/usr/bin/env bash
# The pictures README.md shows are those script/pictures draws: the same names, the same sizes, and small.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

wrong() { echo "$1"; failed=1; }
size() { od -An -tu1 -j16 -N8 "$1"; }

PORTOLAN=$PORTOLAN "$SOURCE/script/pictures" "$scratch" || { echo "script/pictures fails"; exit 1; }
for picture in "$scratch"/*.png "$SOURCE"/docs/pictures/*.png; do
  name=$(basename "$picture")
  [ -e "$SOURCE/docs/pictures/$name" ] || { wrong "docs/pictures/$name is not there: run script/pictures"; continue; }
  [ -e "$scratch/$name" ] || { wrong "docs/pictures/$name is drawn by nothing"; continue; }
  grep -q "docs/pictures/$name" "$SOURCE/README.md" || wrong "README.md does not show $name"
  [ "$(size "$SOURCE/docs/pictures/$name")" = "$(size "$scratch/$name")" ] || wrong "$name has another size: run script/pictures"
  [ "$(stat -c %s "$SOURCE/docs/pictures/$name")" -le 150000 ] || wrong "$name is larger than 150 kB"
done
exit $failed
