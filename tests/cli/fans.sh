printf 'Number of Fan Types: 1\n 0 Floor\n Vertices: 4\n Ref: 0 U: 0 V: 0\n Ref: 3 U: 1 V: 0\n Ref: 15 U: 1 V: 1\n Ref: 12 U: 0 V: 1\n Commands: 1\n Command Size: 4\n Vrt: 0\n Vrt: 1\n Vrt: 2\n Vrt: 3\n' > fans.txt
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan info --fans fans.txt two-fans.mpd | head -n 13
sed 's/Vrt: 3/Vrt: 4/' fans.txt > bad.txt
portolan info --fans bad.txt two-fans.mpd
