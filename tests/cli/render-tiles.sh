# Pictures of tiles, pixel by pixel.
size() { od -An -tu1 -j16 -N10 "$1" | tr -s ' '; } # width, height, depth and kind of a PNG
portolan render "$SAMPLES"/ppe/garden.xmf garden.png && size garden.png
portolan render --light --scale 2 "$SAMPLES"/ppe/garden.xmf light.png && size light.png
portolan convert --tileset "$SAMPLES"/ppe/garden.tga --tile 16x16 "$SAMPLES"/ppe/ground.map ground.png && size ground.png
portolan render --tileset "$SAMPLES"/ppe/garden.tga --tile 16x8 "$SAMPLES"/ppe/ground.map - | cksum
portolan render --crop 2,3,8,6 "$SAMPLES"/ppe/garden.xmf part.png && size part.png
portolan render --crop 2,3,8,6 "$SAMPLES"/ppe/ground.map ids.png && size ids.png
portolan render --tileset "$SAMPLES"/ppe/garden.tga "$SAMPLES"/ppe/ground.map none.png
echo "exit $?"
portolan render --tileset "$SAMPLES"/ppe/ground.map --tile 16x16 "$SAMPLES"/ppe/ground.map none.png
echo "exit $?"
portolan render --scale 65 "$SAMPLES"/ppe/garden.xmf none.png
echo "exit $?"
portolan convert --scale 2 "$SAMPLES"/ppe/garden.xmf none.map
echo "exit $?"
cp "$SAMPLES"/ppe/garden.xmf "$SAMPLES"/ppe/garden.tga .
cp "$SAMPLES"/ppe/ground.map .
portolan render garden.xmf half.png && size half.png
ls
