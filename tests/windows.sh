#!/usr/bin/env bash
# The tool for Windows, under wine: the cases of tests/cli, the hashes of tests/same.txt, and what is different there:
# names in UTF-16, backslashes, names that Windows takes for something else, replacing files.
#   PORTOLAN=portolan.exe tests/windows.sh
set -euo pipefail
wine=$(command -v wine64 || dpkg -L wine64 2>/dev/null | grep -m 1 '/wine64$' || true)
[ -n "$wine" ] || { echo "skipped: there is no wine"; exit 77; }
mkdir -p "$BINARY"
export WINEPREFIX=$BINARY/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "windows: $1"; exit 1; }
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$PORTOLAN" >"$scratch/portolan"
chmod +x "$scratch/portolan"
portolan() { "$scratch/portolan" "$@"; }
[ "$(portolan --version 2>"$scratch/first")" ] || { cat "$scratch/first"; fail "it does not start"; } # wine makes its folder

# ---- What is different there --------------------------------------------------------------------
level=$SOURCE/samples/egoboo/gamedat/level.mpd
mkdir -p "$scratch/here/Käse 地図" && cd "$scratch/here"
cp "$level" 'Käse 地図/Löwe ☂ 🗺.mpd'
{ portolan convert -q 'Käse 地図/Löwe ☂ 🗺.mpd' 'Käse 地図/ö.json' && [ -s 'Käse 地図/ö.json' ]; } || fail "names in UTF-16"
{ portolan convert -q 'Käse 地図\ö.json' 'Käse 地図\zurück.mpd' && cmp -s 'Käse 地図/zurück.mpd' "$level"; } || fail "paths with backslashes"
[ -z "$(find . -name '*\\*')" ] || fail "a backslash in a name"
portolan info --json 'Käse 地図\ö.json' | grep -q '"file": "Käse 地図/ö.json"' || fail "a name in UTF-8 on the standard output"

# Bytes on the standard files: a level has line ends of both kinds, and 0x1A, somewhere in it.
{ portolan convert -q --to json - - <"$level" >pipe.json && portolan convert -q --to mpd - - <pipe.json | cmp -s - "$level"; } || fail "bytes on standard files"
if grep -q $'\r' pipe.json; then fail "line ends of Windows"; fi

# Files are replaced as a whole, and only where that was asked for.
echo before >there.json
if portolan convert -q "$level" there.json 2>/dev/null; then fail "overwritten unasked"; fi
[ "$(cat there.json)" = before ] || fail "changed unasked"
{ portolan convert -q --overwrite "$level" there.json && cmp -s there.json pipe.json; } || fail "not replaced"
head -c 1000 "$level" >cut.mpd
echo before >kept.json
if portolan convert -q --overwrite cut.mpd kept.json 2>/dev/null; then fail "a cut file was converted"; fi
[ "$(cat kept.json)" = before ] || fail "a failure changed the output"
[ -z "$(find . -name '*.part')" ] || fail "temporary files are left"

# Names that Windows takes for something else are no files: streams, devices, patterns, a dot at the end.
for name in level.mpd:stream 'what?.mpd' 'pipe.json.' 'pipe.json ' NUL con.mpd; do
  if portolan info "$name" >/dev/null 2>&1; then fail "'$name' is taken for a file"; fi
done
if portolan convert -q pipe.json out.mpd:hidden 2>/dev/null; then fail "wrote to a stream"; fi

# Links lead nowhere else: a texture that is one, out of the folder of its model, is not found.
mkdir -p model/in outside && cp "$SOURCE"/samples/permafrost/models/chest* model/in && mv model/in/chest_wood.bmp outside
ln -s ../../outside/chest_wood.bmp model/in/chest_wood.bmp
portolan info --json model/in/chest.pfobj >facts.json || true
grep -q '"name": "chest_iron.bmp".*chest_iron.bmp"' facts.json || fail "a texture beside its model is not found"
grep -q '"name": "chest_wood.bmp".*"path": null' facts.json || fail "followed a link out of the folder: $(grep chest_wood facts.json)"

# ---- The same as elsewhere ----------------------------------------------------------------------
LACKS=$SOURCE/tests/windows_lacks.txt WHOLE='' PORTOLAN=$scratch/portolan "$SOURCE/tests/cli.sh"
RUN=$wine WHOLE='' "$SOURCE/tests/same.sh"
