#!/usr/bin/env bash
# What Tiled itself says: our maps come back from it as the same bytes, either language is what it would
# write, and pictures of maps are those that its tmxrasterizer makes. Skipped where it is not installed.
set -u
for program in tiled tmxrasterizer; do command -v $program >/dev/null || { echo "skipped: no $program"; exit 77; }; done
compare=$1 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME=$scratch/config XDG_RUNTIME_DIR=$scratch/run
mkdir -m 700 "$scratch/config" "$scratch/run"
cd "$scratch" || exit 1

fail() { echo "$1"; failed=1; }
by_tiled() { timeout 60 "$@" >/dev/null 2>&1; } # a damaged file makes it hang

set_of() { # first gid, margin, spacing
  echo " <tileset firstgid=\"$1\" name=\"s$1\" tilewidth=\"8\" tileheight=\"8\"$2 tilecount=\"16\" columns=\"4\">"
  echo "  <image source=\"sheet$1.png\" width=\"$3\" height=\"$3\"/>"
  echo " </tileset>"
}
layer() { # id, attributes, cells
  printf ' <layer id="%s" name="l%s" width="4" height="2"%s>\n  <data encoding="csv">\n%s\n</data>\n </layer>\n' "$1" "$1" "$2" "$3"
}
map() { # layers on standard input
  echo '<?xml version="1.0" encoding="UTF-8"?>'
  echo '<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="4" height="2" tilewidth="8" tileheight="8" infinite="0" nextlayerid="9" nextobjectid="9">'
  set_of 1 "" 32
  set_of 17 ' spacing="2" margin="1"' 40
  cat
  echo '</map>'
}

# Sheets in which no two pixels are alike; the second has some that let look through.
/usr/bin/python3 - <<'PY' || exit 77
import struct, zlib
def png(name, size, pixel):
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(size)) for y in range(size))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) +
                           chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
