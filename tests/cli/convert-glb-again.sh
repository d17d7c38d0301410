# What we wrote as glTF comes through as the same bytes, without a loss.
again() { # sample, settings...
  portolan convert "$SAMPLES/$1" a.glb --overwrite "${@:2}" 2> said || cat said
  portolan convert a.glb b.glb --overwrite && cmp a.glb b.glb && echo "$1 is the same"
}
again egoboo/gamedat/level.mpd --effects all --textures "$SAMPLES/egoboo"
again gridmonger/lighthouse.gmm
again gridmonger/lighthouse.gmm --flat --weld
again permafrost/island.pfmap --skirt
again permafrost/models/chest.pfobj
again permafrost/models/flag.pfobj
again ppe/garden.xmf
again ppe/ground.map --tileset "$SAMPLES/ppe/garden.tga" --tile 16x16 --light
portolan convert a.glb b.gltf && portolan convert b.gltf c.glb && portolan convert c.glb d.glb && cmp c.glb d.glb && echo "and so is one of several files"
