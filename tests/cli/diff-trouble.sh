cp "$SAMPLES/gridmonger/lighthouse.gmm" map.gmm
head -c 700 map.gmm >cut.gmm
portolan diff map.gmm "$SAMPLES/egoboo/gamedat/level.mpd"; echo "exit $?"
portolan diff map.gmm cut.gmm; echo "exit $?"
portolan diff cut.gmm map.gmm; echo "exit $?"
portolan diff map.gmm absent.gmm; echo "exit $?"
portolan diff map.gmm; echo "exit $?"
portolan diff - - <map.gmm; echo "exit $?"
portolan diff --stat --format json map.gmm map.gmm; echo "exit $?"
portolan merge absent.gmm map.gmm map.gmm -o out.gmm; echo "exit $?"
portolan merge map.gmm map.gmm cut.gmm -o out.gmm; echo "exit $?"
portolan merge map.gmm map.gmm; echo "exit $?"
portolan merge map.gmm map.gmm map.gmm --conflicts -; echo "exit $?"
portolan apply map.gmm map.gmm -o out.gmm; echo "exit $?"
ls
