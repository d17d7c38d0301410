#!/usr/bin/env bash
# The golden folders of every format:
#   accept/FILE     is read, or skipped if this build lacks a library; FILE.info holds what
#                   `info --json` says, FILE.check what `check` says, FILE.engine, where it is there,
#                   what `check --profile engine` says
#   reject/FILE     is refused, or skipped likewise; FILE.error holds the message, which -q prints alone
#   accept/files/   belongs to files beside it
#   roundtrip/FILE  comes back byte for byte, also through JSON; FILE.json holds that JSON
# WHOLE says that this build lacks nothing. UPDATE=1 writes the expectations anew; look at them before committing.
set -u
# shellcheck source-path=SCRIPTDIR source=heard.sh
. "$SOURCE/tests/heard.sh"
failed=0 count=0 skipped=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export NO_COLOR=1

fail() { echo "$1"; failed=1; }

compare() { # got, wanted
  if [ "${UPDATE:-}" ]; then cp "$1" "$2"; return; fi
  diff -u "$2" "$1" || fail "differs: $2"
}

run() { # arguments of the tool, which has to succeed
  "$PORTOLAN" "$@" 2>"$scratch/error" && return
  cat "$scratch/error"
  fail "not done: portolan $*"
}

samples() { # files of a folder that are no expectations
  find "$1" -type f ! -path '*/files/*' ! -name '*.info' ! -name '*.check' ! -name '*.engine' ! -name '*.error' ! -name '*.json' ! -name 'README.md' | sort
}

for folder in "$SOURCE"/tests/golden/*/; do
  format=$(basename "$folder")
  cd "$folder" || exit 1
  for kind in accept reject roundtrip; do
    [ -n "$(samples "$kind")" ] || fail "$format has no file to $kind"
  done
  while read -r expected; do
    [ -e "${expected%.*}" ] || fail "belongs to no file: $folder$expected"
  done < <(find accept reject roundtrip -name '*.info' -o -name '*.check' -o -name '*.engine' -o -name '*.error' -o -name '*.json')
  for file in $(samples accept); do
    if ! "$PORTOLAN" info --json --from "$format" "$file" >"$scratch/info" 2>"$scratch/error"; then
      if grep -q '\[feature-absent\]' "$scratch/error"; then skipped=$((skipped + 1)); continue; fi
      fail "refused: $file"
    fi
    "$PORTOLAN" check --from "$format" "$file" >"$scratch/check" 2>&1
    heard "$scratch/info" "$scratch/check" || fail "findings and tables of rules differ: $file"
    compare "$scratch/info" "$file.info"
    compare "$scratch/check" "$file.check"
    if [ -e "$file.engine" ]; then
      "$PORTOLAN" check --from "$format" --profile engine "$file" >"$scratch/engine" 2>&1
      heard "$scratch/engine" || fail "findings and tables of rules differ: $file, for the engine"
      compare "$scratch/engine" "$file.engine"
    fi
    count=$((count + 1))
  done
  for file in $(samples reject); do
    "$PORTOLAN" convert -q --from "$format" --to json "$file" "$scratch/out.json" >"$scratch/out" 2>"$scratch/error"
    [ $? -eq 3 ] || fail "not refused with exit code 3: $file"
    [ ! -e "$scratch/out.json" ] || fail "left an output: $file"
    if grep -q '\[feature-absent\]' "$scratch/error"; then skipped=$((skipped + 1)); continue; fi
    [ "$(wc -l <"$scratch/error")" -eq 1 ] || fail "not exactly one line: $file"
    heard "$scratch/error" || fail "findings and tables of rules differ: $file"
    compare "$scratch/error" "$file.error"
    count=$((count + 1))
  done
  for file in $(samples roundtrip); do
    rm -f "$scratch"/back*
    run convert --to "$format" "$file" "$scratch/back"
    cmp "$file" "$scratch/back" || fail "other bytes: $file"
    run convert "$file" "$scratch/back.json"
    compare "$scratch/back.json" "$file.json"
    run convert --to "$format" "$scratch/back.json" "$scratch/back2"
    cmp "$file" "$scratch/back2" || fail "other bytes after JSON: $file"
    count=$((count + 1))
  done
done
echo "$count files, $skipped skipped: this build lacks what they need"
[ "$skipped" -eq 0 ] || [ ! "${WHOLE:-}" ] || fail "but it lacks nothing"
[ "$count" -gt 0 ] && exit $failed
