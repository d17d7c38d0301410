#!/usr/bin/env bash
# What --memory promises is what the system sees. Every route from our samples, and inputs that would take far more
# than they may: each is done or refused, and the tool has never had more memory than the limit and a constant for
# itself: 8 MiB, 12 where libassimp is loaded, or 24 where cairo, pango and their fonts are.
set -euo pipefail
peak=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 runs=0
fail() { echo "$1"; failed=1; }

# MiB, then a command: it ends with a result, findings or a limit, and stays below. Sets `code`.
within() {
  local limit=$1 own=8 most; shift
  rm -f "$scratch"/out.*
  "$peak" "$scratch/peak" "$PORTOLAN" "$1" --memory "$limit" "${@:2}" >"$scratch/printed" 2>"$scratch/messages" </dev/null
  read -r code most <"$scratch/peak"
  case "$*" in *.pdf | *.png | *.apng) own=24 ;; *.ply*) own=12 ;; esac
  runs=$((runs + 1))
  [ "$most" -le $(((limit + own) * 1024)) ] || fail "--memory $limit ${*/#$scratch\//}: $most KiB"
  [ "$code" -le 3 ] || fail "--memory $limit ${*/#$scratch\//}: exit $code"
}
refused() { # the same, and it does not fit
  within "$@"
  if [ "$code" -ne 3 ] || ! grep -q 'limit-memory' "$scratch/messages"; then
    fail "--memory ${*/#$scratch\//}: exit $code: $(cat "$scratch/messages")"
  fi
  ! compgen -G "$scratch/out.*" >/dev/null || fail "--memory ${*/#$scratch\//}: left something behind"
}

