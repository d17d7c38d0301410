# --level takes the numbers that info prints, names, or a list of both; and the shape of info is that of every format.
map=$SAMPLES/gridmonger/lighthouse.gmm
portolan info "$map" | grep -A 4 '^levels'
for level in 1 3 ground 3,1 1,cave 0 4 1,attic; do
  portolan convert -q --level $level --pages each "$map" $level.svg && cat $level*.svg | sed -n 's/^<title>\(.*\)<.*/\1/p' | paste -sd'|'
done
for file in "$map" "$SAMPLES/egoboo/gamedat/level.mpd" "$SAMPLES/permafrost/island.pfmap" "$SAMPLES/permafrost/models/chest.pfobj" "$SAMPLES/ppe/garden.xmf" \
  "$SAMPLES/ppe/ground.map"; do
  portolan info --json "$file" | grep -A 2 '"facts"' | tail -n 2
done
