# A container from a picture looks like the picture; one from maps has a layer for each.
portolan render -q "$SAMPLES"/ppe/garden.xmf level.png
portolan new xmf box.xmf --tiles-from level.png --tile 16x16 --title Garden
portolan info box.xmf
portolan check --profile engine box.xmf
portolan render -q box.xmf again.png
portolan new xmf twice.xmf --tiles-from again.png --tile 8
echo "exit $? without a place for its sheet"
mkdir other
portolan new xmf other/twice.xmf --tiles-from again.png --tile 16 --title Garden
cmp box.xmf other/twice.xmf && cmp tiles.tga other/tiles.tga && echo "the same again"
portolan new xmf maps.xmf --map-from "$SAMPLES"/ppe/ground.map --map-from "$GOLDEN"/ppe/roundtrip/new-cells.map --tile 16
portolan info maps.xmf
portolan new xmf bad.xmf --tiles-from level.png --tile 30
echo "exit $?"
portolan new xmf bad.xmf --tiles-from level.png --size 4
echo "exit $?"
