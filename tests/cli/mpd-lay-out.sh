# types that were changed in JSON ask for vertices that are not there, until these are laid out anew
portolan convert "$GOLDEN/mpd/roundtrip/two-fans.mpd" two.json
sed 's/\[0, 41\]/[3, 41]/' two.json >more.json
portolan convert more.json more.mpd || echo refused
portolan convert more.json more.mpd --lay-out
portolan info more.mpd | grep vertices
