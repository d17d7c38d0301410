#!/usr/bin/env bash
# Blender as a reader of our GLBs: the same triangles in the same box, as many bones and actions. And the
# way back: what it exports again becomes a model with the same triangles, box and joints.
set -eu
command -v blender >/dev/null || { echo "blender is not installed"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch

files=()
while read -r file; do
  name=$(basename "$file" .pfobj)
  "$PORTOLAN" convert "$file" "$scratch/$name.glb" 2>/dev/null
  "$PORTOLAN" info --json "$file" >"$scratch/$name.info" 2>/dev/null
  "$PORTOLAN" convert "$file" "$scratch/$name.json"
  files+=("$scratch/$name.glb" "$scratch/$name.info" "$scratch/$name.json")
done < <(find "$SOURCE/samples" "$corpus/pfobj" -name '*.pfobj' 2>/dev/null | sort)
blender -b --factory-startup --python-exit-code 3 --python "$SOURCE/tests/gltf/check_blender.py" -- "${files[@]}" >"$scratch/log" 2>&1 ||
  { cat "$scratch/log"; exit 1; }
grep "triangles, box" "$scratch/log"

# Through Blender and back.
cat >"$scratch/again.py" <<'PY'
import sys
import bpy
import numpy
numpy.bool = bool
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
bpy.ops.import_scene.gltf(filepath=sys.argv[-2])
bpy.ops.export_scene.gltf(filepath=sys.argv[-1])
PY
blender -b --factory-startup --python-exit-code 3 --python "$scratch/again.py" -- "$scratch/flag.glb" "$scratch/again.glb" >"$scratch/log" 2>&1 ||
  { cat "$scratch/log"; exit 1; }
"$PORTOLAN" convert "$scratch/again.glb" "$scratch/again.pfobj" 2>"$scratch/said" || { cat "$scratch/said"; exit 1; }
"$PORTOLAN" info --json "$scratch/again.pfobj" >"$scratch/again.info" 2>/dev/null
python3 - "$scratch/flag.info" "$scratch/again.info" <<'PY'
import json, sys
was, is_ = (json.load(open(p))["facts"] for p in sys.argv[1:])
worst = max(abs(a - b) for k in "xyz" for a, b in zip(was["vertex_bounds"][k], is_["vertex_bounds"][k]))
print("through Blender and back: box within %.6f, %d triangles, %d joints, %d sets" % (
    worst, is_["triangles"]["count"], len(is_["joints"]), len(is_["sets"])))
assert was["triangles"]["count"] == is_["triangles"]["count"] and worst < 1e-3
assert {j["name"] for j in was["joints"]} <= {j["name"] for j in is_["joints"]}
assert {s["name"] for s in was["sets"]} <= {s["name"] for s in is_["sets"]}
PY
