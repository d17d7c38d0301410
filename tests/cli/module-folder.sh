# a folder that is a module is its level, with the title of its menu and all that lies beside it
mkdir -p walk.mod/gamedat empty out
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" walk.mod/gamedat/Level.MPD
printf 'Name: The_Short_Walk\nAfter: NONE\na: [NONE]\na: 0\na: F\nLeast: 1\nMost: 2\na: F\na: F\nRating: *\n:Two_steps,\n:_\n:_\n:_\n:_\n:_\n:_\n:_\n' >walk.mod/gamedat/menu.txt
printf 'Wall: 1 0 1 0 F F F\nReversed: 1 0 0 0 T T F\n' >walk.mod/gamedat/passage.txt
printf 'Bat: NONE 3 1.5 0.5 0 N 0 0 7 0 0 F F E\nMoth: NONE 3 2 0 0 N 0 0 0 0 0 F F E\n' >walk.mod/gamedat/spawn.txt
printf 'a: T\nNumber of Water Layers : abc\n' >walk.mod/gamedat/wawalite.txt
portolan info walk.mod | head -n 12
portolan check walk.mod/ --ignore file-missing
(cd walk.mod && portolan convert . ../out --to json && ls ../out)
portolan info empty
