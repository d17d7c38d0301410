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
  grep -E '^[0-9]+ (files|situations|models)' "$scratch/log" || { echo "$script did not come to its end"; failed=1; }
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
exit $failed
