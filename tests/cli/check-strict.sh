cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" .
portolan check --strict long-tail.mpd