# ---- Every route from a sample ---------------------------------------------------------------------------------
mapfile -t targets < <("$PORTOLAN" formats --json | sed -n 's/.*"kind": "\(format\|export\)", "name": "\([a-z0-9]*\)".*/\2/p')
[ ${#targets[@]} -ge 12 ] || fail "only ${#targets[@]} targets are listed by the tool"
for input in egoboo/gamedat/level.mpd permafrost/island.pfmap permafrost/models/flag.pfobj gridmonger/lighthouse.gmm \
             ppe/garden.xmf ppe/ground.map; do
  for to in "${targets[@]}" json; do
    within 6 convert --to "$to" "$SOURCE/samples/$input" "$scratch/out.$(case $to in pdf | png | apng) echo "$to" ;; *) echo x ;; esac)"
  done
  within 6 info "$SOURCE/samples/$input"
  within 6 check --all "$SOURCE/samples/$input"
done

# ---- A container of a few lines that names a map of four million cells -----------------------------------------
{ printf '\001\0\0\0\320\007\0\0\320\007\0\0'; head -c 16000000 /dev/zero; } >"$scratch/ground.map"
cp "$SOURCE/samples/ppe/garden.tga" "$scratch"
printf 'Layer:Tile "ground" 0 16 16 2000 2000 {\n\tFile:MapData "ground.map"\n\tFile:TileSource "garden.tga" palShift=4 {\n' >"$scratch/garden.xmf"
printf '\t\tEmbed:TileInfo {\n\t\t\t0 0 "grass"\n\t\t}\n\t}\n}\n' >>"$scratch/garden.xmf"
for limit in 4 16 30; do
  for to in png svg glb map; do refused $limit convert "$scratch/garden.xmf" "$scratch/out.$to"; done
done
within 4 convert "$SOURCE/samples/ppe/garden.xmf" "$scratch/out.png"
[ "$code" -eq 0 ] || fail "a small one is refused, too: $(cat "$scratch/messages")"

# ---- Imports ---------------------------------------------------------------------------------------------------
# 60,000 triangles as text; the same as glTF, which the tool makes of it, and as a file that libassimp reads. That
# one runs in a process of its own, and the larger of both counts: its constant is that of the library.
LC_ALL=C awk 'BEGIN { for (i = 0; i < 60000; i++) printf "v %d.%d %d 0.5\nf -1 -2 -3\n", i % 300, i % 7, i / 300 }' |
  sed '2d; 4d' >"$scratch/hill.obj"
LC_ALL=C awk 'BEGIN { n = 60000; printf "ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n", n
  printf "element face %d\nproperty list uchar int vertex_indices\nend_header\n", n - 2
  for (i = 0; i < n; i++) printf "%d.%d %d 0.5\n", i % 300, i % 7, i / 300
  for (i = 2; i < n; i++) printf "3 %d %d %d\n", i, i - 1, i - 2 }' >"$scratch/hill.ply"
for to in glb gltf; do
  "$PORTOLAN" convert -q "$scratch/hill.obj" "$scratch/hill.$to" || fail "the hill cannot be made as $to"
done
for input in hill.obj hill.glb hill.gltf hill.ply; do
  for to in glb gltf obj pfobj png; do
    for limit in 3 12 48; do within $limit convert --to $to "$scratch/$input" "$scratch/out.$to"; done
    [ "$code" -eq 0 ] || grep -q 'limit-\|feature-absent' "$scratch/messages" || fail "$input to $to: exit $code: $(cat "$scratch/messages")"
  done
done

# ---- Large textures --------------------------------------------------------------------------------------------
# Pictures of 4096 by 4096 pixels, which are 64 MiB decoded: few bytes as TGA and JPEG, 48 MB as BMP.
zeros() { head -c "$1" /dev/zero; }
{ printf '\0\0\012\0\0\0\0\0\0\0\0\0\0\020\0\020\030\0'; printf '%.0s\377\1\2\3' $(seq 131072); } >"$scratch/skin.tga"
{ printf 'BM\066\0\0\003\0\0\0\0\066\0\0\0\050\0\0\0\0\020\0\0\0\020\0\0\1\0\030\0'; zeros 24; zeros 50331648; } >"$scratch/skin.bmp"
{ printf '\377\330\377\333\0\103\0'; zeros 64 | tr '\0' '\1'
  printf '\377\300\0\013\010\020\0\020\0\1\1\021\0'
  for table in "\\0" "\\020"; do printf "%b" "\\377\\304\\0\\024$table\\1"; zeros 16; done
  printf '\377\332\0\010\1\1\0\0\077\0'; zeros 65536; printf '\377\331'; } >"$scratch/skin.jpg"
"$PORTOLAN" convert -q --to heightmap --size 4096x4096 "$SOURCE/samples/egoboo/gamedat/level.mpd" "$scratch/skin.png" || fail "there is no large PNG"
for skin in tga bmp jpg png; do
  sed "s/chest_wood.bmp/skin.$skin/" "$SOURCE/samples/permafrost/models/chest.pfobj" >"$scratch/chest.pfobj"
  printf 'newmtl a\nmap_Kd skin.%s\n' $skin >"$scratch/flag.mtl"
  printf 'mtllib flag.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n' >"$scratch/flag.obj"
  for input in chest.pfobj flag.obj; do
    for to in glb gltf obj pfobj png; do
      for limit in 4 16 40; do within $limit convert --overwrite --to $to "$scratch/$input" "$scratch/out.$to"; done
    done
  done
  within 360 convert --overwrite "$scratch/flag.obj" "$scratch/out.png"
  grep -q feature-absent "$scratch/messages" || [ "$code" -eq 0 ] || fail "skin.$skin is refused with room enough: $(cat "$scratch/messages")"
done

# ---- Several files at once, which have one limit together ------------------------------------------------------
for slot in 90 91 92; do
  LC_ALL=C awk -v slot=$slot 'BEGIN { for (i = 0; i < 40000; i++)
    printf "o%d: NONE %d %d.5 1.0 0.0 N 0 0 0 0 0 F F X\n", i, i % slot, i % 90 }' >"$scratch/$slot.spawn.txt"
done
sides=("$scratch/90.spawn.txt" "$scratch/91.spawn.txt")
"$PORTOLAN" diff --format patch "${sides[@]}" -o "$scratch/patch.json" || [ $? -eq 1 ] || fail "there is no patch"
for limit in 4 16 48 80; do
  within $limit diff "${sides[@]}"
  within $limit diff --format patch "${sides[@]}"
  within $limit apply "$scratch/patch.json" "${sides[0]}"
  within $limit merge "${sides[@]}" "$scratch/92.spawn.txt" -o "$scratch/out.txt"
  within $limit merge --conflicts "$scratch/out.json" "${sides[@]}" "${sides[0]}" -o "$scratch/out.txt"
