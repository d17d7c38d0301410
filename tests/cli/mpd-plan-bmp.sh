# the plan of the game: four pixels a fan, and black where nothing is drawn
mkdir out
portolan convert "$SAMPLES/egoboo" out/level.mpd --plan-bmp
cmp "$SAMPLES/egoboo/gamedat/level.mpd" out/level.mpd
od -A d -t u4 -j 2 -N 4 out/plan.bmp
od -A d -t d4 -j 18 -N 8 out/plan.bmp
od -A d -t u1 -j 28 -N 1 out/plan.bmp
od -A d -t x1 -j $((54 + 384 * 127)) -N 3 out/plan.bmp
od -A d -t x1 -j $((54 + 384 * 63 + 3 * 56)) -N 12 out/plan.bmp
portolan convert "$SAMPLES/egoboo/gamedat/level.mpd" out/level.mpd --plan-bmp
portolan convert "$SAMPLES/egoboo" - --to mpd --plan-bmp | wc -c
cp "$SAMPLES/egoboo/gamedat/level.mpd" .
mkdir bare
portolan convert level.mpd bare/level.mpd --plan-bmp
portolan render "$SAMPLES/egoboo" ground.png --layers ground --size 128x128
od -A d -t x1 -j 16 -N 8 ground.png
