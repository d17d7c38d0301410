# Findings by rule: only some, or all but some; what is left out does not count. A name that is none gets a suggestion; so do extensions.
cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" a.mpd
portolan check a.mpd; echo $?
portolan check a.mpd --ignore trailing-bytes,file-missing; echo $?
portolan check a.mpd --only file-missing; echo $?
portolan check a.mpd --only file-missing --ignore file-missing --json | grep -c '"rule"'
head -c 20 a.mpd >cut.mpd
portolan check cut.mpd --ignore truncated; echo $?
for rules in file-mising trailing-bytes,mpd-blok 'trailing-bytes,' ''; do portolan check a.mpd --ignore "$rules"; echo $?; done
portolan check a.mpd --only trailing; echo $?
portolan check a.mpd --fix --output b.mpd --ignore trailing-bytes; echo $?
portolan help file-missing
portolan help range && portolan help rnge; echo $?
portolan help --man file-missing; echo $?
portolan convert a.mpd b.glbb; portolan render a.mpd b.pgn; portolan convert a.mpd b.; portolan convert a.mpd nothing; echo $?
