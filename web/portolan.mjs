// SPDX-License-Identifier: MIT
// Portolan for browsers and node: one class for the library, one for a document. Each document lives in an
// instance of the module of its own, so that closing it gives back all its memory.
//
//     import portolan from './portolan.mjs';
//     const doc = await portolan.read(bytes, 'dungeon.gmm');
//     const { bytes: glb } = await doc.convert('glb');

const SEVERITIES = ['note', 'loss', 'warning', 'error'];
const STATUSES = ['ok', 'argument', 'io', 'memory', 'limit', 'format', 'syntax', 'unsupported', 'stopped'];
const FATES = ['none', 'unknown', 'loads', 'wrong', 'refuses', 'breaks'];
const PAGES = { text: 0, json: 1, notes: 2 };
const FOLDED = 1000; // findings of one rule that are kept, as the tool does
const MEMORY = 0; // the limit of the library: the same files are refused as by the tool
const CAN = { read: 1, write: 2, check: 4, fix: 8, scene: 16, notes: 32, plan: 64, import: 128, new: 256, judge: 512, miss: 1024 };
const HOW = ['same', 'alike', 'differs'];
const FORMS = { text: 0, stat: 1, json: 2, patch: 3 };
const ENOSYS = 52;
const ROUNDS = 8; // pictures may name pictures, but not for ever

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** What the library says of a call that failed; `findings` holds all that was found until then. */
export class PortolanError extends Error {
  constructor(finding, findings = []) {
    super(finding.message);
    this.name = 'PortolanError';
    Object.assign(this, finding);
    this.findings = findings;
  }
}

// ---- Files that belong to a document ---------------------------------------------------------------------

const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const baseOf = (path) => path.slice(path.lastIndexOf('/') + 1);
const below = (folder, name) => (folder ? `${folder}/${name}` : name);
// Only Latin letters are the same in both cases, as in the tool: names of games know no others.
const lower = (name) => name.replace(/[A-Z]/g, (c) => c.toLowerCase());
const clean = (path) => path.replaceAll('\\', '/').split('/').filter((part) => part && part !== '.').join('/');

/** Files by their paths, found as the tool finds them: beside the document, and where engines keep them. */
class Folder {
  constructor(files) {
    const entries = files instanceof Map ? files : Array.isArray(files) ? files.map((f) => [f.name, f.bytes]) : Object.entries(files ?? {});
    this.folders = new Map();
    for (const [path, bytes] of entries) {
      const whole = clean(path);
      const folder = lower(folderOf(whole));
      if (!this.folders.has(folder)) this.folders.set(folder, []);
      this.folders.get(folder).push({ path: whole, name: baseOf(whole), bytes });
    }
  }

  look(folder, stem, endings, cased) {
    const same = cased ? (a, b) => a === b : (a, b) => lower(a) === lower(b);
    const there = this.folders.get(lower(folder)) ?? [];
    for (const ending of endings) {
      const found = there.find((file) => same(file.name, stem + ending));
      if (found) return found;
    }
    return null;
  }

  find(document, companion) {
    const endings = companion.exact ? [''] : ['.png', '.bmp'];
    const beside = folderOf(clean(document));
    const parts = companion.name.split('/');
    const stem = parts.pop();
    const tails = parts.map((_, i) => parts.slice(i).join('/'));
    const deeper = (top) => [...tails.map((tail) => below(top, tail)), top];
    const places = deeper(beside);
    if (companion.folder) places.push(...deeper(below(beside, companion.folder)), ...deeper(below(folderOf(beside), companion.folder)));
    if (!stem || parts.includes('..')) return null;
    for (const place of places) {
      const found = this.look(place, stem, endings, companion.cased);
      if (found) return found;
    }
    return null;
  }
}

// ---- One instance of the module --------------------------------------------------------------------------

const sameBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

function hashOf(bytes) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return `${bytes.length}:${hash >>> 0}`;
}

/** Pixels of pictures that only the surroundings can decode, and only by and by: a call that needs one that is
 *  not there yet is made again when it is. */
class Pictures {
  constructor(decode) {
    this.decode = decode;
    this.known = new Map();
    this.wanted = new Map();
  }

  get(bytes) {
    const key = hashOf(bytes);
    if (!this.known.has(key)) this.wanted.set(key, bytes.slice());
    return this.known.get(key);
  }

  async fetch() {
    const some = [...this.wanted];
    this.wanted.clear();
    for (const [key, bytes] of some) this.known.set(key, await this.decode(bytes).catch(() => null));
    return some.length > 0;
  }
}

