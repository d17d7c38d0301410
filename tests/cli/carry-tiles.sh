# A dungeon becomes tiles and what they mean; tiles become a plan by their logic, or by a list that somebody filled in.
cp "$SAMPLES/gridmonger/lighthouse.gmm" "$SAMPLES/ppe/ground.map" "$SAMPLES/ppe/garden.xmf" .
portolan convert lighthouse.gmm --level 2 dungeon.map 2>&1
portolan info dungeon.map | grep -E 'width|height|logic'
portolan convert dungeon.map plan.gmm --meaning logic 2>&1
portolan convert lighthouse.gmm --level 2 dungeon.xmf -q; portolan check --profile engine dungeon.xmf
portolan convert dungeon.xmf box.gmm --meaning logic -q; portolan info box.gmm | grep -A2 '^levels'
portolan info --meaning-template ground.map | tee list.txt
portolan convert ground.map level.mpd --meaning list.txt 2>&1
portolan convert garden.xmf island.pfmap --meaning list.txt -q; ls island.pfmap
portolan convert ground.map no.gmm; echo "exit $?"
echo '1 flor' >list.txt; portolan convert ground.map no.gmm --meaning list.txt; echo "exit $?"
portolan info --meaning-template lighthouse.gmm; echo "exit $?"
portolan info --meaning-template --json ground.map; echo "exit $?"
ls no.gmm 2>/dev/null
