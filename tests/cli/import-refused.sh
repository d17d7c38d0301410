portolan convert "$SAMPLES/permafrost/models/chest.pfobj" chest.glb
portolan info chest.glb
portolan check chest.glb
portolan convert chest.glb chest.txt --to passage
portolan convert chest.glb chest.json
portolan convert chest.glb other.pfobj --from obj
portolan convert chest.glb other.pfobj --fps 0
portolan convert chest.glb chest.pfobj && portolan convert chest.glb chest.pfobj
head -c 2000 chest.glb > cut.glb && portolan convert cut.glb cut.pfobj
printf '{ "asset": { "version": "2.0" },\n  "extensionsRequired": ["KHR_draco_mesh_compression"] }' > draco.gltf
portolan convert draco.gltf draco.pfobj
printf '{ "asset": { "version": "2.0" },\n  "nodes": [ { "children": "1" } ] }' > bad.gltf
portolan convert bad.gltf bad.pfobj
ls
