#!/usr/bin/env bash
# The same bytes and the same pictures everywhere: every sample over every route, and what comes out, as hashes in
# tests/same.txt. They are made on one machine (UPDATE=1) and compared on all.
#   PORTOLAN=tool RUN="emulator and its words" tests/same.sh
# What a build lacks, such as libraries that are loaded late, has to be said (feature-absent), and is counted.
set -euo pipefail
table=$SOURCE/tests/same.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
read -ra run <<<"${RUN:-}"
cd "$SOURCE/samples"

inputs() { find egoboo/gamedat/{level.mpd,passage.txt,spawn.txt} gridmonger permafrost ppe -type f ! -name '*.bmp' ! -name '*.tga' | LC_ALL=C sort; }

# Name, extension and further words of every target.
targets() {
  echo "json json"
  "$PORTOLAN" formats --json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    if row["kind"] == "export" or (row["kind"] == "format" and row.get("import")):
        print(row["name"], row["extensions"].split()[0])'
}

words() { # target: pictures are small here, so that emulators draw them in time
  case $1 in uvtt) echo "--no-image" ;; foundry) echo "--cell-pixels 20" ;; png) echo "--size 96x72" ;; apng) echo "--turn --frames 3 --size 48x36" ;; esac
}

# What one conversion gives: a hash of all files, "absent", or the rule that refuses it.
outcome() { # input target extension
  local code=0 more
  rm -rf "$scratch/out" && mkdir "$scratch/out"
  read -ra more <<<"$(words "$2")"
  ${run[@]+"${run[@]}"} "$PORTOLAN" convert -q "$1" "$scratch/out/it.$3" --to "$2" ${more[@]+"${more[@]}"} </dev/null >/dev/null 2>"$scratch/said" || code=$?
  if [ "$code" = 0 ]; then
    (cd "$scratch/out" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-20)
  elif grep -q 'feature-absent' "$scratch/said"; then
    echo absent
  else
    echo "refused:$(sed -n 's/.*: error: .*\[\([a-z-]*\)\]\r*$/\1/p' "$scratch/said" | head -n 1)"
  fi
}

if [ -n "${UPDATE:-}" ]; then
  {
    echo "# hash of all files that come out, input, target, extension; written by UPDATE=1 and tests/same.sh"
    inputs | while read -r input; do
      targets | while read -r target extension; do
        hash=$(outcome "$input" "$target" "$extension")
        case $hash in
          refused:conversion) ;; # no such route, which tests/documents.sh looks at
          refused: | refused:setting | refused:file) cat "$scratch/said" >&2; exit 1 ;;
          absent) echo "this build lacks what $input to $target needs" >&2; exit 1 ;;
          *) echo "$hash $input $target $extension" ;;
        esac
      done
    done
  } >"$scratch/table"
  mv "$scratch/table" "$table"
fi

same=0 absent=0 other=0
while read -r hash input target extension; do
  case $hash in '#') continue ;; esac
  got=$(outcome "$input" "$target" "$extension")
  case $got in
    "$hash") same=$((same + 1)) ;;
    absent) absent=$((absent + 1)); absences="${absences:-} $target" ;;
    *) other=$((other + 1)); echo "$input to $target: $got here, $hash in the table"; head -n 2 "$scratch/said" ;;
  esac
done < <(grep -E "${ONLY:-.}" "$table")
echo "$same the same, $other not, $absent need what this build lacks:$(tr ' ' '\n' <<<"${absences:-}" | LC_ALL=C sort | uniq -c | awk 'NF > 1 { printf " %s %s", $1, $2 }')"
[ "$other" = 0 ] || exit 1
[ "$same" -gt "$absent" ] || { echo "less than half could be compared"; exit 1; }
if [ "${WHOLE:-}" ] && [ "$absent" != 0 ]; then echo "nothing may be absent here"; exit 1; fi
