// SPDX-License-Identifier: MIT
// Three dimensions: glTF that can be turned around, walked through, looked at from above, and played.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { el } from './dom.mjs';

// Where the tool's views stand, in degrees, and how wide it looks: the tangent of half the angle along the longer side.
const STANDS = { iso: [45, 35.264389682754654], persp: [35, 24], top: [0, 89.99] };
const TANGENT = 0.2126;
const WALKING = 60; // degrees, on foot
const FILLED = 0.92; // of the picture, as in the tool
// How bright a scene is at least after exposure, and the most of it: those of the tool, without and with baked light.
const EXPOSURES = [{ enough: 0.16, most: 4 }, { enough: 0.03, most: 64 }];
const MOST_CORNERS = 500000; // that are looked at to find where all of a scene is seen from
const SAMPLES = 50000; // triangles that are looked at to find out how bright a scene is
const radians = THREE.MathUtils.degToRad;

function forget(root) {
  root.traverse((node) => {
    node.geometry?.dispose();
    for (const material of [node.material].flat().filter(Boolean)) {
      material.map?.dispose();
      material.dispose();
    }
  });
}

const luminance = (r, g, b) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const linear = (byte) => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

/** How bright a texture is where a place of it is, from a small copy. */
function brightnessOf(material) {
  const own = luminance(material.color?.r ?? 1, material.color?.g ?? 1, material.color?.b ?? 1);
  if (!material.map?.image) return () => own;
  const size = 32;
  const pen = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true });
  pen.drawImage(material.map.image, 0, 0, size, size);
  const { data } = pen.getImageData(0, 0, size, size);
  const texel = (part) => Math.min(size - 1, Math.floor((part - Math.floor(part)) * size));
  return (u, v) => {
    const at = 4 * (texel(v) * size + texel(u));
    return own * luminance(linear(data[at]), linear(data[at + 1]), linear(data[at + 2]));
  };
}

/** Sums of area and of how bright it is, over some of the triangles of a mesh. */
function lightOf(mesh, every) {
  const { position, color, uv } = mesh.geometry.attributes;
  const { index } = mesh.geometry;
  const bright = brightnessOf(mesh.material);
  const corners = [0, 1, 2].map(() => new THREE.Vector3());
  const sums = { light: 0, area: 0 };
  for (let i = 0; i + 3 <= (index?.count ?? position.count); i += 3 * every) {
    const at = [0, 1, 2].map((k) => (index ? index.getX(i + k) : i + k));
    const mean = (from, axis) => (from[axis](at[0]) + from[axis](at[1]) + from[axis](at[2])) / 3;
    at.forEach((k, n) => corners[n].fromBufferAttribute(position, k));
    const area = corners[1].sub(corners[0]).cross(corners[2].sub(corners[0])).length();
    const shade = color ? luminance(mean(color, 'getX'), mean(color, 'getY'), mean(color, 'getZ')) : 1;
    const seen = uv ? bright(mean(uv, 'getX'), mean(uv, 'getY')) : bright(0, 0);
    sums.light += area * Math.sqrt(shade * seen); // nearer to how eyes see
    sums.area += area;
  }
  return sums;
}

/** Dark scenes are made brighter, as the tool does it. */
function exposureOf(root, triangles) {
  const every = Math.max(1, Math.ceil(triangles / SAMPLES));
  let baked = false;
  let light = 0;
  let area = 0;
  root.traverse((node) => {
    if (!node.isMesh) return;
    const sums = lightOf(node, every);
    baked ||= Boolean(node.geometry.attributes.color);
    light += sums.light;
    area += sums.area;
  });
  const { enough, most } = EXPOSURES[Number(baked)];
  const mean = area > 0 ? (light / area) ** 2 : 1;
  return { baked, exposure: mean >= enough ? 1 : Math.min(most, enough / Math.max(mean, 1e-9)) };
}

/** Pixels of sheets stay sharp from near; from afar they are averaged, as in the tool's pictures, and tiles keep to themselves. */
function blend(texture) {
  if (texture?.minFilter !== THREE.NearestFilter) return;
  texture.minFilter = THREE.NearestMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
}

const hasBones = (root) => {
  let any = false;
  root.traverse((node) => { any ||= Boolean(node.isSkinnedMesh); });
  return any;
};

