# What was repaired is checked again: the exit code is that of the result, what remains is listed, and a sound file is not copied.
cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" a.mpd
portolan check --fix --overwrite -q a.mpd; echo "exit $?"
portolan check --fix -o b.mpd a.mpd | tail -n 1; echo "exit ${PIPESTATUS[0]}"; ls
printf '\177\177' | dd of=a.mpd bs=1 seek=16 conv=notrunc status=none
cat a.mpd a.mpd >c.mpd
portolan check --fix --overwrite c.mpd; echo "exit $?"
cat a.mpd a.mpd >c.mpd
portolan check --fix --overwrite --json c.mpd | sed -n '/repaired/,$p'
