# Names that mean something in OBJ arrive whole, and what changed is said; files beside an output are found whatever it is called.
sed -e 's/^material Wood.*/material Wo#od\\/' -e 's/^material Iron.*/material Wo_od_/' "$SAMPLES/permafrost/models/chest.pfobj" > chest.pfobj
cp "$SAMPLES/permafrost/models/"chest_*.bmp .
grep -a '\\$' chest.pfobj
portolan convert chest.pfobj 'a #b.obj' && grep -aE '^(mtllib|usemtl)' 'a #b.obj' && grep newmtl 'a _b.mtl'
portolan convert 'a #b.obj' back.pfobj && portolan info back.pfobj | grep -A 2 -E 'triangles|materials'
portolan convert chest.pfobj 'a #%20b.gltf' && grep -o '"uri": "[^"]*"' 'a #%20b.gltf'
portolan convert 'a #%20b.gltf' again.pfobj && portolan info again.pfobj | grep triangles
