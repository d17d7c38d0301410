// SPDX-License-Identifier: MIT
// Three dimensions: glTF that can be turned around, walked through, looked at from above, and played.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { el } from './dom.mjs';

const TURN = Math.PI / 4; // where the tool's view "iso" stands
const RISE = Math.atan(1 / Math.SQRT2);

function forget(root) {
  root.traverse((node) => {
    node.geometry?.dispose();
    for (const material of [node.material].flat().filter(Boolean)) {
      material.map?.dispose();
      material.dispose();
    }
  });
}

/** How bright light is that is baked into corners; 1 where there is none. */
function meanLight(root) {
  let sum = 0;
  let count = 0;
  root.traverse((node) => {
    const color = node.geometry?.attributes.color;
    for (let i = 0; color && i < color.count; i += 7) {
      sum += 0.2126 * color.getX(i) + 0.7152 * color.getY(i) + 0.0722 * color.getZ(i);
      count++;
    }
  });
  return { baked: count > 0, mean: count > 0 ? sum / count : 1 };
}

export class SceneView {
  constructor() {
    this.canvas = el('canvas', { tabindex: '0', 'aria-label': 'Scene: drag to look around, wheel to come closer; in walk mode arrows or W A S D move', role: 'img' });
    this.host = el('div', { class: 'scene' }, this.canvas);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.1, 1000);
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
  }

  async show(bytes) {
    this.start();
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const made = await new GLTFLoader().parseAsync(buffer, '');
    if (this.model) { this.scene.remove(this.model); forget(this.model); }
    this.model = made.scene;
    this.scene.add(this.model);
    this.clips = made.animations;
    this.mixer = new THREE.AnimationMixer(this.model);
    this.box = new THREE.Box3().setFromObject(this.model);
    this.middle = this.box.getCenter(new THREE.Vector3());
    this.radius = Math.max(this.box.getSize(new THREE.Vector3()).length() / 2, 1e-3);
    const { baked, mean } = meanLight(this.model);
    this.renderer.toneMappingExposure = baked ? Math.min(4, Math.max(1, 0.5 / Math.max(mean, 0.05))) : 1;
    this.keepLooks();
    this.setLight(!baked);
    this.setWire(this.settings.wire);
    this.camera.near = this.radius / 500;
    this.camera.far = this.radius * 20;
    this.setMode('orbit');
    this.resize();
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
    this.mode = mode;
    this.controls.enabled = mode !== 'walk';
    this.controls.enableRotate = mode === 'orbit';
    this.controls.target.copy(middle);
    const away = radius * 3.6;
    if (mode === 'top') this.camera.position.set(middle.x, middle.y + away, middle.z + away * 1e-4);
    else if (mode === 'orbit') {
      this.camera.position.set(Math.sin(TURN) * Math.cos(RISE), Math.sin(RISE), Math.cos(TURN) * Math.cos(RISE)).multiplyScalar(away).add(middle);
    } else this.enter();
    if (mode !== 'walk') this.controls.update();
    this.sun.position.copy(middle).add(new THREE.Vector3(0.5, 1, 0.7).multiplyScalar(radius));
    this.sun.target.position.copy(middle);
    this.draw();
  }

  // ---- Walking

  ground(x, z) {
    const ray = new THREE.Raycaster(new THREE.Vector3(x, this.box.max.y + 1, z), new THREE.Vector3(0, -1, 0));
    const hits = ray.intersectObject(this.model, true).map((hit) => hit.point.y);
    const feet = this.camera.position.y - this.eyes;
    return hits.find((y) => y <= feet + this.eyes * 0.6) ?? hits.at(-1);
  }

  enter() {
    this.eyes = Math.min(1.6, Math.max(this.radius / 40, 0.02));
    this.camera.position.set(this.middle.x, this.box.max.y + this.eyes, this.middle.z);
    this.camera.position.y = (this.ground(this.middle.x, this.middle.z) ?? this.box.min.y) + this.eyes;
    this.gaze = { turn: TURN, rise: 0 };
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
    if (!known.includes(event.code) || this.mode !== 'walk') return;
    event.preventDefault();
    if (event.type === 'keydown') this.keys.add(event.code);
    else this.keys.delete(event.code);
    this.before = performance.now();
    this.draw();
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
    this.camera.aspect = this.host.clientWidth / Math.max(1, this.host.clientHeight);
    this.camera.updateProjectionMatrix();
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
