head -c 1500 "$SAMPLES/gridmonger/lighthouse.gmm" >cut.gmm
head -c 60 cut.gmm >stump.gmm
head -c 900 "$SAMPLES/permafrost/island.pfmap" >cut.pfmap
cp "$GOLDEN/mpd/reject/type-64.mpd" .
for file in cut.gmm stump.gmm cut.pfmap type-64.mpd; do
  portolan info $file
  portolan check --json $file >/dev/null
  portolan convert $file out.json
done
echo "only when there is use for it:" >&2
portolan info -q cut.gmm
portolan info --strict cut.gmm
portolan info --salvage -q cut.gmm | head -n 1
portolan info --lenient type-64.mpd | head -n 1
echo "where another command has the option:" >&2
portolan diff "$SAMPLES/gridmonger/lighthouse.gmm" cut.gmm
portolan merge cut.gmm cut.gmm cut.gmm -o out.gmm
portolan diff type-64.mpd type-64.mpd
portolan diff . cut.gmm
