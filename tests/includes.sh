#!/usr/bin/env bash
# Who may include whom (ARCHITECTURE.md): cli -> public headers; flow -> formats, imports, exports ->
# bridges -> render -> hubs -> host -> core -> libc. Formats, exports and imports never see each other,
# formats neither.
set -u
cd "$SOURCE" || exit 1
failed=0

# Every line that matches is named. No file to look at, or a pattern grep cannot read, is no pass.
forbid_lines() { # why, pattern, files...
  local why=$1 pattern=$2 status=0; shift 2
  [ $# -gt 0 ] || { echo "no file to look at: $why"; failed=1; return; }
  grep -nP "$pattern" "$@" /dev/null || status=$?
  [ "$status" -eq 1 ] || { echo "  ^ $why"; failed=1; }
}
forbid() { # why, what #include lines have, files...
  forbid_lines "$1" "^#include $2" "${@:3}"
}

# Folders from the top down; what stands on one line is on one level. Each sees what is below it.
above=""
while read -r level; do
  for folder in $level; do
    mapfile -t own < <(find "src/$folder" -name '*.[ch]')
    neighbors=$(tr ' ' '\n' <<<"$level" | grep -vx "$folder" | paste -sd '|')
    forbidden=$(paste -sd '|' <<<"$above${neighbors:+$'\n'$neighbors}" | sed 's/^|//')
    [ -z "$forbidden" ] || forbid "src/$folder sees what is not below it" "\"($forbidden)/" "${own[@]}"
  done
  above+=$'\n'$(tr ' ' '\n' <<<"$level" | paste -sd '|')
done <<'LEVELS'
flow
formats imports exports
bridges
render
hubs
host
core
LEVELS
mapfile -t core < <(find src/core src/host -name '*.[ch]')
forbid "core and host know only the public entry header" '<portolan/(?!portolan\.h)' "${core[@]}"
mapfile -t cli < <(find cli -name '*.[ch]')
forbid "the tool knows the library by its public headers" '"(core|formats|exports|imports|hubs|render|host|bridges|flow)/' "${cli[@]}"
for folder in src/formats/*/; do
  name=$(basename "$folder")
  mapfile -t own < <(find "$folder" -name '*.[ch]')
  forbid "formats do not see each other" "\"formats/(?!$name/)[a-z0-9]+/" "${own[@]}"
done
mapfile -t all < <(find src -name '*.c')
# src/host/windows stands for the C library, whose realpath and opendir give memory, too.
mapfile -t without_memory < <(find src -name '*.c' ! -path src/host/system_memory.c ! -path 'src/host/windows/*')
forbid_lines "only host/system_memory.c calls malloc" '\b(malloc|calloc|realloc|free)\(' "${without_memory[@]}"
forbid_lines "the library never prints or ends the process" '\b(printf|puts|fprintf|exit|abort)\(' "${all[@]}"
mapfile -t without_jumps < <(find src -name '*.c' ! -path src/render/image_jpeg.c)
forbid_lines "only render/image_jpeg.c jumps" '\b(setjmp|longjmp)\b' "${without_jumps[@]}"
tracked=$(git ls-files 2>/dev/null) || echo "no repository: names were not compared"
duplicates=$(grep -vE 'README.md|/__init__.py$|CMakeLists.txt|/(package|package-lock).json$|/.npmrc$|include/|tests/(golden|cli)/|samples/|fuzz/corpus/' <<<"$tracked" | xargs -n1 basename 2>/dev/null | sort | uniq -d)
if [ -n "$duplicates" ]; then echo "file names that are not unique: $duplicates"; failed=1; fi
exit $failed