class Instance {
  static async make(module, context) {
    const made = new Instance(context);
    made.wasm = (await WebAssembly.instantiate(module, { portolan: made.host(), wasi_snapshot_preview1: made.wasi() })).exports;
    made.wasm._initialize();
    return made;
  }

  constructor({ name, folder, decoders, onProgress }) {
    Object.assign(this, { name, folder, decoders, onProgress });
    this.pictures = new Pictures(decoders.jpeg ?? (async () => null));
    this.clear();
  }

  clear() {
    this.findings = [];
    this.tallies = new Map();
    this.error = null;
    this.outputs = new Map();
    this.heard = [];
  }

  // Memory may have moved with every call: nothing of this is kept.
  bytes(at, size) {
    return new Uint8Array(this.wasm.memory.buffer, at, size);
  }

  text(at) {
    const memory = new Uint8Array(this.wasm.memory.buffer);
    return at ? text.decode(memory.subarray(at, memory.indexOf(0, at))) : null;
  }

  result() {
    return this.bytes(this.wasm.result(), this.wasm.result_size()).slice();
  }

  finding(severity, status, rule, offset, line, column, path, message, engine) {
    const found = { severity: SEVERITIES[severity], rule: this.text(rule) };
    if (line > 0) Object.assign(found, { line: line >>> 0, column: column >>> 0 });
    if (offset >= 0) found.offset = offset;
    if (this.text(path)) found.path = this.text(path);
    found.message = this.text(message);
    Object.defineProperty(found, 'status', { value: STATUSES[status], enumerable: false });
    Object.defineProperty(found, 'engine', { value: FATES[engine], enumerable: false });
    return found;
  }

  tally(severity, rule) {
    const key = `${severity} ${rule}`;
    const tally = this.tallies.get(key) ?? { severity, rule, count: 0 };
    this.tallies.set(key, tally);
    return tally;
  }

  hear(found) {
    if (++this.tally(found.severity, found.rule).count <= FOLDED) this.findings.push(found);
  }

  wants(severity, rule) {
    const tally = this.tally(SEVERITIES[severity], this.text(rule));
    if (tally.count < FOLDED) return 1;
    tally.count++;
    return 0;
  }

  folded() {
    const more = [...this.tallies.values()].filter((t) => t.count > FOLDED);
    return Object.fromEntries(more.map((t) => [t.rule, t.count - FOLDED]));
  }

  host() {
    return {
      finding: (...about) => this.hear(this.finding(...about)),
      failure: (...about) => { this.error = this.finding(...about); },
      wants: (severity, rule) => this.wants(severity, rule),
      companion: (number, name, role, folder, needed, exact, cased) => this.heard.push({
        number, name: this.text(name), role: this.text(role), folder: this.text(folder),
        needed: needed !== 0, exact: exact !== 0, cased: cased !== 0,
      }),
      find: (name, folder, exact, cased) => {
        this.found = this.folder.find(this.name, { name: this.text(name), folder: this.text(folder), exact, cased });
        return this.found ? this.found.bytes.length : -1;
      },
      copy: (to) => this.bytes(to, this.found.bytes.length).set(this.found.bytes),
      put: (name, data, size) => { this.outputs.set(this.text(name), this.bytes(data, size).slice()); return 1; },
      free: (name, data, size) => {
        const there = this.outputs.get(this.text(name));
        return !there || sameBytes(there, this.bytes(data, size)) ? 1 : 0;
      },
      step: (stage, done, total) => (this.onProgress?.({ stage: this.text(stage), done, total }) === false ? 0 : 1),
      has_jpeg: () => (this.decoders.jpeg ? 1 : 0),
      has_zstd: () => (this.decoders.zstd ? 1 : 0),
      jpeg: (data, size, out, width, height) => this.jpeg(this.bytes(data, size), out, width, height),
      zstd: (data, size, out, room) => this.zstd(this.bytes(data, size), out, room),
    };
  }

  jpeg(bytes, out, width, height) {
    const picture = this.pictures.get(bytes);
    if (!picture || picture.width !== width || picture.height !== height) return 0;
    this.bytes(out, width * height * 4).set(picture.data);
    return 1;
  }

  zstd(bytes, out, room) {
    let pieces;
    try {
      pieces = this.decoders.zstd(bytes.slice(), room);
    } catch {
      return -2; // damaged
    }
    if (pieces === null || pieces.length > room) return -1; // more than there is room for
    this.bytes(out, pieces.length).set(pieces);
    return pieces.length;
  }

