#!/usr/bin/env bash
# Who may include whom (ARCHITECTURE.md): cli -> public headers; portolan.c, file.c -> formats,
# imports, exports -> render -> hubs -> core -> libc. Formats, exports and imports never see each other,
# formats neither.
set -u
cd "$SOURCE" || exit 1
failed=0

# Every file whose #include lines match the pattern is named.
forbid() { # why, pattern, files...
  local why=$1 pattern=$2; shift 2
  if grep -nE "^#include $pattern" "$@" /dev/null; then echo "  ^ $why"; failed=1; fi
}

mapfile -t core < <(find src/core -name '*.[ch]')
mapfile -t formats < <(find src/formats -name '*.[ch]')
mapfile -t exports < <(find src/exports -name '*.[ch]')
mapfile -t imports < <(find src/imports -name '*.[ch]')
mapfile -t hubs < <(find src/hubs -name '*.[ch]')
mapfile -t render < <(find src/render -name '*.[ch]')
mapfile -t cli < <(find cli -name '*.[ch]')

forbid "core knows nothing of maps" '"(formats|exports|imports|hubs|render|source)' "${core[@]}"
forbid "core knows only the public entry header" '<portolan/[^p]' "${core[@]}"
forbid "formats do not see exports or entry points" '"(exports|imports|render|source)' "${formats[@]}"
forbid "hubs do not see formats, exports or entry points" '"(formats|exports|imports|render|source)' "${hubs[@]}"
forbid "exports do not see formats or entry points" '"(formats|imports|source)' "${exports[@]}"
forbid "imports know hubs and core alone" '"(formats|exports|render|source)' "${imports[@]}"
forbid "render does not see formats, exports or entry points" '"(formats|exports|imports|source)' "${render[@]}"
forbid "the tool knows the library by its public headers" '"(core|formats|exports|imports|hubs|render|source)' "${cli[@]}"
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
