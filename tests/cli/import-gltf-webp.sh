# An image of a kind that nobody reads is said, not renamed, and becomes no file.
cat > small.gltf <<'JSON'
{ "asset": { "version": "2.0" },
  "buffers": [{ "byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA" }],
  "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
  "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
  "images": [{ "uri": "data:image/webp;base64,UklGRgQAAABXRUJQ" }],
  "samplers": [{ "magFilter": 9728 }], "textures": [{ "source": 0, "sampler": 0 }],
  "materials": [{ "name": "cloth", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "metallicFactor": 0 } }],
  "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] }],
  "nodes": [{ "mesh": 0 }], "scenes": [{ "nodes": [0] }] }
JSON
portolan convert small.gltf out.pfobj
grep texture out.pfobj
ls
