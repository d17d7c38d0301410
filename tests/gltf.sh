#!/usr/bin/env bash
# Everything that becomes glTF: the Khronos validator finds no error and no warning, and the triangles
# are those that `info` counts. Real files join in where they are to be had. What cannot become glTF is
# listed, and refused with the message it should be.
set -euo pipefail
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
modules=$BINARY/npm
mkdir -p "$modules"
cp "$SOURCE"/tests/gltf/package.json "$SOURCE"/tests/gltf/package-lock.json "$SOURCE"/tests/gltf/.npmrc "$modules"
if [ ! -d "$modules/node_modules/gltf-validator" ] || [ ! -d "$modules/node_modules/three" ]; then
  (cd "$modules" && npm ci --no-audit --no-fund) >"$scratch/npm.log" 2>&1 || { cat "$scratch/npm.log"; exit 1; }
fi

fail() { echo "$1"; exit 1; }

# Files that rightly become no scene, and the rule that says why.
declare -A refused=()
while read -r rule file; do refused[$SOURCE/tests/golden/$file]=$rule; done <<'LIST'
format        ppe/accept/reserved.map
tiles-missing ppe/accept/coded-lzw.map
tiles-missing ppe/accept/coded-rle.map
tiles-missing ppe/accept/coded-zlib.map
tiles-missing ppe/accept/coded-zstd.map
tiles-missing ppe/accept/dark-corners.map
tiles-missing ppe/accept/empty-with-attributes.map
tiles-missing ppe/accept/header-2018.map
tiles-missing ppe/accept/old-with-corners.map
tiles-missing ppe/accept/rle-bytes.map
tiles-missing ppe/accept/trailing.map
tiles-missing ppe/accept/without-effect.map
tiles-missing xmf/accept/harbour.zmf
tiles-missing xmf/accept/broken-sheet.xmf
xmf-no-map    xmf/accept/cut-map.xmf
xmf-no-map    xmf/accept/lost-and-shared.xmf
xmf-no-map    xmf/accept/missing-files.xmf
xmf-no-map    xmf/accept/odd-sources.xmf
tiles-missing xmf/accept/old-embedded.xmf
LIST

convert() { # input, output, settings...
  "$PORTOLAN" convert "$1" "$2" --overwrite "${@:3}" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "not converted: $1"; }
}
refuse() { # input, rule
  local status=0
  "$PORTOLAN" convert "$1" "$scratch/refused.glb" >"$scratch/said" 2>&1 || status=$?
  [ "$status" -eq 3 ] || fail "exit code $status instead of 3: $1"
  grep -q "error: .* \[$2\]\$" "$scratch/said" || { cat "$scratch/said"; fail "not refused by $2: $1"; }
  [ ! -e "$scratch/refused.glb" ] || fail "left an output: $1"
}

