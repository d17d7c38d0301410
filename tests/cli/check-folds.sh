# six stale twists of eight fans: five are shown
cp "$SAMPLES/egoboo/gamedat/level.mpd" .
words=$((16 + 4 * 32 * 32))
printf '\021\021\021\021\021\021\021\021' | dd of=level.mpd bs=1 seek=$words conv=notrunc 2>/dev/null
portolan check level.mpd | grep -c 'mpd-twist'
portolan check level.mpd | grep 'and .* more'
portolan check --all level.mpd | grep -c 'mpd-twist'
# what was done about them is not folded among them
portolan check --fix --overwrite level.mpd | grep 'mpd-twist' | tail -n 2
