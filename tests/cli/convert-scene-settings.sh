cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan convert --weld --scale 128 two-fans.mpd --to obj - 2>/dev/null | grep -c '^v '
portolan convert --scale 128 two-fans.mpd --to obj - 2>/dev/null | sed -n 's/^v \(256.*\) 0.02.*/\1/p'
portolan convert --scale nothing two-fans.mpd a.glb
portolan convert --weld two-fans.mpd a.json
echo "exit $?"
ls
