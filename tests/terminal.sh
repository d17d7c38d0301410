#!/usr/bin/env bash
# On a terminal: colors, unless NO_COLOR is set, and a progress line for several files.
set -euo pipefail
script -qc true /dev/null </dev/null >/dev/null 2>&1 || { echo "no terminal to be had"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$SOURCE/tests/golden/mpd/reject/type-64.mpd" a.mpd
cp a.mpd b.mpd

on_terminal() { script -qc "$PORTOLAN $*" /dev/null </dev/null | tr -d '\r' | cat -v; }
plain() { # what was printed has the error, and no color
  grep -q ': error: ' "$scratch/said" || { cat "$scratch/said"; echo "no error was printed"; exit 1; }
  if grep '\^\[' "$scratch/said"; then echo "colors where none are wanted"; exit 1; fi
}

unset NO_COLOR
[ "$(on_terminal check a.mpd b.mpd | grep -c '\^\[\[31merror\^\[\[0m: ')" -eq 2 ]
on_terminal check a.mpd b.mpd >"$scratch/said"
grep -q '1/2 a.mpd' "$scratch/said"
status=0
"$PORTOLAN" check a.mpd >"$scratch/raw" 2>&1 || status=$?
[ "$status" -eq 3 ]
cat -v "$scratch/raw" >"$scratch/said"
plain
export NO_COLOR=1
on_terminal check a.mpd >"$scratch/said"
plain
