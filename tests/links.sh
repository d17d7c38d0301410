#!/usr/bin/env bash
# Who may call whom: what the objects of the library really refer to, whatever headers they include. The
# levels are those of tests/includes.sh; formats are kept apart, and none calls back up.
set -u
cd "$BINARY" || exit 1
objects=CMakeFiles/portolan_objects.dir/src
[ -d "$objects" ] || { echo "no objects of the library here"; exit 1; }

mapfile -t own < <(find "$objects" -name '*.o' | while read -r object; do
  place=${object#"$objects"/}
  [ ! -e "$SOURCE/src/${place%.o}" ] || echo "$object" # others are of files that are gone
done)
[ ${#own[@]} -gt 0 ] || { echo "no object of the library here"; exit 1; }

# libm may differ in its last digit between machines, and costs every start a tenth of a millisecond: src/core/real.h
# has what is needed. Processors have the rest as instructions.
if nm -gA "${own[@]}" | grep -E ' U (floor|ceil|trunc|f(min|max|mod|ma)|a?(sin|cos|tan)h?|atan2|pow|exp(2|m1)?|log(2|10|1p)?|hypot|cbrt|l?l?round|remainder)[fl]?$'; then
  echo "  ^ functions of libm"
  exit 1
fi

nm -gA "${own[@]}" | sed "s#^$objects/##; s#/[^/]*\.o:# #" | awk '
  $(NF-1) == "U" { print "use", $NF, $1 }
  $(NF-1) ~ /^[TDRBV]$/ { print "has", $NF, $1 }
' | awk '
  BEGIN { # levels from the top down
    split("flow formats imports exports bridges render hubs host core", name)
    split("1 2 2 2 3 4 5 6 7", number)
    for (i in name) level[name[i]] = number[i]
  }
  $1 == "has" { home[$2] = $3 }
  $1 == "use" { uses[$3 " " $2] = 1; count++ }
  function top(folder) { sub("/.*", "", folder); return folder }
  END {
    for (use in uses) {
      split(use, part, " "); from = part[1]; to = home[part[2]]
      if (to == "" || from == to) continue
      down = level[top(from)] < level[top(to)]
      memory = top(from) == "core" && to == "host" && part[2] ~ /^ptl_memory_/ # what core is given
      shared = top(from) == top(to) && to == top(to)   # formats/x calls formats
      if (!down && !shared && !memory) { print from " calls " part[2] " of " to; bad = 1 }
    }
    if (count < 1000) { print "only " count " references seen"; bad = 1 }
    exit bad
  }'
