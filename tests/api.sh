#!/usr/bin/env bash
# Rules of the public headers that a compiler does not hold.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# Every function of a header on a line of its own, without comments: "header name(parameters)".
functions() { # headers...
  local header
  for header in "$@"; do
    sed -e 's|/\*.*\*/||' -e '/\/\*/,/\*\//d' -e '/^#/d' "$header" | tr '\n' ' ' | tr -s ' ' |
      grep -oE '(PTL_API|PTL_INLINE) [^;{]*\)' |
      sed -E "s|^.*[ *](ptl_[a-z0-9_]+)\((.*)\)\$|$(basename "$header") \1(\2)|"
  done
}

# What a call makes comes first: no later parameter is written to but a document that is changed
# and the error.
functions "$SOURCE"/include/portolan/*.h | grep -vE 'ptl_(import_)?probe\(|ptl_folder_load\(' >"$scratch/all" # scores; a callback
[ "$(wc -l <"$scratch/all")" -gt 120 ]
awk -F '[()]' '{ n = split($2, p, ","); for (i = 2; i <= n; i++)
    if (p[i] ~ /[*[]/ && p[i] !~ /const|ptl_doc \*doc$|ptl_diag \*err$/) print $0 }' "$scratch/all" >"$scratch/late"
if [ -s "$scratch/late" ]; then
  cat "$scratch/late"; echo "  ^ what is made is the first argument"; failed=1
fi

# Every function that takes a document is called with those of other formats, and with none.
functions "$SOURCE"/include/portolan/*.h | grep -E 'ptl_doc \*[a-z]' | sed -E 's/^[^ ]* ([a-z0-9_]+).*/\1/' >"$scratch/takes"
[ "$(wc -l <"$scratch/takes")" -gt 40 ]
while read -r name; do
  grep -q "CALL($name," "$SOURCE/tests/test_foreign.c" || { echo "tests/test_foreign.c does not call $name"; failed=1; }
done <"$scratch/takes"

# Every function of the headers is a symbol of the library ($1), inline ones too, and nothing else is.
if command -v nm >/dev/null; then
  functions "$SOURCE"/include/portolan/*.h | sed -E 's/^[^ ]* ([a-z0-9_]+).*/\1/' | sort -u >"$scratch/declared"
  nm -D --defined-only "$1" | awk '$3 ~ /^ptl_/ { print $3 }' | sort -u >"$scratch/exported"
  if ! diff "$scratch/declared" "$scratch/exported"; then
    echo "  ^ declared (<) and exported (>) differ"; failed=1
  fi
fi
if grep -n 'static inline' "$SOURCE"/include/portolan/*.h; then
  echo "  ^ PTL_INLINE, so that others than C can call it"; failed=1
fi
exit $failed
