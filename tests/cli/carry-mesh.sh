# A dungeon becomes a level one can walk in; what was kept, approximated, dropped and invented is said, and listed.
cp "$SOURCE/samples/gridmonger/lighthouse.gmm" .
portolan convert lighthouse.gmm level.mpd --losses ledger.json 2>&1
ls
grep -c '"path": "cells\[' ledger.json
sed -n '/"kept"/,$p' ledger.json
portolan convert lighthouse.gmm small.mpd --level 2 --cell 2 -q; portolan info small.mpd | grep -E 'width|height'; ls; cat passage.txt
portolan convert lighthouse.gmm no.mpd --cell 1; echo "exit $?"
portolan convert lighthouse.gmm no.mpd --cell 17; echo "exit $?"
portolan convert lighthouse.gmm no.mpd --level nowhere; echo "exit $?"
ls no.mpd 2>/dev/null
