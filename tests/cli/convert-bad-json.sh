portolan convert "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.json
sed 's/\[9, 70\]/[9, 70000]/' a.json > b.json
sed 's/"sizey": 1/"sizey": 2/' a.json > c.json
sed 's/"twist"/"twits"/' a.json > d.json
head -c 200 a.json > e.json
for name in b c d e; do portolan convert $name.json $name.mpd; done
ls *.mpd
