portolan info --notes "$SAMPLES/gridmonger/lighthouse.gmm"
portolan info --notes "$SAMPLES/egoboo/gamedat/level.mpd"
echo "exit $?"
portolan info --notes --json "$SAMPLES/gridmonger/lighthouse.gmm"
