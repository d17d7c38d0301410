cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan convert --target-version A --losses lost.json two-fans.mpd a.mpd
echo "exit $?"
cat lost.json
portolan convert --target-version D a.mpd b.mpd
portolan convert --target-version Q a.mpd c.mpd
