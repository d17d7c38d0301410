# Images of one name: those with other bytes get numbers, and one that is there already under a number is not written again.
one=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==
two=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg==
image() { printf '{"name": "%s", "uri": "data:image/png;base64,%s"}' "$1" "$2"; }
cat >many.gltf <<END
{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "buffers": [{"byteLength": 36, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
 "meshes": [{"primitives": [$(for i in 0 1 2 3 4; do printf '{"attributes": {"POSITION": 0}, "material": %d}' $i; [ $i = 4 ] || printf ,; done)]}],
 "materials": [$(for i in 0 1 2 3 4; do printf '{"pbrMetallicRoughness": {"metallicFactor": 0, "baseColorTexture": {"index": %d}}}' $i; [ $i = 4 ] || printf ,; done)],
 "textures": [{"source": 0}, {"source": 1}, {"source": 2}, {"source": 3}, {"source": 4}],
 "images": [$(image wood $one), $(image wood $two), $(image wood $two), $(image Wood $two), $(image wood-2 $one)]}
END
mkdir out
portolan convert many.gltf out/many.gltf && grep '"uri"' out/many.gltf && LC_ALL=C ls out
