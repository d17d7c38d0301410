# Files a container names: found beside it and in given folders, never outside of them.
mkdir -p game/assets/tiles elsewhere
cp "$SAMPLES"/ppe/ground.map game/assets
cp "$SAMPLES"/ppe/garden.tga game/assets/tiles
cat >game/assets/box.xmf <<'BOX'
Layer:Tile "ground" 0 16 16 28 20 {
	File:MapData "%PATH%/assets/ground.map"
	File:TileSource "..\\assets\\tiles\\garden.tga" palShift=4
}
Layer:Tile "again" 1 16 16 28 20 {
	Shared:MapData 0
}
Layer:Tile "secret" 2 16 16 28 20 {
	File:MapData "../../elsewhere/secret.map"
}
BOX
cp "$SAMPLES"/ppe/ground.map elsewhere/secret.map
portolan info game/assets/box.xmf
portolan convert game/assets/box.xmf out.map && cmp out.map "$SAMPLES"/ppe/ground.map && echo "out of a file: the same"
portolan convert --layer 1 game/assets/box.xmf shared.map && cmp shared.map out.map && echo "shared: the same"
portolan convert --layer 2 game/assets/box.xmf none.map
echo "exit $?"
portolan convert --layer 2 --textures . game/assets/box.xmf some.map && echo "given its folder: found"
portolan convert --map out.map --layer 0 game/assets/box.xmf whole.xmf
portolan convert whole.xmf whole.map && cmp whole.map out.map && echo "embedded with its sections: the same"
portolan check --profile engine whole.xmf
echo "exit $?"
