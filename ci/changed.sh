#!/usr/bin/env bash
# Checks the maps and models that changed since a commit, and shows what changed: findings go to standard output, differences
# and names of pictures into a summary, pictures of both states into a folder.
#
#     ci/changed.sh BASE FOLDER [FORM]
#
# BASE may be empty or 0, as of a branch that is pushed for the first time: then it is where the branch left DEFAULT_BRANCH,
# and without one everything is new. FORM is that of portolan check: github prints annotations, text lines. The summary is added to GITHUB_STEP_SUMMARY where that
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
nothing=$(git hash-object -t tree /dev/null)
if [[ $base =~ ^0*$ ]]; then
  base=$(git merge-base HEAD "origin/${DEFAULT_BRANCH:-HEAD}" 2>/dev/null) || base=$nothing
  [ "$base" != "$(git rev-parse HEAD)" ] || base=$nothing
fi
[ "$base" = "$nothing" ] || git rev-parse --verify -q "$base^{commit}" >/dev/null || { echo "there is no commit $base" >&2; exit 3; }
cd "$(git rev-parse --show-toplevel)" || exit 3

# Whether it is a file of ours: of pictures, and of files that only have the same extension, nothing is said.
is_ours() { # path
  [ -n "$("$tool" check --no-project --skip-foreign -- "$1" 2>&1)" ]
}

picture() { # file, picture, folder of its textures
  "$tool" render -q --size 512 --overwrite --textures "$3" -- "$1" "$2" >/dev/null 2>&1 ||
    "$tool" render -q --overwrite --textures "$3" -- "$1" "$2" >/dev/null 2>&1
}

show() { # path, what it was called: what changed, for the summary
  local old name
  old=$scratch/old/$(basename -- "$1") name=${1//\//-}
  mkdir -p "$scratch/old"
  printf '### %s\n\n' "$1"
  [ "$1" = "$2" ] || printf "was: \`%s\`\n\n" "$2"
  picture "$1" "$target/$name-after.png" "$(dirname -- "$1")" && printf "after: \`%s\`\n\n" "$folder/$name-after.png"
  if ! git show "$base:$2" >"$old" 2>/dev/null; then
    printf 'new\n\n'
    return
  fi
  picture "$old" "$target/$name-before.png" "$(dirname -- "$1")" && printf "before: \`%s\`\n\n" "$folder/$name-before.png"
  "$tool" diff -q --picture "$target/$name-changes.png" --overwrite --textures "$(dirname -- "$1")" -- "$old" "$1" >/dev/null 2>&1
  [ -s "$target/$name-changes.png" ] && printf "changes marked: \`%s\`\n\n" "$folder/$name-changes.png"
  printf '```diff\n'
  "$tool" diff -- "$old" "$1" 2>&1
  printf '```\n\n'
}

while IFS= read -r -d '' status && IFS= read -r -d '' was; do
  path=$was
  [[ $status != [CR]* ]] || IFS= read -r -d '' path # a new name
  is_ours "$path" || continue
  "$tool" check --format "$form" -- "$path"
  code=$?
  [ "$code" -le "$worst" ] || worst=$code
  show "$path" "$was" >>"$summary"
done < <(git diff --name-status -z --diff-filter=ACMR "$base" --)
exit "$worst"
