portolan convert "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.xyz
echo "exit $?"
portolan convert --to xyz "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.xyz
echo "exit $?"
ls
