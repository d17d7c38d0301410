// SPDX-License-Identifier: MIT
// What three.js makes of GLB files: every image is one that it could decode, every clip plays after every other, and all
// vertices it shows are counted and measured. Prints a line of JSON for each file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(join(process.cwd(), 'node_modules/three', path)));
const THREE = await load('build/three.module.js');

// Node has no pictures: of each the size is taken, which a PNG or JPEG has to have.
let images = [];
globalThis.self = globalThis;
globalThis.createImageBitmap = async (blob) => {
  const head = new DataView(await blob.arrayBuffer());
  const png = head.getUint32(0) === 0x89504e47;
  if (!png && head.getUint16(0) !== 0xffd8) throw new Error(`an image of type ${blob.type} is none`);
  const size = { width: png ? head.getUint32(16) : 1, height: png ? head.getUint32(20) : 1, close() {} };
  images.push(png ? [size.width, size.height] : blob.type);
  return size;
};

const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

// All vertices as they are shown now: through instances, skins and nodes.
function measure(scene) {
  const box = new THREE.Box3();
  const at = new THREE.Vector3();
  let triangles = 0;
  scene.updateMatrixWorld(true);
  scene.traverse((o) => {
    if (!o.isMesh) return;
    const { position } = o.geometry.attributes;
    const copies = o.isInstancedMesh ? o.count : 1;
    triangles += (copies * (o.geometry.index ? o.geometry.index.count : position.count)) / 3;
    for (let copy = 0; copy < copies; copy++) {
      const place = o.matrixWorld.clone();
      if (o.isInstancedMesh) {
        const own = new THREE.Matrix4();
        o.getMatrixAt(copy, own);
        place.multiply(own);
      }
      for (let i = 0; i < position.count; i++) box.expandByPoint(o.getVertexPosition(i, at).applyMatrix4(place));
    }
  });
  const round = (v) => v.toArray().map((n) => +n.toFixed(4));
  return { triangles, box: [round(box.min), round(box.max)] };
}

// A clip at the frames of 24 a second. Nothing is put back after it, so that what it leaves behind is seen in the next.
function play(scene, clip) {
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(clip);
  const last = Math.round(clip.duration * 24);
  const boxes = [];
  action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
  action.play();
  for (let frame = 0; frame <= last; frame++) {
    mixer.setTime(Math.min(frame / 24, clip.duration));
    boxes.push(measure(scene).box);
  }
  return { name: clip.name, boxes };
}

for (const path of process.argv.slice(2)) {
  images = [];
  const bytes = await readFile(path);
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
  const still = measure(gltf.scene);
  const materials = new Set();
  gltf.scene.traverse((o) => o.isMesh && materials.add(o.material));
  const clips = gltf.animations.map((clip) => play(gltf.scene, clip));
  const clear = [...materials].filter((m) => m.transparent).map((m) => m.name);
  const textured = [...materials].filter((m) => m.map?.image).length;
  console.log(JSON.stringify({ path, ...still, images, materials: materials.size, textured, clear, clips }));
}
