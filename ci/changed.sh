#!/usr/bin/env bash
# Checks the maps and models that changed since a commit, and shows what changed: findings go to standard output, differences
# and names of pictures into a summary, pictures of both states into a folder.
#
#     ci/changed.sh BASE FOLDER [FORM]
#
# FORM is that of portolan check: github prints annotations, text lines. The summary is added to GITHUB_STEP_SUMMARY where that
# is set, else it is FOLDER/summary.md. PORTOLAN is the tool. Ends with 1 when a file has warnings or errors, 3 when one
# cannot be read.
set -u
[ $# -ge 2 ] || { echo "usage: changed.sh BASE FOLDER [FORM]" >&2; exit 2; }
base=$1 folder=$2 form=${3:-text} tool=${PORTOLAN:-portolan} worst=0
mkdir -p "$folder" || exit 3
target=$(cd "$folder" && pwd) || exit 3
summary=${GITHUB_STEP_SUMMARY:-$target/summary.md}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git rev-parse --verify -q "$base^{commit}" >/dev/null || { echo "there is no commit $base" >&2; exit 3; }
cd "$(git rev-parse --show-toplevel)" || exit 3

# Whether it is a file of ours: one that no format recognizes, and whose name says nothing, is not.
is_ours() { # path
  "$tool" check --no-project "$1" >"$scratch/check" 2>&1
  ! grep -q 'no format recognizes this content *\[format\]' "$scratch/check"
}

picture() { # file, picture, folder of its textures
  "$tool" render -q "$1" "$2" --size 512 --overwrite --textures "$3" >/dev/null 2>&1 ||
    "$tool" render -q "$1" "$2" --overwrite --textures "$3" >/dev/null 2>&1
}

show() { # path: what changed, for the summary
  local old name
  old=$scratch/old/$(basename "$1") name=${1//\//-}
  mkdir -p "$scratch/old"
  printf '### %s\n\n' "$1"
  picture "$1" "$target/$name-after.png" "$(dirname "$1")" && printf "after: \`%s\`\n\n" "$folder/$name-after.png"
  if ! git show "$base:$1" >"$old" 2>/dev/null; then
    printf 'new\n\n'
    return
  fi
  picture "$old" "$target/$name-before.png" "$(dirname "$1")" && printf "before: \`%s\`\n\n" "$folder/$name-before.png"
  "$tool" diff -q "$old" "$1" --picture "$target/$name-changes.png" --overwrite --textures "$(dirname "$1")" >/dev/null 2>&1
  [ -s "$target/$name-changes.png" ] && printf "changes marked: \`%s\`\n\n" "$folder/$name-changes.png"
  printf '```diff\n'
  "$tool" diff "$old" "$1" 2>&1
  printf '```\n\n'
}

while IFS= read -r -d '' path; do
  is_ours "$path" || continue
  "$tool" check --format "$form" "$path"
  code=$?
  [ "$code" -le "$worst" ] || worst=$code
  show "$path" >>"$summary"
done < <(git diff --name-only -z --diff-filter=ACMR "$base" --)
exit "$worst"
