# What a comparison says never takes the place of a file it reads, and every result has a place of its own.
cp "$SAMPLES/gridmonger/lighthouse.gmm" base.gmm
portolan convert -q base.gmm base.json
sed 's/"The Drowned Light"/"The Lamp"/' base.json >ours.json
portolan convert -q ours.json ours.gmm
portolan diff --format patch base.gmm ours.gmm -o patch.json
cp -r . ../kept; mv ../kept .
ln -s base.gmm link.gmm
run() { echo "-- $*"; portolan "$@"; echo "exit $?"; }
run diff base.gmm ours.gmm -o base.gmm --overwrite
run diff base.gmm ours.gmm -o link.gmm --overwrite
run diff base.gmm ours.gmm --picture ours.gmm --overwrite
run diff base.gmm ours.gmm -o both.png --picture both.png --overwrite
run diff base.gmm ours.gmm --picture -
run merge base.gmm base.gmm ours.gmm -o merged.gmm --picture link.gmm --overwrite
run merge base.gmm base.gmm ours.gmm -o merged.gmm --conflicts ours.gmm --overwrite
run merge base.gmm base.gmm ours.gmm -o merged.gmm --picture merged.gmm --overwrite
run merge base.gmm base.gmm ours.gmm --conflicts -
run apply patch.json base.gmm -o patch.json --overwrite
rm link.gmm
for file in kept/*; do cmp "$file" "${file#kept/}"; done
echo "-- a file may be replaced by what becomes of it"
portolan apply patch.json base.gmm -o base.gmm --overwrite && cmp base.gmm ours.gmm
portolan merge kept/base.gmm kept/base.gmm kept/ours.gmm -o kept/base.gmm --overwrite && cmp kept/base.gmm ours.gmm
ls
