portolan info "$GOLDEN/mpd/roundtrip/map-a.mpd" "$GOLDEN/mpd/reject/type-64.mpd" "$GOLDEN/mpd/roundtrip/short-light.mpd"
