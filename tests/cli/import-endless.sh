# 885 bytes that ask for the work of hours: 786,432 vertices without bytes, 43,000 seconds of animation.
cat >hang.gltf <<'END'
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,"skin":0},{}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"accessors":[{"componentType":5126,"count":786432,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},
{"componentType":5121,"count":786432,"type":"VEC4"},{"componentType":5126,"count":786432,"type":"VEC4"},
{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[43000.0]},
{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAD4J0cAAAAAAAAAAAAAAAAAAIA/AACAPwAAgD8="}],
"skins":[{"joints":[1]}],
"animations":[{"samplers":[{"input":3,"output":4}],"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}]}
END
portolan convert hang.gltf hang.pfobj
echo "exit $?"
ls
