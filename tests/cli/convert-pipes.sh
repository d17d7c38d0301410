portolan convert --to json - - < "$GOLDEN/mpd/roundtrip/map-c.mpd" | tee a.json | portolan convert --from json --to mpd - - |
cmp - "$GOLDEN/mpd/roundtrip/map-c.mpd" && cat a.json
