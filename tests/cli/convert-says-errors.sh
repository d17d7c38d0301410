# What check would call an error in the file that is written is said, whatever it is written from.
tower=$SAMPLES/gridmonger/lighthouse.gmm
portolan convert "$GOLDEN/grmm/accept/bad-links.gmm" links.gmm
portolan convert "$GOLDEN/pfobj/accept/bad-bounds.pfobj" bounds.pfobj
portolan convert --strict "$GOLDEN/pfobj/accept/bad-bounds.pfobj" strict.pfobj; echo $?
portolan convert -q "$tower" tower.json
sed 's/"zoom": [0-9]*/"zoom": 99/' tower.json >zoomed.json
portolan convert -q zoomed.json zoomed.gmm
portolan diff --format patch "$tower" zoomed.gmm -o patch.json; echo $?
portolan apply patch.json "$tower" -o patched.gmm; echo $?
portolan merge "$tower" "$tower" zoomed.gmm -o merged.gmm; echo $?
portolan apply -q patch.json "$tower" -o quiet.gmm; echo $?
cmp patched.gmm zoomed.gmm && ls
