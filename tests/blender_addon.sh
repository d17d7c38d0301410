#!/usr/bin/env bash
# The add-on in a real Blender, without a window: blender/portolan_formats against the tool and against Blender itself.
set -eu
command -v blender >/dev/null || { echo "blender is not installed"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$SOURCE/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch TMPDIR=$scratch PORTOLAN PYTHONDONTWRITEBYTECODE=1
failed=0

inside() { # script of tests/blender, arguments
  local script=$1 folder=$scratch/${1%.py}
  shift
  mkdir "$folder"
  if ! blender -b --factory-startup --python-exit-code 3 --python "$SOURCE/tests/blender/$script" -- "$folder" "$@" >"$scratch/log" 2>&1; then
    grep -A 12 '^fault' "$scratch/log" || cat "$scratch/log"
    failed=1
  fi
  grep -E '^[0-9]+ (files|situations|models|scenes)' "$scratch/log" || { echo "$script did not come to its end"; failed=1; }
}

models=()
while read -r file; do models+=("$file"); done < <(find "$SOURCE/samples" "$SOURCE/tests/golden/pfobj" "$corpus/pfobj" -name '*.pfobj' 2>/dev/null | sort)
inside agree.py "${models[@]}"
inside run.py
models=()
while read -r file; do models+=("$file"); done < <(find "$SOURCE/samples" "$corpus/pfobj" -name '*.pfobj' 2>/dev/null | sort)
inside round_trip.py "${models[@]}"
"$SOURCE/script/blender-zip" "$scratch/addon.zip" >/dev/null
inside install.py "$scratch/addon.zip" "$SOURCE/samples/permafrost/island.pfmap"

# The tool asks Blender for what is in a .blend, and gets what the add-on exports; images never replace other files.
inside save.py
here=$scratch/save
"$PORTOLAN" convert "$here/actor.blend" "$here/by-tool/actor.pfobj" 2>"$scratch/said" || { cat "$scratch/said"; failed=1; }
cmp "$here/actor.pfobj" "$here/by-tool/actor.pfobj" || failed=1
cmp "$here/Paint_image.png" "$here/by-tool/Paint_image.png" || failed=1
"$PORTOLAN" convert "$here/chosen.blend" "$here/by-tool/chosen.pfobj" 2>"$scratch/said" || { cat "$scratch/said"; failed=1; }
cmp "$here/actor.pfobj" "$here/by-tool/chosen.pfobj" || { echo "what was selected alone is converted"; failed=1; }
echo "of the user" >"$here/other/Paint_image.png"
"$PORTOLAN" convert "$here/actor.blend" "$here/other/actor.pfobj" 2>"$scratch/said" || { cat "$scratch/said"; failed=1; }
grep -q 'texture Paint_image_2.png' "$here/other/actor.pfobj" || { echo "the image has no other name"; failed=1; }
cmp "$here/Paint_image.png" "$here/other/Paint_image_2.png" || failed=1
"$PORTOLAN" convert "$here/actor.blend" "$here/actor.glb" 2>"$scratch/said" || { cat "$scratch/said"; failed=1; }
[ "$("$PORTOLAN" convert "$here/actor.glb" --to pfobj - 2>/dev/null | grep -c '^as ')" -eq 2 ] || { echo "a .blend as glTF lacks its sets"; failed=1; }
cp "$here/actor.blend" "$here/größte 椅.blend"
"$PORTOLAN" convert "$here/größte 椅.blend" "$here/by-tool/größte 椅.pfobj" 2>"$scratch/said" || { cat "$scratch/said"; failed=1; }
cmp "$here/actor.pfobj" "$here/by-tool/größte 椅.pfobj" || failed=1
"$PORTOLAN" convert "$here/junk.blend" "$here/junk.pfobj" 2>"$scratch/said" && { echo "junk is converted"; failed=1; }
grep -qF '[blender]' "$scratch/said" || { cat "$scratch/said"; failed=1; }

# As docs/blender.md says: a batch without a window.
(cd "$here" && blender -b actor.blend --python-expr "import sys; sys.path.append('$SOURCE/blender'); import bpy, portolan_formats
portolan_formats.register(); bpy.ops.export_scene.portolan_pfobj(filepath='batch/actor.pfobj')" >"$scratch/log" 2>&1)
cmp "$here/actor.pfobj" "$here/batch/actor.pfobj" || { cat "$scratch/log"; failed=1; }
exit $failed
