cp "$GOLDEN/mpd/reject/type-64.mpd" "$GOLDEN/mpd/reject/too-few-vertices.mpd" .
portolan check --lenient type-64.mpd too-few-vertices.mpd