  /** All of WASI that a module without files needs: a clock, no environment, nothing to write to. */
  wasi() {
    const view = () => new DataView(this.wasm.memory.buffer);
    return {
      fd_close: () => ENOSYS,
      fd_seek: () => ENOSYS,
      fd_write: () => ENOSYS,
      fd_fdstat_get: () => ENOSYS,
      environ_get: () => 0,
      environ_sizes_get: (count, size) => { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
      clock_time_get: (_clock, _precision, out) => { view().setBigUint64(out, BigInt(Date.now()) * 1000000n, true); return 0; },
      proc_exit: (code) => { throw new Error(`the module ended with ${code}`); },
    };
  }

  // ---- Arguments

  put(bytes) {
    const at = this.wasm.alloc(bytes.length);
    if (!at) throw new PortolanError({ severity: 'error', status: 'memory', rule: 'memory', message: 'no memory for the file' });
    this.bytes(at, bytes.length).set(bytes);
    this.taken.push(at);
    return at;
  }

  putText(value) {
    return value === null || value === undefined ? 0 : this.put(utf8.encode(`${value}\0`));
  }

  putSettings(settings) {
    const given = Object.entries(settings ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]));
    const rows = given.filter(([, value]) => value !== undefined && value !== null && value !== false).map(([name, value]) => {
      const bytes = value === true ? null : value instanceof Uint8Array ? value : utf8.encode(String(value));
      return [this.putText(name), bytes ? this.put(bytes) : 0, bytes ? bytes.length : 0];
    });
    const at = this.put(new Uint8Array(12 * rows.length));
    const view = new DataView(this.wasm.memory.buffer, at, 12 * rows.length);
    rows.flat().forEach((number, i) => view.setUint32(4 * i, number, true));
    return [at, rows.length];
  }

  /** Makes a call, with arguments that are in memory only for so long. */
  run(work) {
    this.taken = [];
    try {
      return work(this);
    } catch (wrong) {
      if (!(wrong instanceof WebAssembly.RuntimeError) && !(wrong instanceof RangeError)) throw wrong;
      this.error = { severity: 'error', status: 'memory', rule: 'memory', message: 'the module ran out of memory' };
      return this.error;
    } finally {
      if (!this.error || this.error.status !== 'memory') for (const at of this.taken) this.wasm.release(at);
    }
  }

  /** The same, again and again until all pictures are decoded that it asked for; throws what went wrong. */
  async call(work, { keep = false } = {}) {
    const before = { findings: [...this.findings], tallies: new Map([...this.tallies].map(([k, v]) => [k, { ...v }])) };
    let answer;
    for (let round = 0; round < ROUNDS; round++) {
      this.clear();
      if (keep) {
        this.findings = [...before.findings];
        this.tallies = new Map([...before.tallies].map(([k, v]) => [k, { ...v }]));
      }
      answer = this.run(work);
      if (!(await this.pictures.fetch())) break;
    }
    if (this.error) throw new PortolanError(Object.assign({ status: this.error.status, engine: this.error.engine }, this.error), this.findings);
    return answer;
  }
}

// ---- Documents -------------------------------------------------------------------------------------------

const FLAGS = { strict: 1, lenient: 2, untrusted: 4 };
const flagsOf = (options) => Object.entries(FLAGS).reduce((sum, [name, bit]) => sum | (options[name] ? bit : 0), 0);
const stemOf = (name) => { const base = baseOf(name); const dot = base.lastIndexOf('.'); return dot > 0 ? base.slice(0, dot) : base; };
const FATE_ORDER = new Map(FATES.map((name, i) => [name, i]));

async function convertIn(instance, library, bytes, to, options) {
  const output = options.output ?? `${stemOf(instance.name)}.${library.extensionOf(to)}`;
  const status = await instance.call((it) => it.wasm.convert(
    it.put(bytes), bytes.length, it.putText(instance.name), it.putText(options.format), flagsOf(options),
    options.memory ?? MEMORY, it.putText(to), it.putText(output), it.putText(stemOf(output)), ...it.putSettings(options.settings)));
  const made = { name: baseOf(output), bytes: instance.result(), files: instance.outputs, findings: instance.findings, mediaType: library.mediaTypeOf(to) };
  instance.wasm.drop();
  return status === 0 ? made : null;
}

/** A document that was read. Its calls wait for pictures and for one another, so all of them are promises. */
export class Doc {
  constructor(library, instance, bytes, options) {
    Object.assign(this, { library, instance, bytes, options, name: instance.name, turn: Promise.resolve() });
  }

