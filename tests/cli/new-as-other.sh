# The extension of the output counts as in convert; the time is that of now unless one is given.
portolan new pfobj - --size 1 | head -n 3
portolan new mpd a.json --size 2x2 && head -n 3 a.json
before=$(date +%Y)
portolan new grmm a.gmm && portolan info a.gmm | grep -c "created *$before"
