#!/usr/bin/env bash
# What --memory promises is what the system sees: a container of a few lines that names a map of four million cells
# is refused, and the tool has never had more memory than that and a few MiB for itself and its libraries.
set -euo pipefail
python=$(command -v /usr/bin/python3 || true)
[ "$python" ] || { echo "python3 is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
own=8 # MiB
{ printf '\001\0\0\0\320\007\0\0\320\007\0\0'; head -c 16000000 /dev/zero; } >"$scratch/ground.map"
cp "$SOURCE/samples/ppe/garden.tga" "$scratch"
printf 'Layer:Tile "ground" 0 16 16 2000 2000 {\n\tFile:MapData "ground.map"\n\tFile:TileSource "garden.tga" palShift=4 {\n' >"$scratch/garden.xmf"
printf '\t\tEmbed:TileInfo {\n\t\t\t0 0 "grass"\n\t\t}\n\t}\n}\n' >>"$scratch/garden.xmf"

peak() { # a command: its exit code, and the most memory it had, in KiB
  "$python" - "$@" <<'END'
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stderr=open(sys.argv[-1] + ".messages", "w")).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

failed=0
for limit in 4 16 30; do
  for to in png svg glb map; do
    read -r code most < <(peak "$PORTOLAN" convert --memory $limit "$scratch/garden.xmf" "$scratch/out.$to")
    if [ "$code" -ne 3 ] || ! grep -q 'limit-memory' "$scratch/out.$to.messages"; then
      echo "--memory $limit to $to: exit $code: $(cat "$scratch/out.$to.messages")"
      failed=1
    fi
    [ "$most" -le $(((limit + own) * 1024)) ] || { echo "--memory $limit to $to: $most KiB"; failed=1; }
    [ ! -e "$scratch/out.$to" ] || { echo "--memory $limit to $to: left something behind"; failed=1; }
  done
done
read -r code most < <(peak "$PORTOLAN" convert --memory 4 "$SOURCE/samples/ppe/garden.xmf" "$scratch/garden.png")
[ "$code" -eq 0 ] || { echo "a small one is refused, too: $(cat "$scratch/garden.png.messages")"; failed=1; }
exit $failed
