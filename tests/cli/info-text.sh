# a file alone means info
portolan "$GOLDEN/mpd/roundtrip/two-fans.mpd"
