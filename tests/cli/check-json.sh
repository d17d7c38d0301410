cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" .
portolan check --format json long-tail.mpd
