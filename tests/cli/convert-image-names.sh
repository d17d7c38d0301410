# Images whose names would be the same file keep both: wood.bmp is written as PNG, and disks may not tell letters apart.
sed -e 's/chest_wood.bmp/wood.bmp/' -e 's/chest_iron.bmp/WOOD.png/' "$SAMPLES/permafrost/models/chest.pfobj" > one.pfobj
cp "$SAMPLES/permafrost/models/chest_wood.bmp" wood.bmp
portolan render --size 8 "$SAMPLES/permafrost/models/flag.pfobj" WOOD.png
mkdir gltf obj
portolan convert one.pfobj gltf/one.gltf && grep '"uri"' gltf/one.gltf && LC_ALL=C ls gltf
portolan convert one.pfobj obj/one.obj && grep map_Kd obj/one.mtl && LC_ALL=C ls obj
cmp WOOD.png gltf/WOOD-2.png && cmp WOOD.png obj/WOOD-2.png
sed -e 's/chest_wood.bmp/wood.bmp/' -e 's/chest_iron.bmp/wood.bmp/' "$SAMPLES/permafrost/models/chest.pfobj" > two.pfobj
mkdir same
portolan convert two.pfobj same/two.gltf && LC_ALL=C ls same
