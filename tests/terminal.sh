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

# A terminal that can do nothing gets text and nothing else.
unset NO_COLOR
(export TERM=dumb; on_terminal check a.mpd b.mpd) >"$scratch/said"
plain

# The line of progress fits, says count, rate and time left, and leaves nothing behind; --quiet leaves it out.
long=$(printf 'x%.0s' $(seq 1 150))
for i in 1 2 3; do cp a.mpd "$long$i.mpd"; done
{
  script -qc "stty cols 60; $PORTOLAN check -q $long*.mpd 2>&1 >/dev/null; $PORTOLAN check $long*.mpd 2>&1 >/dev/null" /dev/null </dev/null
  echo
} | tr '\r' '\n' | sed -n 's/^\x1b\[K//p' >"$scratch/lines"
grep -qE '^2/3 x+\.\.\., [0-9.]+/s, [0-9]+:[0-9]{2} left$' "$scratch/lines" || { cat "$scratch/lines"; echo "no count, rate and time left"; exit 1; }
[ "$(grep -c '^1/3 ' "$scratch/lines")" -eq 1 ] || { echo "--quiet shows progress, or nothing does"; exit 1; }
if grep -E '^[0-9]+/3 .{57,}$' "$scratch/lines"; then echo "progress is wider than the terminal"; exit 1; fi
[ -z "$(tail -n 1 "$scratch/lines")" ] || { echo "the last line of progress stays"; exit 1; }

# A picture is not written to a terminal; text is.
cp "$SOURCE/samples/gridmonger/lighthouse.gmm" .
script -qec "$PORTOLAN render lighthouse.gmm -" /dev/null </dev/null >"$scratch/said" && { echo "a picture on a terminal"; exit 1; }
grep -q 'not written to a terminal' "$scratch/said"
if grep -q PNG "$scratch/said"; then echo "a picture on a terminal"; exit 1; fi
script -qec "$PORTOLAN convert -q --to svg lighthouse.gmm -" /dev/null </dev/null | grep -q '</svg>'
"$PORTOLAN" convert -q --rename 1=Lantern lighthouse.gmm lantern.gmm
"$PORTOLAN" diff --format patch -o patch.json lighthouse.gmm lantern.gmm && exit 1
for words in "apply patch.json lighthouse.gmm" "merge lighthouse.gmm lighthouse.gmm lantern.gmm"; do
  script -qec "$PORTOLAN $words" /dev/null </dev/null >"$scratch/said" && { echo "bytes on a terminal: $words"; exit 1; }
  grep -q 'not written to a terminal' "$scratch/said" && ! grep -q RIFF "$scratch/said"
done

for out in /dev/stdout /dev/tty; do # by another name
  script -qec "$PORTOLAN render --overwrite --to png --size 20 lighthouse.gmm $out" /dev/null </dev/null >"$scratch/said" && { echo "a picture on a terminal: $out"; exit 1; }
  grep -q 'not written to a terminal' "$scratch/said"
  if grep -q PNG "$scratch/said"; then echo "a picture on a terminal: $out"; exit 1; fi
done
for out in - /dev/tty; do
  script -qec "$PORTOLAN check --fix --overwrite -o $out $SOURCE/tests/golden/mpd/roundtrip/long-tail.mpd" /dev/null </dev/null >"$scratch/said" && { echo "bytes on a terminal: check -o $out"; exit 1; }
  grep -q 'not written to a terminal' "$scratch/said" || { cat -v "$scratch/said"; echo "bytes on a terminal: check -o $out"; exit 1; }
  if grep -q MapD "$scratch/said"; then echo "bytes on a terminal: check -o $out"; exit 1; fi
done

# A damaged file that --salvage can read says so on a terminal, too; one that it cannot does not.
head -c 1500 lighthouse.gmm >cut.gmm
head -c 40 lighthouse.gmm >stump.gmm
for command in info check "convert --to json"; do
  case $command in convert*) out=out.json ;; *) out= ;; esac
  on_terminal "$command" cut.gmm $out >"$scratch/said"
  grep -q '^cut.gmm: --salvage recovers what is intact$' "$scratch/said" || { cat "$scratch/said"; echo "no word of --salvage"; exit 1; }
done
on_terminal info --salvage cut.gmm | grep -q 'The Drowned Light'
if on_terminal info stump.gmm a.mpd | grep -e --salvage; then echo "--salvage cannot help there"; exit 1; fi
