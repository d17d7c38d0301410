portolan info --json - < "$GOLDEN/mpd/roundtrip/map-b.mpd"
