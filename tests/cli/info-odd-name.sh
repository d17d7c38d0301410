# a name that would play tricks on a terminal
cp "$GOLDEN/mpd/reject/type-64.mpd" "$(printf 'a\033[31mb\nc.mpd')"
portolan info a*
