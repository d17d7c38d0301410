portolan convert "$SAMPLES/permafrost/models/chest.pfobj" chest.obj
mkdir back && portolan convert chest.obj back/chest.pfobj && ls back && portolan check back/chest.pfobj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n' > bad.obj
portolan convert bad.obj bad.pfobj
# What a file names is looked for beside it, and nowhere else.
mkdir inner && printf 'secret' > outside.bin && ln -s ../outside.bin inner/link.bin
for name in ../outside.bin "$PWD/outside.bin" link.bin; do
  printf '{"asset":{"version":"2.0"},"buffers":[{"byteLength":6,"uri":"%s"}],"bufferViews":[{"buffer":0,"byteLength":6}],"accessors":[{"bufferView":0,"componentType":5121,"count":2,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}' "$name" > inner/a.gltf
  portolan convert inner/a.gltf a.pfobj 2>&1 | sed "s|: error: .*outside|: error: outside|"
done
