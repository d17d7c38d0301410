# which tiles go where on a level made of heights; and rules that cannot be read
portolan render "$SAMPLES/egoboo/gamedat/level.mpd" heights.png --to heightmap --per-tile 1 -q
cat >rules.txt <<'RULES'
// the sea, cliffs, roofs
below 60 tile 3 effects water,noreflect

steeper 100 tile 9 effects wall,impass
above 300 flatter 20 tile 70 big // the first that fits
above 650 off effects none
RULES
portolan new mpd hills.mpd --heightmap heights.png --relief 700 --tile-rules rules.txt
portolan info hills.mpd | grep -E '^(types|effects|textures|  +(0|32) )'
for rule in below 'below x tile 1' 'below nan tile 1' 'tile 256' 'tile 1 effects fire' 'above 3' nonsense 'tile 1 effects' '"%s' ; do
  printf '\n%s\n' "$rule" >bad.txt
  portolan new mpd bad.mpd --heightmap heights.png --tile-rules bad.txt
done
: >empty.txt
portolan new mpd plain.mpd --heightmap heights.png --relief 700 --overwrite
portolan new mpd empty.mpd --heightmap heights.png --relief 700 --tile-rules empty.txt --overwrite
cmp plain.mpd empty.mpd
portolan new mpd flat.mpd --tile-rules rules.txt
portolan convert "$SAMPLES/gridmonger/lighthouse.gmm" cave.mpd --tile-rules rules.txt; echo "exit $?"
