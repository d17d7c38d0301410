# --losses writes a file like any output, after the work: whole, never an input or an output, and none after a failure.
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" two.mpd
cp "$GOLDEN/mpd/reject/type-64.mpd" bad.mpd
lose() { portolan convert --target-version A --losses "$@" 2>said; echo "exit $?"; grep -v loss: said; }
lose l.json two.mpd a.mpd; head -n 2 l.json; cp l.json kept
lose l.json two.mpd b.mpd; ls b.mpd 2>/dev/null; cmp l.json kept
lose two.mpd two.mpd b.mpd
lose ./b.mpd two.mpd b.mpd
lose ./n.mpd --overwrite two.mpd n.mpd; portolan info n.mpd | grep format
ln two.mpd other; ln -s two.mpd link
for name in two.mpd other link b.mpd; do lose $name --overwrite two.mpd b.mpd; done
cmp two.mpd "$GOLDEN/mpd/roundtrip/two-fans.mpd"
lose new.json bad.mpd b.mpd; ls new.json b.mpd 2>/dev/null
lose l.json --overwrite bad.mpd b.mpd; cmp l.json kept
lose new.json bad.mpd two.mpd --to mpd out; grep -c '"file"' new.json; ls out
lose no/such/folder.json two.mpd b.mpd
lose - two.mpd c.mpd | head -n 2
lose - two.mpd - --to mpd
echo x >private.json; chmod 600 private.json
lose private.json --overwrite two.mpd d.mpd; stat -c %a private.json
ls
