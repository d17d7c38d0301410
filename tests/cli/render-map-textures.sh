# Textures of a terrain are also looked for in map_textures, where the engine keeps them, and not through a link out of there.
mkdir map outside && cp "$SAMPLES/permafrost/island.pfmap" map
cp "$SAMPLES"/permafrost/*.bmp outside
ln -s ../outside map/map_textures
portolan info map/island.pfmap | grep -c missing
rm map/map_textures && mv outside map/map_textures
portolan info map/island.pfmap | grep missing
portolan render --view top --size 64 map/island.pfmap top.png
portolan render --view top --size 64 "$SAMPLES/permafrost/island.pfmap" same.png
cmp top.png same.png
