cp "$GOLDEN/mpd/roundtrip/map-a.mpd" ./--json
portolan check -- --json
