cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.mpd
portolan convert a.mpd a.mpd
