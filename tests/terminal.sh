#!/usr/bin/env bash
# On a terminal: colors, unless NO_COLOR is set, and a progress line for several files.
set -eu
script -qc true /dev/null </dev/null >/dev/null 2>&1 || { echo "no terminal to be had"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$SOURCE/tests/golden/mpd/reject/type-64.mpd" a.mpd
cp a.mpd b.mpd

on_terminal() { script -qc "$PORTOLAN $*" /dev/null </dev/null | tr -d '\r' | cat -v; }

unset NO_COLOR
[ "$(on_terminal check a.mpd b.mpd | grep -c '\^\[\[31merror\^\[\[0m: ')" -eq 2 ]
on_terminal check a.mpd b.mpd | grep -q '1/2 a.mpd'
if "$PORTOLAN" check a.mpd 2>&1 | cat -v | grep '\^\['; then exit 1; fi
export NO_COLOR=1
if on_terminal check a.mpd | grep '31m'; then exit 1; fi
