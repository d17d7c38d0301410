# The extension of the output counts as in convert; the time is that of now unless one is given.
portolan new pfobj - --size 1 | head -n 3
portolan new mpd a.json --size 2x2 && head -n 3 a.json
before=$(date +%Y)
portolan new grmm a.gmm && portolan info a.gmm | grep -c "created *$before"
# Textures of what it becomes go beside it, whether or not it needs files itself.
portolan new -q grmm room.pfmap --size 2x2 --created '2026-01-02 03:04:05'; echo $?
ls
