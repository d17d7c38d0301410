# A dungeon becomes terrain that units can walk on, terrain becomes a mesh and a plan.
cp "$SAMPLES/gridmonger/lighthouse.gmm" "$SAMPLES/permafrost/island.pfmap" .
portolan convert lighthouse.gmm --level 2 dungeon.pfmap 2>&1
portolan check --profile engine dungeon.pfmap
portolan convert island.pfmap level.mpd 2>&1
portolan convert island.pfmap plan.gmm 2>&1
portolan convert level.mpd back.pfmap 2>&1 | grep -v beside
portolan info plan.gmm | grep -A3 '^levels'
