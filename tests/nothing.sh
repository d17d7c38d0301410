#!/usr/bin/env bash
# Every function of the headers with nothing, or with one thing missing: tests/abi/nothing.py writes the program.
set -euo pipefail
compiler=$1 shared=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags=(-std=c11 -D_GNU_SOURCE -Wall -Werror "-I$SOURCE/include")
if [ "$SANITIZED" ]; then flags+=('-fsanitize=address,undefined' -fno-sanitize-recover=undefined); fi

python3 "$SOURCE/tests/abi/nothing.py" "$SOURCE"/include/portolan/*.h >"$scratch/nothing.c"
grep -oE 'try_all\(try_ptl_[a-z0-9_]+' "$scratch/nothing.c" | sed 's/.*try_//' | sort -u >"$scratch/called"
LC_ALL=C comm -23 <(grep -v '^ptl_import_serve$' "$SOURCE/tests/abi/symbols.txt") <(LC_ALL=C sort "$scratch/called") >"$scratch/left"
if [ -s "$scratch/left" ]; then
  cat "$scratch/left"; echo "  ^ not called"; exit 1
fi
"$compiler" "${flags[@]}" "$scratch/nothing.c" "$shared" "-Wl,-rpath,$(dirname "$shared")" -o "$scratch/nothing"
cd "$scratch" # what has no path of its own must not be written elsewhere
# What calls made is not freed, because not every call made something.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0:handle_segv=0:handle_abort=0" ./nothing
