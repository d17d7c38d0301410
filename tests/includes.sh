#!/usr/bin/env bash
# Who may include whom (ARCHITECTURE.md): cli -> public headers; flow -> formats, imports, exports ->
# bridges -> render -> hubs -> host -> core -> libc. Formats, exports and imports never see each other,
# formats neither.
set -u
cd "$SOURCE" || exit 1
failed=0

# Every file whose #include lines match the pattern is named.
forbid() { # why, pattern, files...
  local why=$1 pattern=$2; shift 2
  if grep -nP "^#include $pattern" "$@" /dev/null; then echo "  ^ $why"; failed=1; fi
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
  if grep -nE '^#include "formats/[a-z]+/' "${own[@]}" /dev/null | grep -v "\"formats/$name/"; then
    echo "  ^ formats do not see each other"; failed=1
  fi
done
mapfile -t all < <(find src -name '*.c')
mapfile -t without_job < <(find src -name '*.c' ! -path src/core/job.c)
if grep -nE '\b(malloc|calloc|realloc|free)\(' "${without_job[@]}"; then
  echo "  ^ only core/job.c calls malloc"; failed=1
fi
if grep -nE '\b(printf|puts|fprintf|exit|abort)\(' "${all[@]}"; then
  echo "  ^ the library never prints or ends the process"; failed=1
fi
mapfile -t without_jumps < <(find src -name '*.c' ! -path src/render/image_jpeg.c)
if grep -nE '\b(setjmp|longjmp)\b' "${without_jumps[@]}"; then
  echo "  ^ only render/image_jpeg.c jumps"; failed=1
fi
duplicates=$(git ls-files 2>/dev/null | grep -vE 'README.md|CMakeLists.txt|include/|tests/(golden|cli)/|samples/|fuzz/corpus/' | xargs -n1 basename 2>/dev/null | sort | uniq -d)
if [ -n "$duplicates" ]; then echo "file names that are not unique: $duplicates"; failed=1; fi
exit $failed
