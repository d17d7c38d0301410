island=$SAMPLES/permafrost/island.pfmap
portolan info --memory 64K "$island"
portolan info --max-input 1K "$island"
portolan convert "$island" island.json && portolan info --max-depth 1 island.json
for bad in 0 x 1T 1KB 99999999999G -1 1000000000000000000000; do portolan info --memory $bad "$island"; done
portolan info --max-depth 4K "$island"
portolan info --memory 8M --max-input 512k --max-depth 9 "$island" | head -n 2
portolan new pfmap --memory 64K --heightmap "$GOLDEN/../pictures/island-heights.png" made.pfmap
portolan new pfmap --max-depth 9 made.pfmap
[ ! -e made.pfmap ]
