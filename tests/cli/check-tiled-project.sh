# Sets above the folder of a map are found inside of a project of Tiled's, and nowhere else.
mkdir -p game/maps/east game/tilesets outside
cat > game/tilesets/s.tsx <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="s" tilewidth="8" tileheight="8" tilecount="16" columns="4">
 <image source="s.png" width="32" height="32"/>
</tileset>
X
cp game/tilesets/s.tsx outside/o.tsx
map() { # source of the set, cell
  cat <<X
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="1" height="1" tilewidth="8" tileheight="8" infinite="0" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" source="$1"/>
 <layer id="1" name="l" width="1" height="1">
  <data encoding="csv">
$2
</data>
 </layer>
</map>
X
}
map ../../tilesets/s.tsx 1 > game/maps/east/a.tmx
map ../../tilesets/s.tsx 17 > game/maps/east/past.tmx
map ../../../outside/o.tsx 1 > game/maps/east/out.tmx
portolan check game/maps/east/a.tmx
echo '{}' > game/game.tiled-project
portolan check game/maps/east/a.tmx game/maps/east/past.tmx game/maps/east/out.tmx
# What a map names beside itself is not looked for above.
: > game/s.png
sed 's|<tileset .*|<tileset firstgid="1" name="s" tilewidth="8" tileheight="8" tilecount="16" columns="4"><image source="s.png" width="32" height="32"/></tileset>|' game/maps/east/a.tmx > game/maps/east/own.tmx
portolan check game/maps/east/own.tmx
