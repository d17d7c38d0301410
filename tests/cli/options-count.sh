# The last of a repeated option counts, and nothing is dropped for being too much.
map=$SAMPLES/gridmonger/lighthouse.gmm
portolan render --view plan --size 90 --size 40 "$map" last.png && portolan render --view plan --size 40 "$map" one.png && cmp last.png one.png
portolan convert --to json --to svg --level 2 --level 1 "$map" - | head -n 3 | grep -c '<title>Lighthouse – Lamp'
mkdir -p far $(seq -f 'd%g' 1 20)
cp "$SAMPLES/permafrost/models/chest.pfobj" far; cp "$SAMPLES/permafrost/models/"chest_*.bmp d20
portolan info $(seq -f '--textures d%g' 1 20) far/chest.pfobj | grep -c d20/chest
for i in $(seq 1 200); do cp "$SAMPLES/ppe/ground.map" "far/$i.map"; done
portolan check -j 150 far/*.map | grep -c ': fine$'
head -c 1500 "$map" >cut.gmm
portolan info $(yes -- '--dialect editor' | head -n 20) --salvage cut.gmm | grep title
