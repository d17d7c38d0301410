# a dungeon in three dimensions, and as a flat one; what is invented is said
portolan convert "$SAMPLES/gridmonger/lighthouse.gmm" a.obj
portolan convert --flat --arrange stack "$SAMPLES/gridmonger/lighthouse.gmm" b.obj
portolan convert --arrange heap "$SAMPLES/gridmonger/lighthouse.gmm" c.obj
portolan convert -q --levels side "$SAMPLES/gridmonger/lighthouse.gmm" side.glb # an older name
portolan convert -q --arrange side "$SAMPLES/gridmonger/lighthouse.gmm" - --to glb | cmp - side.glb && echo same
portolan convert --flat "$SAMPLES/gridmonger/lighthouse.gmm" d.gmm
echo "exit $?"
grep '^o ' a.obj b.obj
grep -c '^f ' a.obj b.obj
grep -A4 'newmtl glow' a.mtl
ls