/** Where the corners of all that is drawn are, one after the other; of very large scenes those of their box must do. */
function cornersOf(root, { min, max }) {
  const meshes = [];
  root.traverse((node) => { if (node.isMesh) meshes.push(node); });
  const count = meshes.reduce((sum, mesh) => sum + mesh.geometry.attributes.position.count, 0);
  if (count > MOST_CORNERS) return Float32Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? max : min).getComponent(i % 3));
  const all = new Float32Array(3 * count);
  const at = new THREE.Vector3();
  let place = 0;
  for (const mesh of meshes) {
    for (let i = 0; i < mesh.geometry.attributes.position.count; i++, place += 3) mesh.getVertexPosition(i, at).applyMatrix4(mesh.matrixWorld).toArray(all, place);
  }
  return all;
}

/** The least and the most of all corners along an axis, each farther out by how near it is: what a view from afar must hold. */
function reachOf(corners, axis, back, lean) {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < corners.length; i += 3) {
    const [x, y, z] = [corners[i], corners[i + 1], corners[i + 2]];
    const at = axis.x * x + axis.y * y + axis.z * z;
    const near = lean * (back.x * x + back.y * y + back.z * z);
    least = Math.min(least, at - near);
    most = Math.max(most, at + near);
  }
  return { middle: (least + most) / 2, half: (most - least) / 2 };
}

