# A mesh of a million vertices that twenty nodes show: fine as glTF, where it stays one, and refused where it would be written twenty times.
nodes=$(for _ in $(seq 0 19); do printf '%s{"mesh": 0}' "${comma:-}"; comma=,; done)
cat >many.gltf <<END
{"asset": {"version": "2.0"}, "scenes": [{"nodes": [$(seq -s , 0 19)]}], "nodes": [$nodes],
 "accessors": [{"componentType": 5126, "count": 999999, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]}
END
portolan convert many.gltf many.glb && echo "as glTF"
portolan convert many.gltf many.obj
portolan convert many.gltf many.pfobj
portolan convert many.gltf many.png
ls
parts=$(for _ in $(seq 0 19); do printf '%s{"attributes": {"POSITION": 0}}' "${more:-}"; more=,; done)
cat >parts.gltf <<END
{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "accessors": [{"componentType": 5126, "count": 999999, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
 "meshes": [{"primitives": [$parts]}]}
END
portolan convert parts.gltf parts.glb
