cp "$GOLDEN/mpd/reject/cut-x.mpd" .
portolan check --format json cut-x.mpd
