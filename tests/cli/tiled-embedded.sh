# Images that are inside of a map are drawn as those beside it; what is wrong with one is a warning.
cp "$SAMPLES/permafrost/grass.bmp" grass.bmp
map() { # image of the set, image of a collection
  echo '<map version="1.8" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">'
  echo "<tileset firstgid=\"1\" name=\"s\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"2\">$1</tileset>"
  echo "<tileset firstgid=\"9\" name=\"c\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"0\"><tile id=\"0\">$2</tile></tileset>"
  echo '<layer id="1" name="tiles" width="2" height="1"><data encoding="csv">2,9</data></layer></map>'
}
beside='<image source="grass.bmp"/>'
inside="<image format=\"bmp\"><data encoding=\"base64\">
$(base64 grass.bmp)
</data></image>"
map "$beside" "$beside" >beside.tmx
map "$inside" "$inside" >inside.tmx
portolan render -q beside.tmx beside.png && portolan render -q inside.tmx inside.png && cmp beside.png inside.png && echo alike
rm grass.bmp
map "$inside" '<image format="png"><data encoding="base64">iVBO*</data></image>' >broken.tmx
portolan render broken.tmx broken.png; echo "exit $?"
portolan render -q beside.tmx lost.png; echo "exit $?"
