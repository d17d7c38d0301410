#!/usr/bin/env bash
# Assimp as a second reader of our GLBs: the same triangles in the same box. And the other way: what its
# exporters make of our samples comes back through libassimp with the same triangles, box and joints.
# (Of these exporters' files it cannot read its own binary FBX, nor its own Collada with animations.)
# All of them are read in one process and in two ($1), with the same result.
set -euo pipefail
command -v assimp >/dev/null || { echo "the assimp command is not installed"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 count=0

facts() { # model: triangles and box, by the tool
  "$PORTOLAN" info --json "$1" 2>/dev/null | python3 -c 'import json, sys
f = json.load(sys.stdin)["facts"]
b = f["vertex_bounds"]
print(f["triangles"]["count"], *(round(v, 2) + 0.0 for a in "xyz" for v in b[a]))'
}
seen() { # scene: the same by assimp
  assimp info "$1" 2>/dev/null | awk '/^Faces:/ { faces = $2 } /^Minimum point/ { gsub(/[()]/, ""); low = $3 " " $4 " " $5 } /^Maximum point/ { gsub(/[()]/, ""); high = $3 " " $4 " " $5 }
    END { split(low, l); split(high, h); printf "%d", faces; for (i = 1; i <= 3; i++) printf " %.2f %.2f", l[i], h[i]; print "" }' |
    python3 -c 'import sys
w = sys.stdin.read().split()
print(w[0], *(round(float(v), 2) + 0.0 for v in w[1:]))'
}
same() { # what, got, wanted
  count=$((count + 1))
  [ -n "$3" ] || { echo "$1: there is nothing to compare with"; failed=1; }
  [ "$2" = "$3" ] || { echo "$1: $2 is not $3"; failed=1; }
}

# Second reader. Assimp's box is that of the bind pose, and it counts what a scene shows.
while read -r file; do
  name=$(basename "$file" .pfobj)
  cp "$file" "$scratch/$name.pfobj" # without its textures
  "$PORTOLAN" convert "$scratch/$name.pfobj" "$scratch/$name.glb" --overwrite 2>/dev/null
  same "$name.glb" "$(seen "$scratch/$name.glb")" "$(facts "$file")"
done < <(find "$SOURCE/samples" "$corpus/pfobj" -name '*.pfobj' 2>/dev/null | sort)

# The way back.
ours() { # sample, exporter, extension: imports what Assimp exported, prints the facts
  local made=$scratch/$1.$2.$3 scale=1
  [ "$3" != fbx ] || scale=100 # its FBX says centimeters, with the numbers of meters
  assimp export "$scratch/$1.glb" "$made" "-f$2" >/dev/null 2>&1
  "$PORTOLAN" convert "$made" "$scratch/$1.$2.pfobj" --scale $scale --overwrite 2>"$scratch/said" || cat "$scratch/said"
  facts "$scratch/$1.$2.pfobj"
}
if ! "$PORTOLAN" convert "$scratch/flag.glb" "$scratch/none.pfobj" --from assimp >"$scratch/said" 2>&1; then
  grep -q feature-absent "$scratch/said" || { cat "$scratch/said"; exit 1; }
  echo "libassimp was not there when this was built"
  [ "$failed" -eq 0 ] && exit 77
  exit 1
fi
for target in "collada dae" "fbxa fbx" "x x" "ply ply" "stl stl"; do
  read -r exporter extension <<<"$target"
  same "chest by $exporter" "$(ours chest "$exporter" "$extension")" "$(facts "$SOURCE/samples/permafrost/models/chest.pfobj")"
done
same "flag by fbxa" "$(ours flag fbxa fbx)" "$(facts "$SOURCE/samples/permafrost/models/flag.pfobj")"
joints=$("$PORTOLAN" convert "$scratch/flag.fbxa.pfobj" --to json - | python3 -c 'import json, sys
print(*sorted(j["name"] for j in json.load(sys.stdin)["joints"]))')
same "joints by fbxa" "$joints" "Flag0 Flag1 Flag2 Flag3 Flag4 Flag5 Pole"

# Units of FBX are respected: of a meter, which is nothing to say, and of an inch. Bones and clips are scaled along.
for unit in 100 2.54; do
  sed -E "s/(\"UnitScaleFactor\".*, )1\$/\1$unit/" "$scratch/flag.fbxa.fbx" >"$scratch/flag.$unit.fbx"
  "$PORTOLAN" convert "$scratch/flag.$unit.fbx" "$scratch/flag.$unit.pfobj" 2>"$scratch/said$unit"
  "$PORTOLAN" convert "$scratch/flag.fbxa.fbx" "$scratch/by.$unit.pfobj" --scale "$unit" 2>/dev/null
  same "flag in units of $unit cm" "$(python3 - "$scratch/flag.$unit.pfobj" "$scratch/by.$unit.pfobj" <<'PY'
import re, sys
a, b = (re.split(r"[\s/]+", open(f).read()) for f in sys.argv[1:])
far = [(x, y) for x, y in zip(a, b) if x != y and abs(float(x) - float(y)) > 1e-5]
print(len(a) == len(b) > 1000, *far[:3])
PY
)" True
done
same "units that are said" "$(grep -c assimp-units "$scratch/said100") $(grep -c 'scaled by 0.0254 .*assimp-units' "$scratch/said2.54")" "0 1"

# A file that names others gets none from outside of its folder.
mkdir "$scratch/inner"
printf 'secret' >"$scratch/secret.png"
cat >"$scratch/inner/a.ac" <<'AC'
AC3Db
MATERIAL "m" rgb 1 1 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans 0
OBJECT world
kids 1
OBJECT poly
name "a"
texture "../secret.png"
numvert 3
0 0 0
1 0 0
0 1 0
numsurf 1
SURF 0x20
mat 0
refs 3
0 0 0
1 1 0
2 0 1
kids 0
AC
"$PORTOLAN" convert "$scratch/inner/a.ac" "$scratch/inner/a.pfobj" 2>"$scratch/said"
same "what is outside" "$(grep -c file-missing "$scratch/said") $(find "$scratch/inner" -type f | wc -l)" "1 2"

# In a process of its own libassimp gives what it gives in ours: all of the above, and what else its exporters make.
both=()
while read -r file; do both+=("$file"); done < <(find "$scratch" -name '*.ac' -o -name '*.dae' -o -name '*.fbx' -o -name '*.x' -o -name '*.ply' -o -name '*.stl')
for name in chest flag; do
  for target in "3ds 3ds" "plyb ply" "stlb stl" "collada dae" "fbx fbx" "x x"; do
    read -r exporter extension <<<"$target"
    if assimp export "$scratch/$name.glb" "$scratch/$name.$exporter.both.$extension" "-f$exporter" >/dev/null 2>&1; then
      both+=("$scratch/$name.$exporter.both.$extension")
    fi
  done
done
[ ${#both[@]} -ge 15 ] || { echo "only ${#both[@]} files to read both ways"; failed=1; }
"$1" "$PORTOLAN" "${both[@]}" || failed=1
echo "$count comparisons, ${#both[@]} files read both ways"
exit $failed
