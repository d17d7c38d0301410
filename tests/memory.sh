#!/usr/bin/env bash
# What --memory promises is what the system sees. Every route from our samples, and inputs that would take far more
# than they may: each is done or refused, and the tool has never had more memory than the limit and a constant for
# itself: 8 MiB, or 24 where cairo, pango and their fonts are loaded.
set -euo pipefail
peak=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 runs=0
fail() { echo "$1"; failed=1; }

# MiB, then a command: it ends with a result, findings or a limit, and stays below. Sets `code`.
within() {
  local limit=$1 own=8 most; shift
  rm -f "$scratch"/out.*
  "$peak" "$scratch/peak" "$PORTOLAN" "$1" --memory "$limit" "${@:2}" >"$scratch/printed" 2>"$scratch/messages" </dev/null
  read -r code most <"$scratch/peak"
  case "$*" in *.pdf | *.png | *.apng) own=24 ;; esac
  runs=$((runs + 1))
  [ "$most" -le $(((limit + own) * 1024)) ] || fail "--memory $limit ${*/#$scratch\//}: $most KiB"
  [ "$code" -le 3 ] || fail "--memory $limit ${*/#$scratch\//}: exit $code"
}
refused() { # the same, and it does not fit
  within "$@"
  if [ "$code" -ne 3 ] || ! grep -q 'limit-memory' "$scratch/messages"; then
    fail "--memory ${*/#$scratch\//}: exit $code: $(cat "$scratch/messages")"
  fi
  ! compgen -G "$scratch/out.*" >/dev/null || fail "--memory ${*/#$scratch\//}: left something behind"
}

# ---- Every route from a sample ---------------------------------------------------------------------------------
mapfile -t targets < <("$PORTOLAN" formats --json | sed -n 's/.*"kind": "\(format\|export\)", "name": "\([a-z0-9]*\)".*/\2/p')
[ ${#targets[@]} -ge 12 ] || fail "only ${#targets[@]} targets are listed by the tool"
for input in egoboo/gamedat/level.mpd permafrost/island.pfmap permafrost_models/flag.pfobj gridmonger/lighthouse.gmm \
             ppe/garden.xmf ppe/ground.map; do
  for to in "${targets[@]}" json; do
    within 6 convert --to "$to" "$SOURCE/samples/$input" "$scratch/out.$(case $to in pdf | png | apng) echo "$to" ;; *) echo x ;; esac)"
  done
  within 6 info "$SOURCE/samples/$input"
  within 6 check --all "$SOURCE/samples/$input"
done

# ---- A container of a few lines that names a map of four million cells -----------------------------------------
{ printf '\001\0\0\0\320\007\0\0\320\007\0\0'; head -c 16000000 /dev/zero; } >"$scratch/ground.map"
cp "$SOURCE/samples/ppe/garden.tga" "$scratch"
printf 'Layer:Tile "ground" 0 16 16 2000 2000 {\n\tFile:MapData "ground.map"\n\tFile:TileSource "garden.tga" palShift=4 {\n' >"$scratch/garden.xmf"
printf '\t\tEmbed:TileInfo {\n\t\t\t0 0 "grass"\n\t\t}\n\t}\n}\n' >>"$scratch/garden.xmf"
for limit in 4 16 30; do
  for to in png svg glb map; do refused $limit convert "$scratch/garden.xmf" "$scratch/out.$to"; done
done
within 4 convert "$SOURCE/samples/ppe/garden.xmf" "$scratch/out.png"
[ "$code" -eq 0 ] || fail "a small one is refused, too: $(cat "$scratch/messages")"

# ---- Coders, pages, findings, streams --------------------------------------------------------------------------
within 64 convert --coder zstd --level 3 "$scratch/ground.map" "$scratch/out.map"
if ! grep -q feature-absent "$scratch/messages"; then
  [ "$code" -eq 0 ] || fail "zstd does not fit into 64 MiB: $(cat "$scratch/messages")"
  refused 64 convert --coder zstd --level 22 "$scratch/ground.map" "$scratch/out.map"
fi
within 40 convert --coder zlib --level 12 "$scratch/ground.map" "$scratch/out.map"
# A map whose cells all are empty and yet have attributes, which is a finding each: 360,000 of them.
{ printf '\001\0\0\0\130\002\0\0\130\002\0\0'; head -c 1440000 /dev/zero | LC_ALL=C tr '\0' '\377'; } >"$scratch/findings.map"
for limit in 8 16; do
  within $limit check --all "$scratch/findings.map"
  [ "$(tail -n 1 "$scratch/printed" | grep -c ': 360000 notes')" -eq 1 ] || fail "check --all: $(tail -n 1 "$scratch/printed" | cut -c 1-200)"
  [ "$(wc -l <"$scratch/printed")" -eq 360001 ] || fail "check --all does not show all"
done
within 8 check --all --format json "$scratch/findings.map"
# 22,500 numbers on a page, of which hardly two are the same.
{ printf '\001\0\0\0\226\0\0\0\226\0\0\0'
  LC_ALL=C awk 'BEGIN { s = 1; for (i = 0; i < 90000; i++) { s = s * 16807 % 2147483647; printf "%c", 32 + s % 90 } }'; } >"$scratch/numbers.map"
for limit in 12 24; do
  for to in pdf png svg; do within $limit convert "$scratch/numbers.map" "$scratch/out.$to"; done
done
within 36 convert "$scratch/numbers.map" "$scratch/out.svg"
if [ "$code" -eq 0 ]; then # the plan fits, but not what cairo keeps of it
  within 36 convert "$scratch/numbers.map" "$scratch/out.pdf"
  grep -q 'limit-memory\|feature-absent' "$scratch/messages" || fail "a page that cairo has no room for: exit $code"
fi
for command in info check; do refused 8 $command /dev/zero; done
"$peak" "$scratch/peak" "$PORTOLAN" info --memory 8 - </dev/zero >/dev/null 2>"$scratch/messages"
read -r code most <"$scratch/peak"
{ [ "$code" -eq 3 ] && grep -q limit-memory "$scratch/messages" && [ "$most" -le $((16 * 1024)) ]; } || fail "standard input: exit $code, $most KiB"
[ $runs -ge 100 ] || fail "only $runs runs"
exit $failed