# What the repository holds is there; real files are looked for in folders that exist.
folders=("$SOURCE/samples" "$SOURCE"/tests/golden/*/accept)
for format in mpd pfobj pfmap grmm ppe; do
  [ ! -d "$corpus/$format" ] || folders+=("$corpus/$format")
done
names=() # -name A -o -name B
for extension in mpd pfobj pfmap gmm xmf zmf; do names+=(-o -name "*.$extension"); done
find "${folders[@]}" \( "${names[@]:1}" -o -path '*/accept/*.map' \) ! -path '*/vectors/*' ! -path '*/files/*' >"$scratch/found"
sort "$scratch/found" >"$scratch/files"

count=0 written=() turned_down=0
while read -r file; do
  if [ "${refused[$file]:-}" ]; then
    refuse "$file" "${refused[$file]}"
    turned_down=$((turned_down + 1))
    continue
  fi
  count=$((count + 1))
  for target in glb gltf; do
    convert "$file" "$scratch/$count.$target"
    written+=("$scratch/$count.$target")
  done
  "$PORTOLAN" info --json "$file" 2>/dev/null >"$scratch/$count.info"
done <"$scratch/files"
[ "$count" -gt 0 ] || fail "no file was converted"
[ "$turned_down" -eq "${#refused[@]}" ] || fail "$turned_down of ${#refused[@]} files to refuse were there"

variant() { # sample, settings...
  local output=$scratch/variant${#written[@]}.glb
  convert "$SOURCE/samples/$1" "$output" "${@:2}"
  written+=("$output")
}
variant egoboo/gamedat/level.mpd --effects all --textures "$SOURCE/samples/egoboo"
variant permafrost/island.pfmap --skirt --weld
variant permafrost/island.pfmap --bake 4
variant permafrost/models/flag.pfobj --optimize
variant permafrost/island.pfscene
variant gridmonger/lighthouse.gmm --flat
variant gridmonger/lighthouse.gmm --arrange side --unsealed --weld
variant ppe/ground.map --tileset "$SOURCE/samples/ppe/garden.tga" --tile 16x16 --light

# All of it once more through the reader: the same bytes, and nothing is lost.
for file in "${written[@]}"; do
  [ "${file##*.}" = glb ] || continue
  "$PORTOLAN" convert "$file" "$scratch/again.glb" --overwrite >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "not read: $file"; }
  [ ! -s "$scratch/said" ] || { cat "$scratch/said"; fail "not whole: $file"; }
  cmp "$file" "$scratch/again.glb" || fail "not the same: $file"
done

# Files by other programs, and OBJ of our own.
printf 'v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 3\no a\nf 1//1 2//1 3//1\nf 1 2 3\no b\nf 1 2 2\n' >"$scratch/hand.obj"
convert "$scratch/hand.obj" "$scratch/hand.glb"
convert "$SOURCE/samples/egoboo/gamedat/level.mpd" "$scratch/level.obj"
convert "$scratch/level.obj" "$scratch/level.glb"
written+=("$scratch/hand.glb" "$scratch/level.glb")
if command -v assimp >/dev/null && "$PORTOLAN" convert --from assimp "$scratch/hand.obj" "$scratch/assimp.glb" >"$scratch/said" 2>&1; then
  assimp export "$scratch/level.glb" "$scratch/level.ply" -fply >/dev/null 2>&1
  convert "$scratch/level.ply" "$scratch/ply.glb"
  written+=("$scratch/assimp.glb" "$scratch/ply.glb")
fi
(cd "$modules" && node "$SOURCE/tests/gltf/validate.mjs" "${written[@]}")
python3 "$SOURCE/tests/gltf/count_triangles.py" "$scratch" "$count"

# three.js shows the same: models with all frames of all clips one after the other, levels of detail, baked terrain, a scene.
mkdir "$scratch/three"
models=("$SOURCE/samples/permafrost/models/flag.pfobj")
for model in war_banner mage; do
  [ ! -d "$corpus/pfobj" ] || models+=("$(find "$corpus/pfobj" -name "$model.pfobj" | head -n 1)")
done
for model in "${models[@]}"; do
  name=$(basename "$model" .pfobj)
  convert "$model" "$scratch/three/$name.json"
  convert "$model" "$scratch/three/$name.glb"
  convert "$model" "$scratch/three/$name-optimized.glb" --weld
  if "$PORTOLAN" convert -q "$model" "$scratch/three/$name.pfobj" --lod 0.5,0.25 2>"$scratch/said"; then
    convert "$model" "$scratch/three/$name-optimized.glb" --optimize
    convert "$scratch/three/$name.lod1.pfobj" "$scratch/three/$name.lod1.glb"
    convert "$scratch/three/$name.lod2.pfobj" "$scratch/three/$name.lod2.glb" --optimize
  else
    grep -q feature-absent "$scratch/said" || { cat "$scratch/said"; fail "no levels of detail: $model"; }
  fi
done
convert "$SOURCE/samples/permafrost/island.pfmap" "$scratch/three/island.glb"
convert "$SOURCE/samples/permafrost/island.pfmap" "$scratch/three/island-baked.glb" --bake 32
convert "$SOURCE/samples/permafrost/island.pfscene" "$scratch/three/scene.glb"
(cd "$modules" && node "$SOURCE/tests/gltf/validate.mjs" "$scratch"/three/*.glb)
(cd "$modules" && node "$SOURCE/tests/gltf/load_three.mjs" "$scratch"/three/*.glb) >"$scratch/three/shown"
python3 "$SOURCE/tests/gltf/check_three.py" "$scratch/three/shown" "$scratch/three"

# The surface of terrain: every triangle faces the way its normals say; of a real map the areas are known.
convert "$SOURCE/samples/permafrost/island.pfmap" "$scratch/island.glb"
python3 "$SOURCE/tests/gltf/check_terrain.py" "$scratch/island.glb"
[ -d "$corpus" ] || { echo "no corpus of real files: the samples alone were looked at"; exit 0; }
convert "$corpus/pfmap/demo.pfmap" "$scratch/demo.glb"
python3 "$SOURCE/tests/gltf/check_terrain.py" "$scratch/demo.glb" 1080925.348 2080 41152

# The skinned vertices of every frame fill the boxes stored in models whose boxes are tight.
for model in war_banner mage; do
  file=$(find "$corpus/pfobj" -name "$model.pfobj" | head -n 1)
  [ -n "$file" ] || fail "$model.pfobj is not in the corpus"
  convert "$file" "$scratch/$model.glb"
  convert "$file" "$scratch/$model.json"
  python3 "$SOURCE/tests/gltf/check_poses.py" "$scratch/$model.glb" "$scratch/$model.json"
done
