# a setting that JSON would ignore is refused
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan convert --target-version A two-fans.mpd a.json
echo "exit $?"
ls
