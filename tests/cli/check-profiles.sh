cp "$GOLDEN/mpd/roundtrip/map-c.mpd" .
portolan check --profile engine map-c.mpd
portolan check --profile document map-c.mpd
