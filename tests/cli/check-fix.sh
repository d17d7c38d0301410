cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" a.mpd
portolan check --fix a.mpd
echo "exit $?"
portolan check --fix -o b.mpd a.mpd
echo "exit $?"
cmp b.mpd "$GOLDEN/mpd/roundtrip/two-fans.mpd" && echo same
portolan check --fix --overwrite a.mpd >/dev/null
cmp a.mpd b.mpd && echo same
ls