done
for limit in 6 24 64; do
  within $limit diff --picture "$scratch/out.png" "$scratch/ground.map" "$scratch/ground.map"
  within $limit merge --picture "$scratch/out.png" "$scratch/ground.map" "$scratch/ground.map" "$scratch/ground.map" -o "$scratch/out.map"
done

# ---- Coders, pages, findings, streams --------------------------------------------------------------------------
within 64 convert --coder zstd --level 3 "$scratch/ground.map" "$scratch/out.map"
if ! grep -q feature-absent "$scratch/messages"; then
  [ "$code" -eq 0 ] || fail "zstd does not fit into 64 MiB: $(cat "$scratch/messages")"
  refused 64 convert --coder zstd --level 22 "$scratch/ground.map" "$scratch/out.map"
fi
within 40 convert --coder zlib --level 12 "$scratch/ground.map" "$scratch/out.map"
# A map whose cells all are empty and yet have attributes, which is a finding each: 360,000 of them.
{ printf '\001\0\0\0\130\002\0\0\130\002\0\0'; head -c 1440000 /dev/zero | LC_ALL=C tr '\0' '\377'; } >"$scratch/findings.map"
for limit in 8 16; do
  within $limit check --all "$scratch/findings.map"
  [ "$(tail -n 1 "$scratch/printed" | grep -c ': 360000 notes')" -eq 1 ] || fail "check --all: $(tail -n 1 "$scratch/printed" | cut -c 1-200)"
  [ "$(wc -l <"$scratch/printed")" -eq 360001 ] || fail "check --all does not show all"
done
within 8 check --all --format json "$scratch/findings.map"
# 3,000 layers with a sheet each.
LC_ALL=C awk 'BEGIN { print "Metadata {\n\tVersion 1 0\n}"; for (i = 0; i < 3000; i++)
  printf "Layer:Tile \"%d\" %d 4 4 1 1 {\n\tEmbed:MapData [AAAAAA==]\n\tFile:TileSource \"a.bmp\" palShift=4 {\n\t\tEmbed:TileInfo {\n\t\t\t0 0 \"a\"\n\t\t}\n\t}\n}\n", i, i }' >"$scratch/layers.xmf"
within 16 check "$scratch/layers.xmf"
[ "$code" -le 1 ] || fail "3,000 layers do not fit into 16 MiB: $(cat "$scratch/messages")"
# 22,500 numbers on a page, of which hardly two are the same.
{ printf '\001\0\0\0\226\0\0\0\226\0\0\0'
  LC_ALL=C awk 'BEGIN { s = 1; for (i = 0; i < 90000; i++) { s = s * 16807 % 2147483647; printf "%c", 32 + s % 90 } }'; } >"$scratch/numbers.map"
for limit in 12 24; do
  for to in pdf png svg; do within $limit convert "$scratch/numbers.map" "$scratch/out.$to"; done
done
within 36 convert "$scratch/numbers.map" "$scratch/out.svg"
if [ "$code" -eq 0 ]; then # the plan fits, but not what cairo keeps of it
  within 36 convert "$scratch/numbers.map" "$scratch/out.pdf"
  grep -q 'limit-memory\|feature-absent' "$scratch/messages" || fail "a page that cairo has no room for: exit $code"
fi
# 38 sheets of paper, each of 3.5 MB of pixels.
mkdir "$scratch/sheets"
within 48 render "$SOURCE/samples/gridmonger/tower.gmm" --level 1-2 --paper A4 --cell 25.4mm "$scratch/sheets/out.png"
grep -q feature-absent "$scratch/messages" || [ "$code" -eq 0 ] || fail "sheets of paper: $(grep error: "$scratch/messages")"
for command in info check; do refused 8 $command /dev/zero; done
"$peak" "$scratch/peak" "$PORTOLAN" info --memory 8 - </dev/zero >/dev/null 2>"$scratch/messages"
read -r code most <"$scratch/peak"
{ [ "$code" -eq 3 ] && grep -q limit-memory "$scratch/messages" && [ "$most" -le $((16 * 1024)) ]; } || fail "standard input: exit $code, $most KiB"
[ $runs -ge 100 ] || fail "only $runs runs"
exit $failed
