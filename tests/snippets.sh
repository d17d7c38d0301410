#!/usr/bin/env bash
# The C programs in the documents compile and run: every ```c block that has a main.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0
flags=()
if [ -n "$(find "$BINARY" -maxdepth 1 -name CMakeCache.txt -exec grep -l 'PTL_SANITIZE:BOOL=ON' {} +)" ]; then
  flags+=('-fsanitize=address,undefined')
fi
if [ -n "$(find "$BINARY" -maxdepth 1 -name CMakeCache.txt -exec grep -l 'PTL_COVERAGE:BOOL=ON' {} +)" ]; then
  flags+=(--coverage)
fi
# What the static library needs besides itself.
libraries=()
for word in $(PKG_CONFIG_PATH=$BINARY pkg-config --static --libs-only-l portolan); do
  [ "$word" = -lportolan ] || libraries+=("$word")
done
for document in "$SOURCE"/README.md "$SOURCE"/docs/*.md "$SOURCE"/docs/formats/*.md; do
  rm -f "$scratch"/*.c
  awk -v stem="$scratch/block" '/^```c$/ { n++; on = 1; next } /^```/ { on = 0 } on { print > (stem n ".c") }' "$document"
  for block in "$scratch"/*.c; do
    grep -qs 'int main' "$block" || continue
    echo "${document#"$SOURCE"/}: $(basename "$block")"
    "$1" -std=c11 -Wall -Wextra -Werror -I"$SOURCE/include" "$block" "$2" ${flags[@]+"${flags[@]}"} "${libraries[@]}" -o "$scratch/program"
    (cd "$SOURCE" && "$scratch/program")
    count=$((count + 1))
  done
done
[ "$count" -gt 0 ]
