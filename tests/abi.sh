#!/usr/bin/env bash
# What a program sees that was built against the shared library stays as it is listed in tests/abi: the symbols it
# exports, and the layout of every public struct on 64 bits. So a break is a decision: UPDATE=1 writes the lists
# anew. Besides, no global name of the archive can be anybody else's; that the library exports what the headers
# declare is for tests/api.sh to see.
set -euo pipefail
compiler=$1 shared=$2 archive=$3
lists=$SOURCE/tests/abi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
failed=0
fail() { echo "$1"; failed=1; }

compare() { # got, list: lines that went, and lines that came
  [ -s "$1" ] || { fail "nothing to compare with $2"; return; }
  if [ "${UPDATE:-}" ]; then cp "$1" "$lists/$2"; return; fi
  diff -u --label "tests/abi/$2" --label "this build" "$lists/$2" "$1" ||
    fail "tests/abi/$2 is another: if that is meant, UPDATE=1 ctest --test-dir build -R '^abi\$', and a line in CHANGELOG.md"
}

nm -D --defined-only "$shared" | awk '{ print $NF }' | sort >"$scratch/symbols.txt"
compare "$scratch/symbols.txt" symbols.txt

nm -g --defined-only "$archive" | awk 'NF == 3 { print $NF }' | sort -u >"$scratch/globals"
[ -s "$scratch/globals" ] || fail "the archive has no global name"
if grep -v '^ptl_' "$scratch/globals"; then fail "global names of the archive that do not begin with ptl_"; fi

python3 "$lists/layout.py" "$SOURCE"/include/portolan/*.h >"$scratch/layout.c"
"$compiler" -std=c11 -Wall -Werror -I"$SOURCE/include" "$scratch/layout.c" -o "$scratch/layout"
if "$scratch/layout" >"$scratch/layout.txt"; then
  compare "$scratch/layout.txt" layout.txt
else
  echo "not 64 bits: the layout was not compared"
fi
echo "$(wc -l <"$scratch/symbols.txt") symbols, $(grep -c '^ptl_' "$scratch/layout.txt") structs, $(wc -l <"$scratch/globals") names in the archive"
exit $failed
