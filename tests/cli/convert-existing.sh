echo precious > a.json
portolan convert "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.json
echo "exit $?"
cat a.json
portolan convert --overwrite "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.json
echo "exit $?"
head -n 2 a.json