  /** Calls share the memory, the result and the findings of one instance: each begins when the one before has ended. */
  inTurn(work) {
    if (this.closed) return Promise.reject(new PortolanError({ severity: 'error', status: 'argument', rule: 'argument', message: 'the document is closed' }));
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  static async open(library, instance, bytes, options) {
    const doc = new Doc(library, instance, bytes, options);
    doc.handle = await instance.call((it) => it.wasm.read(
      it.put(bytes), bytes.length, it.putText(doc.name), it.putText(options.format), it.putText(options.profile),
      flagsOf(options), options.memory ?? MEMORY, ...it.putSettings(options.settings)));
    doc.findings = instance.findings;
    doc.tallies = instance.tallies;
    doc.format = instance.text(instance.wasm.format(doc.handle));
    return doc;
  }

  /** A short page for people, as the tool prints it. */
  page(kind = 'text') {
    return this.inTurn(async () => {
      await this.instance.call((it) => it.wasm.info(this.handle, PAGES[kind]));
      return text.decode(this.instance.result());
    });
  }

  /** The facts under stable names. */
  async info() {
    return JSON.parse(await this.page('json'));
  }

  /** What people wrote into it. */
  notes() {
    return this.page('notes');
  }

  /** The files that belong to it, and which of them are there. */
  companions() {
    this.instance.heard = [];
    this.instance.wasm.companions(this.handle);
    return this.instance.heard.map(({ number, name, role, needed, ...rest }) => ({
      number, name, role, needed, path: this.instance.folder.find(this.name, { name, ...rest })?.path ?? null,
    }));
  }

  /** Everything that is wrong with it: what reading found, and what only a check finds. */
  check({ profile } = {}) {
    return this.inTurn(() => this.checkNow(profile));
  }

  async checkNow(profile) {
    const fresh = profile === this.options.profile ? this : await this.library.read(this.bytes, this.name, { ...this.options, files: this.instance.folder, profile });
    const { instance } = fresh;
    instance.findings = fresh.findings;
    instance.tallies = fresh.tallies;
    const { can } = this.library.format(this.format);
    const judged = profile === 'engine' && (can & CAN.judge) !== 0;
    const says = judged || (can & CAN.miss) !== 0; // the check itself tells of files that are not there
    await instance.call((it) => {
      const status = it.wasm.check(fresh.handle, it.putText(profile), it.putText(this.name));
      if (status === 0 && !says) it.wasm.missing(fresh.handle);
      return status;
    }, { keep: true });
    const findings = instance.findings;
    const checked = { findings, folded: instance.folded() };
    if (judged) {
      const worst = findings.reduce((a, b) => (FATE_ORDER.get(b.engine) > FATE_ORDER.get(a?.engine ?? 'none') ? b : a), null);
      const bad = worst && FATE_ORDER.get(worst.engine) > FATE_ORDER.get('loads');
      checked.verdict = bad ? { engine: worst.engine, because: worst } : { engine: 'loads' };
    }
    if (fresh !== this) fresh.close();
    return checked;
  }

  /** Repairs what has one honest repair: `repairs` lists it, `bytes` is the whole file. The document itself stays as it is. */
  fix() {
    return this.inTurn(() => this.fixNow());
  }

  async fixNow() {
    const fresh = await this.library.read(this.bytes, this.name, { ...this.options, files: this.instance.folder });
    await fresh.instance.call((it) => it.wasm.fix(fresh.handle));
    const repairs = fresh.instance.findings;
    await fresh.instance.call((it) => it.wasm.write(fresh.handle));
    const bytes = fresh.instance.result();
    fresh.close();
    return { changed: repairs.length > 0, repairs, bytes, name: baseOf(this.name) };
  }

  /** Another format, an export, or "json". Files that go beside the output are in `files`. */
  convert(to, options = {}) {
    return this.inTurn(() => convertIn(this.instance, this.library, this.bytes, to, { ...this.options, ...options }));
  }

  /** A picture: SVG of what has a plan, PNG of what has none or where `view` asks for another look. */
  render({ to, output, ...settings } = {}) {
    const plan = (this.library.format(this.format).can & CAN.plan) !== 0 && (!settings.view || settings.view === 'plan');
    return this.convert(to ?? (plan ? 'svg' : 'png'), { settings, output });
  }

  /** The pages of its plan: names, sizes, layers, and where the first cell lies. */
  pages(settings) {
    return this.inTurn(async () => {
      await this.instance.call((it) => it.wasm.pages(this.handle, ...it.putSettings(settings)));
      return JSON.parse(text.decode(this.instance.result()));
    });
  }

  /** Ends it when all that was asked of it before has been answered. */
  close() {
    if (this.closed) return;
    this.closed = true;
    this.turn.then(() => {
      this.instance.wasm.close(this.handle);
      this.instance = null;
    });
  }
}

// ---- The library -----------------------------------------------------------------------------------------

async function bytesBeside() {
  const url = new URL('portolan.wasm', import.meta.url);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) return (await import('node:fs/promises')).readFile(url);
  return (await fetch(url)).arrayBuffer();
}

