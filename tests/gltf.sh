#!/usr/bin/env bash
# Everything that becomes glTF: the Khronos validator finds no error and no warning, and the triangles
# are those that `info` counts. Real files join in where they are to be had.
set -eu
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
modules=$BINARY/npm
mkdir -p "$modules"
cp "$SOURCE"/tests/gltf/package.json "$SOURCE"/tests/gltf/package-lock.json "$SOURCE"/tests/gltf/.npmrc "$modules"
[ -d "$modules/node_modules/gltf-validator" ] || (cd "$modules" && npm ci --no-audit --no-fund >/dev/null 2>&1)

count=0 written=()
while read -r file; do
  count=$((count + 1))
  for target in glb gltf; do
    "$PORTOLAN" convert "$file" "$scratch/$count.$target" --overwrite 2>/dev/null
    written+=("$scratch/$count.$target")
  done
  "$PORTOLAN" info --json "$file" 2>/dev/null >"$scratch/$count.info"
done < <(find "$SOURCE/samples" "$SOURCE/tests/golden/mpd/accept" "$corpus/mpd" -name '*.mpd' 2>/dev/null | sort)
(cd "$modules" && node "$SOURCE/tests/gltf/validate.mjs" "${written[@]}")
python3 "$SOURCE/tests/gltf/count_triangles.py" "$scratch" "$count"
