#!/usr/bin/env bash
# Runs every case of tests/cli in an empty folder and compares its output, messages and exit code
# with the files beside it. A case that asks for a library this build lacks is skipped; WHOLE says that it lacks
# none. LACKS names a list of cases that are left out, each with its reason. UPDATE=1 writes those files anew; look at them before committing.
set -u
# shellcheck source-path=SCRIPTDIR source=heard.sh
. "$SOURCE/tests/heard.sh"
failed=0 count=0 skipped=0 left=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compare() { # what, got, wanted
  if [ "${UPDATE:-}" ]; then cp "$2" "$3"; return; fi
  diff -u --label "expected $1" --label "got $1" "$3" "$2" || failed=1
}

for case in "$SOURCE"/tests/cli/*.sh; do
  stem=${case%.sh} name=$(basename "${case%.sh}")
  if [ "${LACKS:-}" ] && grep -q "^$name " "$LACKS"; then left=$((left + 1)); continue; fi
  rm -rf "$scratch"; mkdir -p "$scratch/work"
  (
    cd "$scratch/work" || exit 99
    export SAMPLES=$SOURCE/samples GOLDEN=$SOURCE/tests/golden NO_COLOR=1
    # shellcheck disable=SC2317  # the cases call it
    portolan() { "$PORTOLAN" "$@"; }
    # shellcheck disable=SC1090
    . "$case"
  ) >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
  echo $? >"$scratch/exit"
  sed -i "s|$SOURCE|SOURCE|g" "$scratch/stdout" "$scratch/stderr"
  sed -Ei 's/[0-9]+ rules ran$/N rules ran/; s/^(  "rules": )[0-9]+$/\1N/' "$scratch/stdout" # of tables that grow
  if grep -q '\[feature-absent\]' "$scratch/stderr" && ! grep -q '\[feature-absent\]' "$stem.stderr"; then
    skipped=$((skipped + 1))
    continue
  fi
  strict=()
  if grep -q -e --strict "$case"; then strict=(--strict); fi
  heard "${strict[@]}" "$scratch/stdout" "$scratch/stderr" || failed=1
  for what in stdout stderr exit; do compare "$name.$what" "$scratch/$what" "$stem.$what"; done
  count=$((count + 1))
done
for expected in "$SOURCE"/tests/cli/*.std* "$SOURCE"/tests/cli/*.exit; do
  [ -e "${expected%.*}.sh" ] || { echo "$expected belongs to no case"; failed=1; }
done
echo "$count cases, $skipped skipped: this build lacks what they need${LACKS:+; $left left out, for the reasons in $(basename "$LACKS")}"
[ "$skipped" -eq 0 ] || [ ! "${WHOLE:-}" ] || { echo "but it lacks nothing"; failed=1; }
[ "$count" -gt 0 ] && exit $failed