/** A JPEG without what it says of itself beside its pixels (APP1 to APP13: orientation, profiles): browsers turn
 *  pictures by that even when they are asked not to, and engines do not. */
function bareJpeg(bytes) {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const marker = bytes[at + 1];
    const end = marker === 0xff ? at + 1 : at + 2 + bytes[at + 2] * 256 + bytes[at + 3]; // 0xff may be there to fill
    if (marker < 0xe1 || marker > 0xed) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return [...kept, bytes.subarray(at)];
}

/** JPEG through the browser: it has no alpha, so that a canvas gives back what was decoded. */
async function jpegByBrowser(bytes) {
  const image = await createImageBitmap(new Blob(bareJpeg(bytes), { type: 'image/jpeg' }), { colorSpaceConversion: 'none' });
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height);
}

const defaultDecoders = () => (typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function' ? { jpeg: jpegByBrowser } : {});

export class Portolan {
  /** `module`: the compiled module or its bytes, where it does not lie beside this file. `decoders`: `jpeg`, an
   *  async function from bytes to { width, height, data }; `zstd`, from bytes and the most that may come out to
   *  bytes, or null where there are more. */
  constructor({ module, decoders } = {}) {
    this.given = module;
    this.decoders = { ...defaultDecoders(), ...decoders };
  }

  /** Compiles the module; calls do so by themselves. */
  load() {
    this.ready ??= this.compile();
    return this.ready;
  }

  async compile() {
    const given = (await this.given) ?? (await bytesBeside());
    this.module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    const instance = await this.instance('', {});
    instance.wasm.tables();
    Object.assign(this, JSON.parse(text.decode(instance.result())));
    this.features.zstd = Boolean(this.decoders.zstd);
    this.helper = instance;
    return this;
  }

  instance(name, { files, onProgress }) {
    return Instance.make(this.module, { name, folder: files instanceof Folder ? files : new Folder(files), decoders: this.decoders, onProgress });
  }

  row(name) {
    return [...this.formats, ...this.exports].find((row) => row.name === name);
  }

  format(name) {
    return this.formats.find((row) => row.name === name);
  }

  extensionOf(target) {
    return this.row(target)?.extensions.split(' ')[0] ?? target;
  }

  mediaTypeOf(target) {
    return this.row(target)?.mediaType ?? 'application/json';
  }

  /** What a file looks most like: the name of a format or an import, or null. */
  async probe(bytes, name = '') {
    await this.load();
    return this.helper.run((it) => it.text(it.wasm.probe(it.put(bytes.subarray(0, 65536)), bytes.length, it.putText(name)))) || null;
  }

  /** What a rule means, in one line. */
  async rule(name) {
    await this.load();
    return this.helper.run((it) => it.text(it.wasm.rule(it.putText(name))));
  }

  /** Where a document can be converted to: the targets of a format or import, each once. */
  targets(name) {
    const row = [...this.formats, ...this.imports].find((one) => one.name === name);
    return [...new Set((row?.routes ?? []).map(([to]) => to))];
  }

  /** Reads a document. `files` are those around it by their paths, `name` is its own path among them. */
  async read(bytes, name = '', options = {}) {
    await this.load();
    return Doc.open(this, await this.instance(name, options), bytes, { ...options, files: undefined });
  }

  /** What changed from one file to another of the same format; each is a document or the bytes of one. */
  async diff(before, after, { name = after.name ?? before.name ?? '', most = 0, ...options } = {}) {
    await this.load();
    const [a, b] = [before, after].map((one) => one.bytes ?? one);
    const instance = await this.instance(name, options);
    const page = async (form) => {
      const how = await instance.call((it) => it.wasm.diff(it.put(a), a.length, it.put(b), b.length, it.putText(name), FORMS[form], most, flagsOf(options), options.memory ?? MEMORY));
      return [HOW[how], text.decode(instance.result())];
    };
    const [how, lines] = await page('text');
    return { how, text: lines, changes: JSON.parse((await page('json'))[1]), patch: async () => (await page('patch'))[1] };
  }

  /** Converts a file of any kind, imports too. */
  async convert(bytes, name, to, options = {}) {
    await this.load();
    return convertIn(await this.instance(name, options), this, bytes, to, options);
  }
}

export default new Portolan();
