// SPDX-License-Identifier: MIT
// The module at work, away from the page, which therefore never waits. Messages: { id, method, args } in, { id, result } or
// { id, error } out, and { id, progress } now and then.
import { Decompress } from 'fzstd';
import { Portolan, PortolanError } from '../portolan.mjs';

function zstd(bytes, room) {
  const pieces = [];
  let size = 0;
  new Decompress((piece) => { size += piece.length; if (size <= room) pieces.push(piece); }).push(bytes, true);
  if (size > room) return null;
  const whole = new Uint8Array(size);
  pieces.reduce((at, piece) => { whole.set(piece, at); return at + piece.length; }, 0);
  return whole;
}

const PICTURES = /\.(png|bmp|jpe?g|tga|gif|webp)$/i;
let portolan;
let files = new Map();
let current = null; // the call that is going on, for progress
const docs = new Map();
let said = 0;

function onProgress(step) {
  const now = Date.now();
  if (now - said < 60) return;
  said = now;
  postMessage({ id: current, progress: step });
}

/** One document stays open: the one that is looked at. */
async function open(path, options = {}) {
  if (docs.has(path)) return docs.get(path);
  for (const doc of docs.values()) doc.close();
  docs.clear();
  const doc = await portolan.read(files.get(path), path, { files, onProgress, ...options });
  docs.set(path, doc);
  return doc;
}

const hiddenLayers = (page) => [...new Set(page.layers.filter((layer) => layer.hidden).map((layer) => `+${layer.name}`))].join(',');
const plain = (findings) => findings.map(({ severity, rule, line, column, offset, path, message }) => ({ severity, rule, line, column, offset, path, message }));
const checkedPlain = (checked) => ({ ...checked, findings: plain(checked.findings), verdict: checked.verdict && { engine: checked.verdict.engine } });
const has = (name, bit) => ((portolan.format(name)?.can ?? 0) & bit) !== 0;

const methods = {
  async start(module) {
    portolan = await new Portolan({ module, decoders: { zstd } }).load();
    return { version: portolan.version, features: portolan.features, formats: portolan.formats, exports: portolan.exports, imports: portolan.imports };
  },

  /** Takes files over, and says which of them can be opened, and as what. */
  async take(given) {
    files = new Map();
    docs.clear();
    for (const { path, file } of given) files.set(path, new Uint8Array(await file.arrayBuffer()));
    const found = [];
    for (const [path, bytes] of files) {
      if (PICTURES.test(path)) continue;
      const kind = await portolan.probe(bytes, path);
      found.push({ path, size: bytes.length, kind, format: Boolean(portolan.format(kind)) });
    }
    return found;
  },

  async show(path) {
    const doc = await open(path);
    const checked = await doc.check();
    const plan = has(doc.format, 64);
    const settings = portolan.format(doc.format).settings;
    return {
      name: path, format: doc.format, title: portolan.format(doc.format).title, facts: await doc.info(), page: await doc.page(),
      files: doc.companions(), checked: checkedPlain(checked), pages: plan ? await doc.pages().catch(() => []) : [],
      themes: (settings.find((s) => s.name === 'theme')?.choices ?? '').split(' ').filter(Boolean),
      hasScene: has(doc.format, 16), canFix: has(doc.format, 8), targets: portolan.targets(doc.format),
    };
  },

  async check(path, profile) {
    return checkedPlain(await (await open(path)).check({ profile }));
  },

  async svg(path, number, pages, theme) {
    const settings = { layers: hiddenLayers(pages[number]) || undefined, theme, level: pages.length > 1 ? number + 1 : undefined };
    return (await (await open(path)).convert('svg', { settings })).bytes;
  },

  async glb(path, number, count) {
    const levels = count > 1 && portolan.format((await open(path)).format).settings.some((s) => s.name === 'level');
    const { bytes } = await (await open(path)).convert('glb', { settings: { level: levels ? number + 1 : undefined } });
    return bytes;
  },

  async record(path) {
    return (await (await open(path)).convert('json')).bytes;
  },

  async fix(path) {
    const fixed = await (await open(path)).fix();
    return { ...fixed, repairs: plain(fixed.repairs) };
  },

  async convert(path, to, settings) {
    const made = await portolan.convert(files.get(path), path, to, { files, settings, onProgress });
    return { ...made, findings: plain(made.findings) };
  },

  /** One more file, to compare with. */
  async add(path, file) {
    files.set(path, new Uint8Array(await file.arrayBuffer()));
  },

  async diff(before, after) {
    const { how, text, changes } = await portolan.diff(files.get(before), files.get(after), { name: after, onProgress });
    return { how, text, changes };
  },

  async rule(name) {
    return portolan.rule(name);
  },
};

const asError = (wrong) => ({
  message: wrong instanceof PortolanError ? wrong.message : `something went wrong here: ${wrong.message}`, rule: wrong.rule, status: wrong.status,
  offset: wrong.offset, line: wrong.line, column: wrong.column, path: wrong.path, findings: plain(wrong.findings ?? []),
});

let turn = Promise.resolve();

onmessage = ({ data: { id, method, args } }) => {
  turn = turn.then(async () => {
    current = id;
    try {
      postMessage({ id, result: await methods[method](...args) });
    } catch (wrong) {
      postMessage({ id, error: asError(wrong) });
    }
  });
};