export class SceneView {
  constructor() {
    this.canvas = el('canvas', { tabindex: '0', 'aria-label': 'Scene: drag it or use arrows to look around, wheel or plus and minus to come closer, 0 to see all of it; in walk mode arrows or W A S D move', role: 'application' });
    this.host = el('div', { class: 'scene' }, this.canvas);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(24, 1, 0.1, 1000);
    this.sun = new THREE.DirectionalLight(0xffffff, 2.2);
    this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8478, 1.6);
    this.scene.add(this.sun, this.sun.target, this.sky);
    this.keys = new Set();
    this.before = performance.now();
    this.mode = 'orbit';
    this.settings = { wire: false, light: true };
    for (const event of ['keydown', 'keyup']) this.canvas.addEventListener(event, (e) => this.key(e));
    this.canvas.addEventListener('blur', () => this.keys.clear());
    this.canvas.addEventListener('pointerdown', (e) => { this.grip = { x: e.clientX, y: e.clientY }; });
    this.canvas.addEventListener('pointermove', (e) => this.look(e));
    addEventListener('pointerup', () => { this.grip = null; });
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  /** WebGL is asked for when a scene is looked at, and may not be there. */
  start() {
    if (this.renderer) return;
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.toneMapping = THREE.LinearToneMapping;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => { this.untouched = false; });
    this.canvas.addEventListener('wheel', () => { this.untouched = false; }, { passive: true });
  }

  /** `stand`: where it is looked at from, by a name of the tool's views. False: another scene was to be shown meanwhile. */
  async show(bytes, stand = 'iso') {
    this.start();
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const manager = new THREE.LoadingManager();
    const turn = this.turns = (this.turns ?? 0) + 1;
    let missing = 0;
    manager.onError = () => { missing++; };
    const made = await new GLTFLoader(manager).parseAsync(buffer, '');
    if (turn !== this.turns) { forget(made.scene); return false; }
    this.missing = missing;
    if (this.model) { this.scene.remove(this.model); forget(this.model); }
    this.model = made.scene;
    this.scene.add(this.model);
    this.clips = made.animations;
    this.mixer = new THREE.AnimationMixer(this.model);
    this.model.updateMatrixWorld(true); // bones, too: the box is of the model as it stands
    this.box = new THREE.Box3().setFromObject(this.model, hasBones(this.model));
    this.middle = this.box.getCenter(new THREE.Vector3());
    this.corners = cornersOf(this.model, this.box);
    this.radius = Math.max(this.box.getSize(new THREE.Vector3()).length() / 2, 1e-3);
    const { baked, exposure } = exposureOf(this.model, this.count());
    this.renderer.toneMappingExposure = exposure;
    this.stand = stand;
    this.keepLooks();
    this.setLight(!baked);
    this.setWire(this.settings.wire);
    this.camera.near = this.radius / 500;
    this.camera.far = this.radius * 80;
    this.setMode('orbit');
    this.resize();
    return true;
  }

  count() {
    let triangles = 0;
    this.model?.traverse((node) => { if (node.isMesh) triangles += (node.geometry.index?.count ?? node.geometry.attributes.position.count) / 3; });
    return triangles;
  }

  /** Every material has a second one that no light changes. */
  keepLooks() {
    const flat = new Map();
    this.model.traverse((node) => {
      if (!node.isMesh) return;
      const lit = node.material;
      if (!flat.has(lit)) {
        blend(lit.map);
        flat.set(lit, new THREE.MeshBasicMaterial({
          map: lit.map ?? null, color: lit.color, vertexColors: lit.vertexColors, transparent: lit.transparent, opacity: lit.opacity,
          alphaTest: lit.alphaTest, side: lit.side, depthWrite: lit.depthWrite,
        }));
      }
      node.userData.looks = { lit, flat: flat.get(lit) };
    });
  }

  setLight(on) {
    this.settings.light = on;
    this.model?.traverse((node) => { if (node.userData.looks) node.material = on ? node.userData.looks.lit : node.userData.looks.flat; });
    this.setWire(this.settings.wire);
  }

  setWire(on) {
    this.settings.wire = on;
    this.model?.traverse((node) => { if (node.isMesh) node.material.wireframe = on; });
    this.draw();
  }

  setMode(mode) {
    if (!this.model) return;
    const { middle, radius } = this;
    const drag = mode === 'top' ? [THREE.MOUSE.PAN, THREE.TOUCH.PAN] : [THREE.MOUSE.ROTATE, THREE.TOUCH.ROTATE];
    this.mode = mode;
    this.controls.enabled = mode !== 'walk';
    this.controls.enableRotate = mode === 'orbit';
    [this.controls.mouseButtons.LEFT, this.controls.touches.ONE] = drag;
    this.sun.position.copy(middle).add(new THREE.Vector3(0.5, 1, 0.7).multiplyScalar(radius));
    this.sun.target.position.copy(middle);
    this.setLens();
    if (mode === 'walk') this.enter();
    else this.fit();
    this.draw();
  }

  setLens() {
    const aspect = this.host.clientWidth / Math.max(1, this.host.clientHeight) || 1;
    this.camera.aspect = aspect;
    this.camera.fov = this.mode === 'walk' ? WALKING : 2 * THREE.MathUtils.radToDeg(Math.atan(TANGENT / Math.max(1, aspect)));
    this.camera.updateProjectionMatrix();
  }

  /** Stands where all of it is seen, whatever the window's shape. */
  fit() {
    const [turn, rise] = STANDS[this.mode === 'top' ? 'top' : this.stand].map(radians);
    const back = new THREE.Vector3(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise));
    const right = new THREE.Vector3(Math.cos(turn), 0, -Math.sin(turn));
    const up = new THREE.Vector3().crossVectors(back, right);
    const lean = Math.tan(radians(this.camera.fov) / 2) * FILLED;
    const across = reachOf(this.corners, right, back, lean * this.camera.aspect);
    const along = reachOf(this.corners, up, back, lean);
    const depth = this.middle.dot(back);
    const away = Math.max(along.half / lean, across.half / (lean * this.camera.aspect), depth + this.radius * 1e-3);
    this.controls.target.set(0, 0, 0).addScaledVector(right, across.middle).addScaledVector(up, along.middle).addScaledVector(back, depth);
    this.camera.position.copy(this.controls.target).addScaledVector(back, away - depth);
    this.controls.update();
    this.untouched = true;
  }

  all() {
    if (!this.model) return;
    if (this.mode === 'walk') this.enter();
    else this.fit();
    this.draw();
  }

  /** Around what is looked at, by angles; nearer or farther, by a factor; over it, by parts of what is seen. */
  turn(round, over) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const place = new THREE.Spherical().setFromVector3(offset);
    place.theta += round;
    place.phi += over;
    this.moved(offset.setFromSpherical(place.makeSafe()));
  }

  zoom(factor) {
    if (!this.model) return;
    if (this.mode === 'walk') this.walk(Math.sign(factor - 1), 0, 0.5);
    else this.moved(this.camera.position.clone().sub(this.controls.target).divideScalar(factor));
  }

  shift(right, down) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const way = offset.length() * TANGENT * 0.3;
    this.controls.target.add(new THREE.Vector3(right * way, 0, down * way));
    this.moved(offset);
  }

  moved(offset) {
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.untouched = false;
    this.draw();
  }

  // ---- Walking

  ground(x, z) {
    const ray = new THREE.Raycaster(new THREE.Vector3(x, this.box.max.y + 1, z), new THREE.Vector3(0, -1, 0));
    const hits = ray.intersectObject(this.model, true).map((hit) => hit.point.y);
    const feet = this.camera.position.y - this.eyes;
    return hits.find((y) => y <= feet + this.eyes * 0.6) ?? hits.at(-1);
  }

  /** The place nearest to the middle where there is something to stand on. */
  footing() {
    const { middle, box } = this;
    for (let ring = 0; ring <= 16; ring++) {
      for (let i = 0; i < Math.max(1, 4 * ring); i++) {
        const angle = (Math.PI * i) / (2 * Math.max(1, ring));
        const x = middle.x + (Math.cos(angle) * ring * (box.max.x - box.min.x)) / 33;
        const z = middle.z + (Math.sin(angle) * ring * (box.max.z - box.min.z)) / 33;
        const ground = this.ground(x, z);
        if (ground !== undefined) return { x, y: ground, z };
      }
    }
    return { x: middle.x, y: box.min.y, z: middle.z };
  }

  enter() {
    this.eyes = Math.min(1.6, Math.max(this.radius / 40, 0.02));
    this.camera.position.y = this.box.max.y + this.eyes;
    const { x, y, z } = this.footing();
    this.camera.position.set(x, y + this.eyes, z);
    this.gaze = { turn: radians(STANDS.iso[0]), rise: 0 };
    this.aim();
  }

  aim() {
    const { turn, rise } = this.gaze;
    this.camera.rotation.set(rise, turn, 0, 'YXZ');
  }

  look(event) {
    if (this.mode !== 'walk' || !this.grip) return;
    this.gaze.turn += (event.clientX - this.grip.x) * 0.005;
    this.gaze.rise = Math.max(-1.4, Math.min(1.4, this.gaze.rise + (event.clientY - this.grip.y) * 0.005));
    this.grip = { x: event.clientX, y: event.clientY };
    this.aim();
    this.draw();
  }

  key(event) {
    const known = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'KeyW', 'KeyA', 'KeyS', 'KeyD'];
    if (event.ctrlKey || event.altKey || event.metaKey || !this.model) return;
    if (this.mode !== 'walk') { this.keyAround(event); return; }
    if (!known.includes(event.code)) return;
    event.preventDefault();
    if (event.type === 'keydown') this.keys.add(event.code);
    else this.keys.delete(event.code);
    this.before = performance.now();
    this.draw();
  }

  keyAround(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step && !'+=-0'.includes(event.key)) return;
    event.preventDefault();
    if (event.type !== 'keydown') return;
    if (step && this.mode === 'top') this.shift(...step);
    else if (step) this.turn(step[0] * 0.15, step[1] * 0.1);
    else if (event.key === '0') this.all();
    else this.zoom(event.key === '-' ? 0.8 : 1.25);
  }

  /** One step: forward, or to the right. */
  walk(forward, right, seconds) {
    const { turn } = this.gaze;
    const way = this.eyes * 3 * seconds;
    const x = this.camera.position.x + (-Math.sin(turn) * forward + Math.cos(turn) * right) * way;
    const z = this.camera.position.z + (-Math.cos(turn) * forward - Math.sin(turn) * right) * way;
    const ground = this.ground(x, z);
    if (ground === undefined) return;
    this.camera.position.set(x, ground + this.eyes, z);
    this.draw();
  }

  stroll(seconds) {
    const has = (...codes) => codes.some((code) => this.keys.has(code)) ? 1 : 0;
    this.gaze.turn += (has('ArrowLeft') - has('ArrowRight')) * seconds * 1.8;
    this.aim();
    this.walk(has('ArrowUp', 'KeyW') - has('ArrowDown', 'KeyS'), has('KeyD') - has('KeyA'), seconds);
  }

  // ---- Clips

  play(number) {
    this.mixer.stopAllAction();
    this.playing = number >= 0;
    if (this.playing) this.mixer.clipAction(this.clips[number]).play();
    this.before = performance.now();
    this.draw();
  }

  // ---- Drawing, when there is something new to see

  resize() {
    if (!this.renderer || this.host.clientWidth === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(this.host.clientWidth, this.host.clientHeight, false);
    this.setLens();
    if (this.untouched && this.model && this.mode !== 'walk') this.fit();
    this.draw();
  }

  draw() {
    if (this.asked || !this.renderer || !this.model) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = null;
      const seconds = Math.min(0.1, (performance.now() - this.before) / 1000);
      this.before = performance.now();
      if (this.playing) this.mixer.update(seconds);
      if (this.mode === 'walk' && this.keys.size > 0) this.stroll(seconds);
      this.renderer.render(this.scene, this.camera);
      this.drawn = (this.drawn ?? 0) + 1;
      if (this.host.clientWidth > 0 && (this.playing || (this.mode === 'walk' && this.keys.size > 0))) this.draw();
    });
  }
}
