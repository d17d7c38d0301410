# Objects at the ends of what numbers can say, turned, drawn out and repeated: nothing to be seen there, and nothing goes wrong.
cp "$SAMPLES/egoboo/gamedat/tile0.bmp" .
for way in orthogonal isometric staggered hexagonal; do
  { printf '<map version="1.8" orientation="%s" width="2" height="1" tilewidth="16" tileheight="16" staggeraxis="y" staggerindex="odd" hexsidelength="999999">\n' $way
    printf '<tileset firstgid="1" name="s" tilewidth="16" tileheight="16" tilecount="4" columns="2"><image source="tile0.bmp"/></tileset>\n'
    printf '<layer id="1" name="tiles" width="2" height="1"><data encoding="csv">1,2684354563</data></layer>\n'
    printf '<imagelayer id="2" name="sky" offsetx="1e300" offsety="-1e300" repeatx="1" repeaty="1"><image source="tile0.bmp"/></imagelayer>\n'
    printf '<objectgroup id="3" name="things" offsetx="1e308" offsety="1e308">\n'
    printf '<object id="1" gid="1" x="1e308" y="-1e308" width="1e308" height="1e-308" rotation="1e308"/>\n'
    printf '<object id="2" gid="2" x="1e308" y="5" width="1e300" height="1e300"/></objectgroup>\n</map>\n'; } >$way.tmx
  portolan render $way.tmx $way.png; echo "$way $?"
done
