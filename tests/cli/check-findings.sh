cp "$GOLDEN/mpd/roundtrip/short-light.mpd" "$GOLDEN/mpd/accept/high-tile.mpd" .
portolan check short-light.mpd high-tile.mpd
