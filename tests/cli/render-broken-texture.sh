# A texture that cannot be read is a warning and drawn in magenta and black, whatever its kind; a plain color is for those that are missing.
cp "$SAMPLES/permafrost/models/chest.pfobj" .
cp "$SAMPLES/permafrost/models/chest_iron.bmp" .
portolan render --size 64x48 chest.pfobj missing.png
printf 'BMjunk' > chest_wood.bmp
portolan render --size 64x48 chest.pfobj bmp.png
printf '\211PNG\r\n\032\njunk' > chest_wood.bmp
portolan render --size 64x48 chest.pfobj png.png
cmp bmp.png png.png && echo "both are drawn alike"
cmp -s bmp.png missing.png || echo "and unlike a missing one"
