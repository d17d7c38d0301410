cp "$SAMPLES/gridmonger/lighthouse.gmm" base.gmm
portolan convert -q base.gmm base.json
sed 's/"The Drowned Light"/"The Lamp"/; s/"the lamp"/"a lamp"/' base.json >ours.json
sed 's/"The Drowned Light"/"The Light"/; s/"Sea cave"/"Grotto"/' base.json >theirs.json
portolan convert -q ours.json ours.gmm
portolan convert -q theirs.json theirs.gmm
portolan merge base.gmm ours.gmm theirs.gmm -o merged.gmm --conflicts -; echo "exit $?"
portolan diff base.gmm merged.gmm
portolan merge -q base.gmm ours.gmm theirs.gmm -o merged.gmm --prefer theirs --overwrite; echo "exit $?"
portolan diff base.gmm merged.gmm
portolan merge base.gmm ours.gmm base.gmm -o same.gmm; echo "exit $?"
cmp same.gmm ours.gmm
portolan diff --format patch base.gmm ours.gmm -o patch.json; echo "exit $?"
portolan apply patch.json base.gmm -o again.gmm; echo "exit $?"
cmp again.gmm ours.gmm
portolan apply patch.json theirs.gmm -o never.gmm; echo "exit $?"
portolan apply patch.json base.gmm -o again.gmm; echo "exit $?"
ls
