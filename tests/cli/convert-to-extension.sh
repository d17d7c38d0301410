# A target is named by what its files end in, too: names made for it end so, and its form is the one that the ending stands for.
first() { head -c 1 "$1"; echo " $1"; }
portolan convert -q "$SAMPLES/gridmonger/lighthouse.gmm" maps/ --to tmj
portolan convert -q "$SAMPLES/gridmonger/lighthouse.gmm" named/ --to tmx --language json
portolan convert -q "$SAMPLES/permafrost/island.pfmap" - --to tmj | head -c 1; echo
portolan convert -q "$SAMPLES/permafrost/island.pfmap" island.txt --to tmj
portolan convert -q "$SAMPLES/ppe/ground.map" csv/ --to ppe.csv
for map in maps/*.tm* named/*.tm* island.txt csv/*; do first "$map"; done
