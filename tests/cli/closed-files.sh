cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan convert two-fans.mpd a.glb --losses losses.json 2>&-
echo "exit $?"
head -n 1 losses.json
portolan convert two-fans.mpd a.json 2>&- >&-
echo "exit $?"
portolan convert a.json back.mpd <&- >&- 2>&-
cmp two-fans.mpd back.mpd && echo "the same bytes"
portolan convert no.mpd b.json 2>&-
echo "exit $?"
ls
[ ! -w /dev/full ] || { portolan --version >/dev/full; echo "exit $?"; }
[ ! -w /dev/full ] || { portolan --help >/dev/full; echo "exit $?"; }