png("sheet1.png", 32, lambda x, y: (x * 8, y * 8, (x * y) % 256, 255))
png("sheet17.png", 40, lambda x, y: (x * 37 % 256, y * 71 % 256, x * y % 256, (255, 90, 0)[(x // 3 + y // 5) % 3]))
PY

turns=$'1,2147483650,1073741827,536870916,\n3221225477,2684354566,1610612743,3758096392'
some=$'9,0,10,0,\n0,2147483659,0,12'
clear=$'17,2147483666,0,536870931,\n0,20,1073741845,22'
{ layer 1 "" "$turns"; } | map >turns.tmx
{ layer 1 "" "$turns"; layer 2 "" "$clear"; } | map >clear.tmx
{ layer 1 "" "$turns"; layer 2 ' opacity="0.5"' "$some"; layer 3 ' opacity="0.3"' "$some"; } | map >opacity.tmx
{ layer 1 "" "$turns"; layer 2 ' opacity="0.37"' "$clear"; layer 3 "" "$clear"; } | map >veil.tmx
{ layer 1 ' tintcolor="#804020"' "$turns"; layer 2 ' tintcolor="#c0ff33"' "$some"; } | map >tint.tmx
{ layer 1 "" "$turns"; layer 2 ' opacity="0.7" tintcolor="#804020"' "$some"; } | map >both.tmx
{ layer 1 "" "$turns"; layer 2 ' tintcolor="#804020"' "$clear"; layer 3 ' opacity="0.6" tintcolor="#20c0ff"' "$clear"; } | map >cleartint.tmx
{ layer 1 "" "$turns"; layer 2 ' offsetx="5" offsety="-3"' "$some"; layer 3 ' offsetx="1" offsety="2"' "$some"; } | map >offset.tmx
{ layer 1 "" "$turns"; layer 2 ' visible="0"' "$some"; } | map >hidden.tmx

# Tiles of other sizes than the cells stand on the lower left corner of their cell, turned and moved, one over another in
# the order of the map; how many are in a row is what the image says, and an image of a collection is as large as it is.
sets() { # sets instead of the usual ones: the layers on standard input
  map | sed '/<tileset/,/<\/tileset>/d' | awk -v sets="$1" '/<map/ { print; printf "%s", sets; next } 1'
}
large=' <tileset firstgid="1" name="large" tilewidth="14" tileheight="18" tilecount="2" columns="2">
  <tileoffset x="3" y="-2"/>
  <image source="sheet1.png" width="32" height="32"/>
 </tileset>
'
small=' <tileset firstgid="1" name="small" tilewidth="5" tileheight="4" spacing="1" margin="2" tilecount="40" columns="9">
  <image source="sheet1.png" trans="#282800" width="99" height="99"/>
 </tileset>
'
whole=' <tileset firstgid="1" name="whole" tilewidth="40" tileheight="40" tilecount="2" columns="0">
  <tile id="0">
   <image source="sheet1.png"/>
  </tile>
  <tile id="3">
   <image width="8" height="8" source="sheet17.png"/>
  </tile>
 </tileset>
'
{ layer 1 "" $'1,2147483650,1073741825,536870914,\n3221225473,2684354562,1610612737,3758096386'; } | sets "$large" >large.tmx
sed 's/right-down/left-up/' large.tmx >leftup.tmx
sed 's/right-down/right-up/' large.tmx >rightup.tmx
{ layer 1 "" $'1,2,3,9,\n536870921,12,23,1073741836'; } | sets "$small" >small.tmx
{ layer 1 "" $'0,0,0,0,\n1,0,0,0'; layer 2 "" $'0,0,0,0,\n0,4,0,0'; } | sets "$whole" >whole.tmx
# Offsets of layers that are hidden, or not of tiles, make the picture larger, too.
{ layer 1 "" "$turns"; layer 2 ' visible="0" offsetx="-7" offsety="4"' "$some"; echo ' <objectgroup id="3" name="o" offsetx="2.5" offsety="-1.2"/>'; } | map >margins.tmx

# Objects that are tiles, between layers, turned and larger than they are; images of layers, repeated, too; both in groups.
object() { echo "  <object id=\"$1\" gid=\"$2\" $3/>"; }
things() { # attributes of the layer of objects
  layer 1 "" "$turns"
  echo " <objectgroup id=\"2\" name=\"o\"$1>"
  object 1 3 'x="5" y="14" width="8" height="8"'
  object 2 2147483655 'x="3" y="12" width="8" height="8"'
  object 3 1073741837 'x="20" y="9"'
  object 4 536870920 'x="12" y="11" width="8" height="8"'
  object 8 12 'x="12.4" y="15.5" width="8" height="8"'
  object 5 9 'x="16" y="16" width="16" height="16"'
  object 6 10 'x="28" y="8" width="8" height="8" rotation="90"'
  object 7 11 'x="9" y="10" width="8" height="8" rotation="-90" visible="0"'
  echo ' </objectgroup>'
  layer 3 "" "$some"
}
things "" | map >objects.tmx
things ' opacity="0.6" tintcolor="#80c0ff" offsetx="3" offsety="1.2" draworder="index"' | map >looked.tmx
things "" | sets ' <tileset firstgid="1" name="s1" tilewidth="8" tileheight="8" tilecount="16" columns="4" objectalignment="center">
  <tileoffset x="2" y="-3"/>
  <image source="sheet1.png" width="32" height="32"/>
 </tileset>
' >aligned.tmx
shown() { # id, attributes, sheet
  echo " <imagelayer id=\"$1\" name=\"i$1\"$2><image source=\"sheet${3:-17}.png\" width=\"40\" height=\"40\"/></imagelayer>"
}
{ shown 6 ' repeatx="1" repeaty="1" offsetx="0" offsety="0"' 1; shown 1 ' offsetx="-9" offsety="2"'; layer 2 "" "$some"; shown 3 ' offsetx="11" opacity="0.4" tintcolor="#ff8040"'
  echo ' <group id="4" name="g" offsetx="2" offsety="3">'; shown 5 ' repeatx="1" offsetx="-1" offsety="9"'; echo ' </group>'; } | map >images.tmx
{ shown 1 "" 1; } | map >nothing.tmx
{ layer 1 "" $'0,0,0,0,\n0,0,0,0'; layer 2 ' offsetx="3" offsety="5"' $'0,0,0,0,\n0,0,0,0'; } | sets "" >bare.tmx
{ layer 1 ' visible="0"' "$turns"; echo ' <objectgroup id="2" name="o"/>'; } | map >unseen.tmx
{ echo ' <group id="1" name="g"/>'; } | map | sed 's/infinite="0"/infinite="1"/' >void.tmx
sed '1,/columns="4">/s,columns="4">,&\n  <tile id="0"><animation><frame tileid="5" duration="9"/></animation></tile>,' turns.tmx >frames.tmx

# Cells that do not lie in rows; tiles are larger, and turned by sixths in hexagonal maps.
six=' <tileset firstgid="1" name="six" tilewidth="10" tileheight="14" tilecount="6" columns="3">
  <tileoffset x="1" y="-2"/>
  <image source="sheet1.png" width="32" height="32"/>
 </tileset>
'
lying() { # attributes of the map, cells of the upper layer
  { layer 1 "" $'1,2,3,4,\n5,6,2147483649,1073741826'; layer 2 ' offsetx="3" opacity="0.5"' "$2"; } |
    sets "$six" | sed "s/orientation=\"orthogonal\"/$1/; s/tilewidth=\"8\" tileheight=\"8\" infinite/tilewidth=\"14\" tileheight=\"8\" infinite/"
}
swapped=$'0,536870913,0,3758096386,\n2684354563,0,1610612740,0'
sixths=$'0,536870913,0,268435458,\n805306371,0,2952790020,0'
lying 'orientation="isometric"' "$swapped" >diamond.tmx
for axis in x y; do for index in odd even; do
  lying "orientation=\"staggered\" staggeraxis=\"$axis\" staggerindex=\"$index\"" "$swapped" >staggered-$axis-$index.tmx
  lying "orientation=\"hexagonal\" hexsidelength=\"4\" staggeraxis=\"$axis\" staggerindex=\"$index\"" "$sixths" >hexagonal-$axis-$index.tmx
done; done
for map in diamond staggered-{x,y}-odd hexagonal-{x,y}-even; do sed 's/right-down/left-up/' "$map.tmx" >"$map-back.tmx"; done

for map in turns clear opacity veil tint both cleartint offset hidden large leftup rightup small whole margins objects looked aligned \
  images nothing bare unseen void frames diamond staggered-{x,y}-{odd,even} hexagonal-{x,y}-{odd,even} \
  diamond-back staggered-{x,y}-odd-back hexagonal-{x,y}-even-back; do
  by_tiled tmxrasterizer --scale 1 --no-smoothing "$map.tmx" "$map.want.png" || fail "Tiled does not draw $map"
  "$PORTOLAN" render -q "$map.tmx" "$map.png" || fail "not drawn: $map"
  "$compare" "$map.want.png" "$map.png" || fail "another picture: $map"
done

for map in turns opacity offset; do
  "$PORTOLAN" convert -q $map.tmx $map.tmj || fail "not turned: $map"
  by_tiled tiled --export-map json "$scratch/$map.tmx" "$scratch/$map.want.tmj" || fail "Tiled does not write $map"
  cmp $map.want.tmj $map.tmj || fail "other JSON: $map"
  for coding in csv base64 zlib gzip zstd; do
    "$PORTOLAN" convert -q --overwrite --coding $coding $map.tmx coded.tmx || fail "not coded: $map $coding"
    by_tiled tiled --export-map tmx coded.tmx back.tmx || fail "Tiled does not read $map $coding"
    "$PORTOLAN" convert -q --overwrite --coding csv back.tmx plain.tmx
    cmp $map.tmx plain.tmx || fail "other cells: $map $coding"
  done
done
exit $failed
