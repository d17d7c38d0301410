# dungeons of generators, and drawn ones, become maps; what is left out is said
drawn="$SAMPLES/../tests/dungeons"
for file in cellar.txt hall.tsv onepage.json generated.json; do
    portolan convert "$drawn/$file" "${file%.*}.gmm"
    portolan check "${file%.*}.gmm"
    portolan info "${file%.*}.gmm" | tail -n +2
    portolan convert "${file%.*}.gmm" - --to notes.md
    portolan convert "${file%.*}.gmm" - --to json | sed -n '/"floor"/,/"wall_west"/p'
done
portolan info "$drawn/onepage.json"
portolan convert "$drawn/onepage.json" out.json -q
portolan convert onepage.gmm - --to json | cmp - out.json
portolan render "$drawn/cellar.txt" straight.svg -q
portolan render cellar.gmm over.svg -q
cmp straight.svg over.svg
portolan convert "$drawn/cellar.txt" maps --to tmx -q
ls maps | grep -v grmm
portolan convert "$drawn/hall.tsv" out.gmm --from drawing
portolan convert "$drawn/cellar.txt" two.gmm --levels well -q
portolan info two.gmm | grep levels
echo '{"cell_bit": {}, "cells": [[2, "x"]]}' >bad.json
portolan convert bad.json no.gmm
echo "exit $?"
ls
