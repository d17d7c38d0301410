cp "$GOLDEN/mpd/reject/type-64.mpd" .
portolan convert type-64.mpd a.json
echo "exit $?"
ls
