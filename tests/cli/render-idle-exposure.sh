# Plans on which no light falls refuse it; views of the ground take it.
portolan render "$SAMPLES/gridmonger/tower.gmm" tower.png --exposure 2; echo $?
portolan render -q "$SAMPLES/egoboo/gamedat/level.mpd" level.svg --exposure 2; echo $?
ls
