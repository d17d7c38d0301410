cp -r "$SAMPLES/egoboo/gamedat" .
portolan check gamedat/level.mpd
