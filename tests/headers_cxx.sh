#!/usr/bin/env bash
# Public headers also compile as C++.
set -eu
command -v c++ >/dev/null || { echo "no C++ compiler"; exit 77; }
count=0
for header in "$SOURCE"/include/portolan/*.h; do
  echo "#include \"$header\"" | c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -I"$SOURCE/include" -x c++ -
  count=$((count + 1))
done
echo "$count headers"
