portolan convert "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.json &&
portolan convert a.json a.mpd && cmp a.mpd "$GOLDEN/mpd/roundtrip/two-fans.mpd" && ls
