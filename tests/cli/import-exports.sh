cp "$SOURCE"/samples/permafrost/models/* .
portolan convert chest.pfobj chest.glb
portolan convert chest.glb chest.obj
ls chest*
portolan convert chest.obj again.glb
portolan render chest.glb small.png --size 40x30
portolan render again.glb other.png --size 40x30
cmp small.png other.png && echo "the same picture"
portolan convert flag.pfobj flag.gltf
portolan render flag.gltf flag.apng --size 24x18 --clip 0 --fps 4
portolan convert flag.gltf twice.glb --scale 2
portolan convert - - --to obj <chest.glb | grep -c '^v '
portolan render chest.glb no.svg
echo "exit $?"
portolan render chest.glb no.png --view plan
echo "exit $?"
portolan convert chest.glb no.glb --level 3
echo "exit $?"
portolan convert "$SOURCE/samples/gridmonger/lighthouse.gmm" tower.pfobj --crop 1,1,2,2
echo "exit $?"
ls no.* tower.* 2>/dev/null
