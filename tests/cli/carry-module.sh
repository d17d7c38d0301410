# A dungeon becomes a whole module, or none of it.
cp "$SAMPLES/gridmonger/lighthouse.gmm" .
portolan convert lighthouse.gmm --level 2 light.mod 2>&1 | grep -v beside
ls light.mod/gamedat
cat light.mod/gamedat/menu.txt
grep -v Pack light.mod/gamedat/spawn.txt
portolan check --profile engine light.mod/gamedat/level.mpd light.mod/gamedat/passage.txt light.mod/gamedat/spawn.txt
portolan info light.mod/gamedat/level.mpd | sed -n '/^files/,$p'
portolan convert light.mod/gamedat/level.mpd back.gmm 2>&1
portolan convert lighthouse.gmm light.mod -q; echo "exit $?"
portolan convert lighthouse.gmm light.mod -q --overwrite; echo "exit $?"
portolan convert lighthouse.gmm no.mod --level nowhere -q; echo "exit $?"
portolan convert light.mod/gamedat/passage.txt no.mod; echo "exit $?"
portolan convert lighthouse.gmm lighthouse.gmm no.mod; echo "exit $?"
ls -d no.mod 2>/dev/null
