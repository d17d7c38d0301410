#!/usr/bin/env bash
# The generator gives the committed samples, byte for byte, and all of them.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" "$scratch"
count=$(find "$scratch" -type f | wc -l)
[ "$count" -gt 0 ]
(cd "$scratch" && find . -type f) | while read -r file; do cmp "$scratch/$file" "$SOURCE/samples/$file"; done
find "$SOURCE/samples" -mindepth 2 -type f -printf '%P\n' | while read -r file; do
  [ -e "$scratch/$file" ] || { echo "samples/$file is made by nothing"; exit 1; }
done
echo "$count files"
