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
if [ ! -d "$modules/node_modules/gltf-validator" ]; then
  (cd "$modules" && npm ci --no-audit --no-fund) >"$scratch/npm.log" 2>&1 || { cat "$scratch/npm.log"; exit 1; }
fi

count=0 written=()
while read -r file; do
  count=$((count + 1))
  for target in glb gltf; do
    "$PORTOLAN" convert "$file" "$scratch/$count.$target" --overwrite 2>/dev/null
    written+=("$scratch/$count.$target")
  done
  "$PORTOLAN" info --json "$file" 2>/dev/null >"$scratch/$count.info"
done < <(find "$SOURCE/samples" "$SOURCE/tests/golden/mpd/accept" "$SOURCE/tests/golden/pfobj/accept" \
  "$SOURCE/tests/golden/pfmap/accept" "$SOURCE/tests/golden/grmm/accept" \
  "$corpus/mpd" "$corpus/pfobj" "$corpus/pfmap" "$corpus/grmm" \
  \( -name '*.mpd' -o -name '*.pfobj' -o -name '*.pfmap' -o -name '*.gmm' \) 2>/dev/null | sort)
variant() { # sample, settings...
  "$PORTOLAN" convert "$SOURCE/samples/$1" "$scratch/variant${#written[@]}.glb" "${@:2}" 2>/dev/null
  written+=("$scratch/variant${#written[@]}.glb")
}
variant egoboo/gamedat/level.mpd --effects --textures "$SOURCE/samples/egoboo"
variant permafrost/island.pfmap --skirt --weld
variant gridmonger/lighthouse.gmm --flat
variant gridmonger/lighthouse.gmm --levels side --unsealed --weld
variant ppe/ground.map --tileset "$SOURCE/samples/ppe/garden.tga" --tile 16x16 --light
variant ppe/garden.xmf
for file in "$corpus"/ppe/*.xmf; do
  [ -e "$file" ] && "$PORTOLAN" convert "$file" "$scratch/variant${#written[@]}.glb" 2>/dev/null && written+=("$scratch/variant${#written[@]}.glb")
done
(cd "$modules" && node "$SOURCE/tests/gltf/validate.mjs" "${written[@]}")
python3 "$SOURCE/tests/gltf/count_triangles.py" "$scratch" "$count"

# The surface of terrain: every triangle faces the way its normals say; of a real map the areas are known.
"$PORTOLAN" convert "$SOURCE/samples/permafrost/island.pfmap" "$scratch/island.glb" 2>/dev/null
python3 "$SOURCE/tests/gltf/check_terrain.py" "$scratch/island.glb"
if [ -e "$corpus/pfmap/demo.pfmap" ]; then
  "$PORTOLAN" convert "$corpus/pfmap/demo.pfmap" "$scratch/demo.glb" 2>/dev/null
  python3 "$SOURCE/tests/gltf/check_terrain.py" "$scratch/demo.glb" 1080925.348 2080
fi

# The skinned vertices of every frame fill the boxes stored in models whose boxes are tight.
for model in war_banner mage; do
  file=$(find "$corpus/pfobj" -name "$model.pfobj" 2>/dev/null | head -n 1)
  [ -n "$file" ] || continue
  "$PORTOLAN" convert "$file" "$scratch/$model.glb" 2>/dev/null
  "$PORTOLAN" convert "$file" "$scratch/$model.json"
  python3 "$SOURCE/tests/gltf/check_poses.py" "$scratch/$model.glb" "$scratch/$model.json"
done
