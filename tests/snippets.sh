#!/usr/bin/env bash
# The C programs in documents compile and run: snippets.sh COMPILER ARCHIVE DOCUMENT... takes every ```c block that has
# a main and runs it in a folder of its own, which holds the samples, as samples/ and each file by its name. Of each
# document at least one program must be found; a document that does not exist is passed over. Others in docs that
# have programs join in.
set -euo pipefail
compiler=$1 archive=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

flags=()
if grep -q 'PTL_SANITIZE:BOOL=ON' "$BINARY/CMakeCache.txt"; then flags+=('-fsanitize=address,undefined'); fi
if grep -q 'PTL_COVERAGE:BOOL=ON' "$BINARY/CMakeCache.txt"; then flags+=(--coverage); fi
# What the static library needs besides itself.
libraries=()
for word in $(PKG_CONFIG_PATH=$BINARY pkg-config --static --libs-only-l portolan); do
  [ "$word" = -lportolan ] || libraries+=("$word")
done

work_folder() { # where: the samples, ready to be read and written over
  rm -rf "$1"
  mkdir "$1" "$1/samples"
  (cd "$SOURCE/samples" && cp -r ./*/ "$1/samples")
  find "$1/samples" -type f -exec cp {} "$1" \;
}

run_block() { # source
  "$compiler" -std=c11 -Wall -Wextra -Werror -I"$SOURCE/include" "$1" "$archive" ${flags[@]+"${flags[@]}"} \
    "${libraries[@]}" -o "$scratch/program" || return 1
  work_folder "$scratch/work" || return 1
  (cd "$scratch/work" && timeout 60 "$scratch/program" </dev/null)
}

run_document() { # path: every program in it, each named by its line
  local block count=0 line status=0
  rm -f "$scratch"/*.c
  awk -v stem="$scratch/" '/^```c( |$)/ { file = stem NR ".c"; next } /^```/ { file = "" } file { print > file }' "$1"
  while read -r line; do
    block=$scratch/$line.c
    grep -q 'int main' "$block" || continue
    count=$((count + 1))
    run_block "$block" || { echo "$1:$line: the program does not compile, or fails"; status=1; }
  done < <(find "$scratch" -maxdepth 1 -name '*.c' -printf '%f\n' | sed 's/\.c$//' | sort -n)
  echo "$1: $count programs"
  [ "$count" -gt 0 ] || { echo "$1: has no program"; status=1; }
  return "$status"
}

# This script notices what it is for.
for body in 'return 3;' 'return missing();' 'return ((char *)0)[argc - 1];'; do
  # shellcheck disable=SC2016  # these are the backquotes of Markdown
  printf '```c\nint main(int argc, char **argv) { (void)argv; (void)argc; %s }\n```\n' "$body" >"$scratch/bad.md"
  if run_document "$scratch/bad.md" >"$scratch/said" 2>&1; then echo "passes, but must not: $body"; exit 1; fi
done
echo 'no program' >"$scratch/bad.md"
if run_document "$scratch/bad.md" >"$scratch/said" 2>&1; then echo "passes without a program"; exit 1; fi

failed=0 documents=0
mapfile -t found < <(grep -rl --include='*.md' 'int main' "$SOURCE/docs") # whatever else has programs
mapfile -t all < <(printf '%s\n' "${@:3}" "${found[@]}" | sort -u)
for document in "${all[@]}"; do
  [ -e "$document" ] || continue
  documents=$((documents + 1))
  run_document "$document" || failed=1
done
[ "$documents" -gt 0 ] || { echo "no document was given"; failed=1; }
exit $failed
