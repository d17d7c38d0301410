# what the newest engine does with a level, with and without what lies beside it
mkdir -p a.mod/gamedat b.mod/gamedat
cp "$SOURCE"/samples/egoboo/gamedat/* a.mod/gamedat
portolan check --profile engine a.mod
rm a.mod/gamedat/wawalite.txt
portolan check --profile engine a.mod
portolan convert a.mod b.mod/gamedat/level.mpd --target-version B -q
portolan check --profile engine b.mod/gamedat/level.mpd
portolan check --profile engine --json b.mod/gamedat/level.mpd | grep verdict
head -c 60 a.mod/gamedat/level.mpd >cut.mpd
portolan check --profile engine cut.mpd
