# What two sides make together is kept only if it can be read as they were: here one has fans for which the other lacks vertices.
portolan convert -q "$GOLDEN/mpd/roundtrip/two-fans.mpd" base.mpd --target-version B
portolan convert -q base.mpd ours.mpd --target-version C
cp base.mpd theirs.mpd
printf '\004' | dd of=theirs.mpd bs=1 seek=19 conv=notrunc status=none
portolan merge -q base.mpd ours.mpd theirs.mpd -o merged.mpd; echo "exit $?"
portolan merge base.mpd ours.mpd theirs.mpd -o told.mpd
cmp merged.mpd ours.mpd
