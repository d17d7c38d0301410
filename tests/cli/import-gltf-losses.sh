# Everything of a glTF file that scenes have no place for is said once; the rest is kept.
point=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA # three corners
cat > small.gltf <<JSON
{ "asset": { "version": "2.0", "copyright": "me", "extras": {} }, "extras": [1],
  "extensionsUsed": ["KHR_lights_punctual", "KHR_materials_unlit"],
  "buffers": [{ "byteLength": 36, "uri": "data:application/octet-stream;base64,$point" }],
  "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
  "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] },
    { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC2" },
    { "bufferView": 0, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4" },
    { "bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0] },
    { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
  "images": [{ "name": "shown", "uri": "shown.png" }, { "uri": "bumps.png" }, { "uri": "unused.png", "extras": {} }],
  "samplers": [{ "magFilter": 9728, "wrapS": 10497 }, { "wrapS": 33648 }, { "wrapS": 33071, "wrapT": 33071 }],
  "textures": [{ "source": 0, "sampler": 0 }, { "source": 1 }, { "source": 0, "sampler": 1 }, { "source": 1, "sampler": 2 }],
  "materials": [
    { "name": "plain", "doubleSided": true, "alphaMode": "MASK", "alphaCutoff": 0.25, "extras": { "a": [1, "x"] },
      "pbrMetallicRoughness": { "baseColorFactor": [1, 0.5, 0.25, 1], "metallicFactor": 0, "baseColorTexture": { "index": 0 } } },
    { "emissiveFactor": [1, 0, 0], "normalTexture": { "index": 1 }, "alphaMode": "BLEND",
      "pbrMetallicRoughness": { "baseColorTexture": { "index": 2, "texCoord": 1 } } }],
  "meshes": [{ "name": "m", "extras": { "of": "mesh" }, "primitives": [
      { "attributes": { "POSITION": 0, "COLOR_0": 2, "TEXCOORD_0": 1, "TEXCOORD_1": 1, "TANGENT": 2 }, "material": 0, "extras": { "of": "part" } },
      { "attributes": { "POSITION": 0 }, "mode": 0 },
      { "attributes": { "POSITION": 0 }, "material": 1, "targets": [{ "POSITION": 0 }], "extras": "text" }] },
    { "name": "points", "primitives": [{ "attributes": { "POSITION": 0 }, "mode": 1 }] }],
  "cameras": [{ "type": "orthographic", "orthographic": { "xmag": 1, "ymag": 1, "zfar": 1, "znear": 0 } }],
  "animations": [{ "name": "a", "samplers": [{ "input": 3, "output": 3 }, { "input": 3, "output": 0, "interpolation": "STEP" }, { "input": 3, "output": 4, "interpolation": "CUBICSPLINE" }],
      "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }, { "sampler": 2, "target": { "node": 2, "path": "scale" } }] },
    { "name": "none", "samplers": [{ "input": 3, "output": 3 }], "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }] }],
  "nodes": [{ "mesh": 1 }, { "mesh": 0, "name": "n", "extras": { "of": "node" } }, { "camera": 0 }],
  "scene": 0, "scenes": [{ "name": "s", "nodes": [0, 1, 2], "extras": { "of": "scene" } }] }
JSON
portolan render --size 4 "$SAMPLES/permafrost/models/chest.pfobj" shown.png
portolan convert small.gltf out.gltf
grep -v '"uri"' out.gltf
