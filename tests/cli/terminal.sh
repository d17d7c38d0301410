# colours and a progress line, on a terminal only, and no colours with NO_COLOR
cp "$GOLDEN/mpd/reject/type-64.mpd" a.mpd
cp a.mpd b.mpd
env -u NO_COLOR script -qc "$PORTOLAN check a.mpd b.mpd" /dev/null < /dev/null | tr -d '\r' | cat -v
script -qc "$PORTOLAN check a.mpd" /dev/null < /dev/null | tr -d '\r' | cat -v
