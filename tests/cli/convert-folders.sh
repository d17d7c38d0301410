mkdir -p in/deep in/.hidden
cp "$GOLDEN"/mpd/roundtrip/two-fans.mpd in/one.mpd
cp "$GOLDEN"/mpd/roundtrip/map-a.mpd in/deep/two.mpd
cp "$GOLDEN"/mpd/roundtrip/map-a.mpd in/.hidden/three.mpd
cp "$GOLDEN"/mpd/reject/type-64.mpd in/bad.mpd
echo "not a map" > in/notes.txt
portolan convert -r -j 4 --to json in out
echo "exit $?"
find out -type f | sort
portolan convert --to mpd out/one.json out/deep/two.json flat
find flat -type f | sort
cmp flat/one.mpd in/one.mpd
