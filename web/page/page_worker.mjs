// SPDX-License-Identifier: MIT
// The module at work, away from the page, which therefore never waits. Messages: { id, method, args } in, { id, result } or
// { id, error } out, and { id, progress } now and then.
import { Decompress } from 'fzstd';
import { Portolan, PortolanError } from '../portolan.mjs';
import { cellOf, entriesOf, searchRecord } from './record.mjs';

function zstd(bytes, room) {
  const pieces = [];
  let size = 0;
  new Decompress((piece) => { size += piece.length; if (size <= room) pieces.push(piece); }).push(bytes, true);
  if (size > room) return null;
  const whole = new Uint8Array(size);
  pieces.reduce((at, piece) => { whole.set(piece, at); return at + piece.length; }, 0);
  return whole;
}

const MOST_RECORD = 300e6; // bytes of JSON that are read
const MOST_PLACED = 8e6; // bytes of a file whose record is read to find cells
const PICTURES = /\.(png|bmp|jpe?g|tga|gif|webp)$/i;
let portolan;
let files = new Map();
const kinds = new Map(); // what they look like
let current = null; // the call that is going on, for progress
const docs = new Map();
let record = null; // of the document that is open, when it was asked for
let said = 0;

function onProgress(step) {
  const now = Date.now();
  if (now - said < 60) return;
  said = now;
  postMessage({ id: current, progress: step });
}

function forget() {
  for (const doc of docs.values()) doc.close();
  docs.clear();
  record = null;
}

/** The row of the program that a file comes from; none: it is a document. */
const importOf = (path) => portolan.imports.find((row) => row.name === kinds.get(path));

/** What files of other programs become, with all that was said on the way. */
async function readImport(path) {
  const made = await portolan.convert(files.get(path), path, 'json', { files, onProgress });
  const doc = await portolan.read(made.bytes, `${path}.json`, { files: new Map([...files, ...made.files]), onProgress });
  doc.imported = made.findings;
  return doc;
}

/** One document stays open: the one that is looked at. */
async function open(path) {
  if (docs.has(path)) return docs.get(path);
  forget();
  const doc = importOf(path) ? await readImport(path) : await portolan.read(files.get(path), path, { files, onProgress });
  docs.set(path, doc);
  return doc;
}

const hiddenLayers = (page) => [...new Set(page.layers.filter((layer) => layer.hidden).map((layer) => `+${layer.name}`))].join(',');
const plain = (findings) => findings.map(({ severity, rule, line, column, offset, path, message }) => ({ severity, rule, line, column, offset, path, message }));

async function recordOf(path) {
  const doc = await open(path);
  if (!record) {
    const { bytes } = await doc.convert('json');
    if (bytes.length > MOST_RECORD) throw new PortolanError({ severity: 'error', status: 'limit', rule: 'limit-memory', message: `the record takes ${Math.round(bytes.length / 1e6)} MB as JSON, which is too much to look at: convert it to json` });
    record = JSON.parse(new TextDecoder().decode(bytes));
  }
  return record;
}

/** Findings with the cells they are about, where a path says so or leads to something that has a cell. */
async function checkedPlain(path, doc, profile) {
  const checked = await doc.check({ profile });
  const findings = plain([...(doc.imported ?? []), ...checked.findings]);
  const unknown = findings.some((one) => one.path && !cellOf(one.path));
  const whole = unknown && files.get(path).length < MOST_PLACED ? await recordOf(path).catch(() => null) : null;
  const cells = findings.map((one) => cellOf(one.path, whole));
  return { ...checked, findings, cells, verdict: checked.verdict && { engine: checked.verdict.engine } };
}

const MODEL = ['nodes', 'meshes', 'materials', 'images', 'skins', 'animations'];

/** What is in a GLB, by its own list of contents. */
function contentsOf(glb) {
  const said = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true))));
  return Object.fromEntries(MODEL.filter((name) => said[name]).map((name) => [name, said[name].length]));
}

/** Models of other programs become no document: they are looked at as what they look like. */
async function showModel(path, { name, title }) {
  const { bytes, findings } = await portolan.convert(files.get(path), path, 'glb', { files, onProgress });
  return {
    name: path, format: name, title, facts: { format: name, title, ...contentsOf(bytes) }, files: [], checked: { findings: plain(findings) }, pages: [], themes: [],
    hasScene: true, model: true, imported: true, targets: portolan.targets(name),
  };
}

const has = (name, bit) => ((portolan.format(name)?.can ?? 0) & bit) !== 0;

const methods = {
  async start(module) {
    portolan = await new Portolan({ module, decoders: { zstd } }).load();
    return { version: portolan.version, features: portolan.features, formats: portolan.formats, exports: portolan.exports, imports: portolan.imports };
  },

  /** Takes files over, and says which of them can be opened, and as what. */
  async take(given) {
    files = new Map();
    kinds.clear();
    forget();
    for (const { path, file } of given) files.set(path, new Uint8Array(await file.arrayBuffer()));
    const look = async (paths) => {
      for (const path of paths) kinds.set(path, await portolan.probe(files.get(path), path));
      return paths.map((path) => ({ path, size: files.get(path).length, kind: kinds.get(path), format: Boolean(portolan.format(kinds.get(path))) }));
    };
    const [pictures, others] = [true, false].map((is) => [...files.keys()].filter((path) => PICTURES.test(path) === is));
    const found = await look(others);
    return found.some((one) => one.kind) ? found : [...found, ...(await look(pictures)).filter((one) => one.kind)]; // a heightmap, where there is no map
  },

  async show(path) {
    const from = importOf(path);
    if (from && !portolan.targets(from.name).includes('json')) return showModel(path, from);
    const doc = await open(path);
    const plan = has(doc.format, 64);
    const { settings } = portolan.format(doc.format);
    const pages = plan ? await doc.pages().catch(() => []) : [];
    return {
      name: path, format: from?.name ?? doc.format, title: from?.title ?? portolan.format(doc.format).title, imported: Boolean(from),
      facts: await doc.info(), page: await doc.page(), files: doc.companions(), checked: await checkedPlain(path, doc), pages,
      themes: (settings.find((s) => s.name === 'theme')?.choices ?? '').split(' ').filter(Boolean),
      hasScene: has(doc.format, 16), scenesByLevel: pages.length > 1 && settings.some((s) => s.name === 'level'), canFix: !from && has(doc.format, 8), targets: portolan.targets(from?.name ?? doc.format),
    };
  },

  async check(path, profile) {
    return checkedPlain(path, await open(path), profile);
  },

  async svg(path, number, pages, theme) {
    const settings = { layers: hiddenLayers(pages[number]) || undefined, theme, level: pages.length > 1 ? number + 1 : undefined };
    return (await (await open(path)).convert('svg', { settings })).bytes;
  },

  async glb(path, level) {
    const from = importOf(path);
    if (from && !portolan.targets(from.name).includes('json')) return (await portolan.convert(files.get(path), path, 'glb', { files, onProgress })).bytes;
    return (await (await open(path)).convert('glb', { settings: { level } })).bytes;
  },

  async entries(path, keys, from) {
    return entriesOf(await recordOf(path), keys, from);
  },

  async search(path, text) {
    return searchRecord(await recordOf(path), text);
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
