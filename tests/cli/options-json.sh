# Facts as JSON from every command that prints some, of files that cannot be read, too; and errors alone.
portolan check --json "$GOLDEN/mpd/roundtrip/two-fans.mpd" >one && portolan check --format json "$GOLDEN/mpd/roundtrip/two-fans.mpd" | cmp - one && echo same
portolan check --json --format text x; echo $?
printf 'PK' >odd.bin
portolan info --json odd.bin missing.mpd; echo $?
portolan info -q "$GOLDEN/mpd/roundtrip/long-tail.mpd" | head -n 2
portolan check --quiet "$GOLDEN/mpd/roundtrip/long-tail.mpd"; echo $?
portolan convert -q --to obj "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.obj; echo $?
portolan convert -q --to obj "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.obj; echo $?
