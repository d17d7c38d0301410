#!/usr/bin/env bash
# The generator gives the committed samples, byte for byte.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" "$scratch"
count=$(find "$scratch" -type f | wc -l)
[ "$count" -gt 0 ]
(cd "$scratch" && find . -type f) | while read -r file; do cmp "$scratch/$file" "$SOURCE/samples/$file"; done
echo "$count files"
