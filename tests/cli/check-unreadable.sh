cp "$GOLDEN/mpd/reject/cut-x.mpd" .
portolan check cut-x.mpd
