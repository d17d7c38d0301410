cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan convert two-fans.mpd two.obj && cat two.obj two.mtl
portolan convert two-fans.mpd --to obj - | head -n 2
