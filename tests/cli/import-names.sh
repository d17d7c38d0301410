# Names of images come from the file, and so do their bytes: neither makes a file that systems obey.
pixel=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNITEoGAAJYASeZ2x1RAAAAAElFTkSuQmCC
script=IyEvYmluL3NoCmVjaG8gcHduZWQK
while read -r bytes name; do
  mkdir case && cd case || exit
  sed "s#BYTES#$bytes#; s#NAME#$name#" >in.gltf <<'END'
{ "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
  "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] }],
  "materials": [{ "name": "m", "pbrMetallicRoughness": { "metallicFactor": 0, "roughnessFactor": 1, "baseColorTexture": { "index": 0 } } }],
  "textures": [{ "source": 0 }], "images": [{ "uri": "data:image/png;base64,BYTES", "name": "NAME" }],
  "accessors": [{ "componentType": 5126, "count": 3, "type": "VEC3" }] }
END
  portolan convert in.gltf m.pfobj --overwrite 2>&1
  portolan convert in.gltf m.obj --overwrite 2>&1
  echo *
  ls -A | grep '^[.]'
  cd .. && rm -r case
done <<END
$script .bashrc
$pixel .bashrc
$pixel ../../up.png
$pixel in.gltf
$pixel ...
$pixel -rf.png
$pixel \$(x);'y'.sh
END
