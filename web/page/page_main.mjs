// SPDX-License-Identifier: MIT
// The page: files are dropped or chosen, one of them is looked at, and everything the library can do with it can be done.
import { clear, download, el, errands, showLicenses, sizeText, turns, unpack } from './dom.mjs';
import { showChanges } from './show_changes.mjs';
import { placeText, showFindings } from './show_texts.mjs';
import { SubjectView } from './subject_view.mjs';

const text = new TextDecoder();
const packed = (id) => document.getElementById(id).textContent;

// ---- The worker

/** Calls into a worker. Stopping ends the worker, and a new one begins where the old one was. */
class Work {
  async start() {
    this.module ??= await unpack(packed('module'));
    this.script ??= URL.createObjectURL(new Blob([await unpack(packed('worker'))], { type: 'text/javascript' }));
    this.worker = new Worker(this.script);
    this.waiting = new Map();
    this.next = 1;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(new Error(event.message || 'the worker ended'));
    this.tables = await this.call('start', this.module);
  }

  hear({ id, result, error, progress }) {
    const call = this.waiting.get(id);
    if (!call) return;
    if (progress) { busy.step(progress); return; }
    this.waiting.delete(id);
    if (this.waiting.size === 0) busy.end();
    if (error) call.reject(Object.assign(new Error(error.message), error));
    else call.resolve(result);
  }

  fail(error) {
    for (const call of this.waiting.values()) call.reject(error);
    this.waiting.clear();
    busy.end();
  }

  call(method, ...args) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      busy.begin();
      this.worker.postMessage({ id, method, args });
    });
  }

  /** The files are handed over right behind the start: nothing that is asked meanwhile finds a worker without them. */
  async stop() {
    this.worker.terminate();
    this.fail(new Error('stopped'));
    const started = this.start();
    if (this.given) this.call('take', this.given).catch(() => {});
    await started;
  }

  async take(given) {
    const taken = await this.call('take', given);
    this.given = given;
    return taken;
  }
}

const busy = {
  host: document.getElementById('busy'),
  begin() { clearTimeout(this.timer); this.timer = setTimeout(() => { this.host.classList.add('on'); this.host.inert = false; }, 150); },
  end() { clearTimeout(this.timer); this.host.classList.remove('on'); this.host.inert = true; this.host.querySelector('progress').removeAttribute('value'); this.host.querySelector('span').textContent = 'working'; },
  step({ stage, done, total }) {
    this.host.querySelector('span').textContent = stage;
    const bar = this.host.querySelector('progress');
    if (total > 0) bar.value = done / total;
    else bar.removeAttribute('value');
  },
};

const work = new Work();
const main = document.getElementById('subject');
const list = document.getElementById('files');
const says = document.getElementById('says');
const begin = turns();
const taking = turns();
const errand = errands(main);
let found = []; // all files that were given, and what they are

const tell = (message) => { says.textContent = message; };

// ---- What can be done with a file

/** Plans as pictures are drawn by cairo, which the module has not: scenes are drawn instead, and the rest is the tool's. */
function canBecome(subject) {
  const routes = [...work.tables.formats, ...work.tables.imports].find((row) => row.name === subject.format).routes;
  const first = (to) => routes.find(([name]) => name === to);
  const absent = (to) => !work.tables.features.cairo && (to === 'pdf' || first(to).includes('table'));
  const settings = (to) => (to === 'png' && !work.tables.features.cairo && first(to).includes('plan') && subject.hasScene ? { view: 'iso' } : {});
  return { here: subject.targets.filter((to) => !absent(to)), elsewhere: subject.targets.filter(absent), settings };
}

function convertPanel(subject) {
  const { here, elsewhere, settings } = canBecome(subject);
  const panel = el('div', { class: 'text', tabindex: '0' });
  const result = el('div', { class: 'result', role: 'status' });
  const titles = new Map([...work.tables.formats, ...work.tables.exports].map((row) => [row.name, row.title]));
  const convert = async (to, line) => {
    line.append(result); // below what was pressed, where people look
    clear(result, el('p', {}, 'working'));
    try {
      const made = await work.call('convert', subject.name, to, settings(to));
      const all = [[made.name, made.bytes, made.mediaType], ...[...made.files].map(([name, bytes]) => [name, bytes, ''])];
      clear(result, all.map(([name, bytes, type]) => el('p', {}, el('button', { type: 'button', class: 'download', 'data-name': name, click: () => download(name, bytes, type) }, `Download ${name}`), ` ${sizeText(bytes.length)}`)),
        made.findings.length > 0 ? showFindings(made.findings, {}) : []);
      download(made.name, made.bytes, made.mediaType);
    } catch (wrong) {
      clear(result, el('p', { class: 'error' }, `${wrong.message} `, el('code', {}, wrong.rule ?? '')));
    }
  };
  const line = (to) => {
    const { view } = settings(to);
    const made = el('li', {}, el('button', { type: 'button', 'data-to': to, 'data-view': view, click: () => errand(convert(to, made)) }, to),
      `${titles.get(to) ?? 'the document as JSON'}${view ? ' of the scene' : ''}`);
    return made;
  };
  clear(panel, el('ul', { class: 'targets' }, here.map(line)),
    elsewhere.length > 0 ? el('p', {}, `The command line tool also writes ${elsewhere.join(', ')}.`) : [], result);
  return { id: 'convert', title: 'Convert', panel };
}

/** Two files side by side: the open one, and an earlier one that is chosen here. */
function comparePanel(subject, view) {
  const result = el('div', { class: 'result', role: 'status' });
  const compare = async (path, file) => {
    try {
      if (file) await work.call('add', path, file);
      clear(result, showChanges(await work.call('diff', path, subject.name), view));
    } catch (wrong) {
      clear(result, el('p', { class: 'error' }, `${path}: ${wrong.message} `, el('code', {}, wrong.rule ?? '')));
    }
  };
  const others = found.filter((file) => file.kind === subject.format && file.path !== subject.name).map((file) => file.path);
  const select = el('select', { id: 'compare-with', change: () => { if (select.value) errand(compare(select.value)); } }, ['', ...others].map((path) => el('option', { value: path }, path || 'choose')));
  const input = el('input', { type: 'file', id: 'compare-file', hidden: true, 'aria-label': 'Earlier file', change: () => {
    const [file] = input.files;
    input.value = ''; // the same one can be chosen again, when it has changed
    if (file) errand(compare(`earlier/${file.name}`, file));
  } });
  const panel = el('div', { class: 'text', tabindex: '0' }, el('p', { class: 'bar' },
    others.length > 0 ? [el('label', { for: 'compare-with' }, 'What changed since '), select] : [],
    el('button', { type: 'button', click: () => input.click() }, 'Choose an earlier file'), input), result);
  return { id: 'compare', title: 'Compare', panel };
}

function checkBar(subject, view) {
  const check = async () => {
    try {
      subject.checked = await work.call('check', subject.name, profile.value || undefined);
      view().showFindings(subject.checked);
    } catch (wrong) { tell(`${subject.name}: ${wrong.message}`); }
  };
  const profile = el('select', { id: 'profile', change: () => errand(check()) }, [['', 'usual'], ['engine', 'what the engine does'], ['document', 'the letter of the document']].map(([value, name]) => el('option', { value }, name)));
  const repaired = el('span', { role: 'status' });
  const fix = async () => {
    try {
      const fixed = await work.call('fix', subject.name);
      repaired.textContent = fixed.changed ? ` ${fixed.repairs.length} repaired: ${fixed.repairs.map((r) => r.message).join('; ')}` : ' nothing to repair';
      if (fixed.changed) download(fixed.name, fixed.bytes, 'application/octet-stream');
    } catch (wrong) { repaired.textContent = ` ${wrong.message}`; }
  };
  const repair = el('button', { type: 'button', click: () => errand(fix()) }, 'Repair and download');
  return [el('p', { class: 'bar' }, el('label', { for: 'profile' }, 'Check for '), profile, ' ', subject.canFix ? [repair, repaired] : [])];
}

function asSubject(shown, view) {
  const subject = {
    ...shown,
    svg: async (page, theme) => text.decode(await work.call('svg', shown.name, page, shown.pages, theme)),
    glb: (page) => work.call('glb', shown.name, shown.scenesByLevel ? page + 1 : undefined),
    record: shown.model ? null : { entries: (keys, from) => work.call('entries', shown.name, keys, from), search: (words) => work.call('search', shown.name, words) },
  };
  subject.panels = [convertPanel(subject), ...(shown.imported ? [] : [comparePanel(subject, view)])];
  return subject;
}

/** What the tool would print of a file that cannot be read, beside its name. */
function showError(path, wrong) {
  const place = placeText(wrong);
  tell(`${path}: ${wrong.message}`);
  clear(main, el('section', { class: 'refused', 'aria-label': 'Refused' }, el('h2', {}, path),
    el('p', { class: 'error' }, el('span', { class: 'severity error' }, 'error'), ' ', wrong.message, ' ', el('code', {}, wrong.rule ?? ''), place ? ` (${place})` : ''),
    wrong.findings?.length > 1 ? showFindings(wrong.findings, {}) : []));
}

async function show(path) {
  const isLast = begin();
  list.querySelectorAll('button').forEach((b) => b.setAttribute('aria-current', b.dataset.path === path ? 'true' : 'false'));
  try {
    let view = null;
    const subject = asSubject(await work.call('show', path), () => view);
    if (!isLast()) return;
    subject.checkBar = subject.model ? [] : checkBar(subject, () => view);
    view = new SubjectView(subject);
    clear(main, el('h2', { class: 'name' }, path, el('small', {}, ` ${subject.title}`)), view.host);
    globalThis.portolanView = view;
    await view.start();
    if (isLast()) tell(`${path}: ${subject.title}`);
  } catch (wrong) {
    if (isLast()) showError(path, wrong);
  }
}

// ---- Files

const isFirst = (a, b) => Number(b.format) - Number(a.format) || Number(b.path.endsWith('.world')) - Number(a.path.endsWith('.world')) || a.path.localeCompare(b.path);

function listFiles(given, count) {
  found = given;
  const known = found.filter((file) => file.kind);
  const formats = known.filter((file) => file.format);
  // Lists of words look like drawings of dungeons: they count where there is nothing else.
  const shown = (formats.length > 0 ? known.filter((file) => file.format || !/\.txt$/i.test(file.path)) : known).sort(isFirst);
  const others = shown.length === 0 ? found : [];
  clear(list, [...shown, ...others].map((file) => el('li', {}, el('button', {
    type: 'button', 'data-path': file.path, 'aria-current': 'false', click: () => errand(show(file.path)),
  }, file.path, ' ', el('small', {}, `${file.kind ?? 'unknown'}, ${sizeText(file.size)}`)))));
  document.body.classList.add('has-files');
  document.body.classList.toggle('has-one', shown.length + others.length === 1);
  tell(`${count} ${count === 1 ? 'file' : 'files'}, ${shown.length} to open`);
  return [...shown, ...others];
}

async function takeFiles(given) {
  if (given.length === 0) return;
  const isLast = taking();
  begin(); // what is still being opened is one of the files before
  tell('reading');
  try {
    await ready;
    const taken = await work.take(given);
    if (!isLast()) return;
    const shown = listFiles(taken, given.length);
    if (shown.length > 0) await show(shown[0].path);
    else clear(main, el('p', {}, 'None of these files is a map or a model: pictures are shown with the map they belong to.'));
  } catch (wrong) {
    if (isLast()) tell(wrong.message);
  }
}

/** All files of a dropped entry: older, and refused by Chromium where the page itself lies on a disk. */
async function belowEntry(entry, path = '') {
  const name = path ? `${path}/${entry.name}` : entry.name;
  if (entry.isFile) return [{ path: name, file: await new Promise((resolve, reject) => { entry.file(resolve, reject); }) }];
  const reader = entry.createReader();
  const all = [];
  for (;;) { // a hundred at a time
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (some.length === 0) break;
    for (const one of some) all.push(...await belowEntry(one, name));
  }
  return all;
}

/** The same by handles, which not every browser has. */
async function belowHandle(handle, path = '') {
  const name = path ? `${path}/${handle.name}` : handle.name;
  if (handle.kind === 'file') return [{ path: name, file: await handle.getFile() }];
  const all = [];
  for await (const one of handle.values()) all.push(...await belowHandle(one, name));
  return all;
}

/** Whatever a browser gives of what was dropped; entries and handles can only be asked for at once. */
async function dropped(event) {
  event.preventDefault();
  document.body.classList.remove('over');
  const items = [...event.dataTransfer.items].filter((item) => item.kind === 'file');
  if (items.length === 0) return; // words, perhaps
  const plain = [...event.dataTransfer.files].map((file) => ({ path: file.name, file }));
  const handles = items.map((item) => item.getAsFileSystemHandle?.());
  const entries = items.map((item) => item.webkitGetAsEntry?.());
  const folders = entries.some((entry) => entry?.isDirectory);
  handles.forEach((handle) => handle?.catch(() => {}));
  tell('reading');
  try {
    if (!folders) await takeFiles(plain);
    else await takeFiles((await Promise.all(entries.map(async (entry, i) => {
      const handle = await Promise.resolve(handles[i]).catch(() => null);
      return handle ? belowHandle(handle) : belowEntry(entry);
    }))).flat());
  } catch (wrong) {
    tell(`what was dropped cannot be read: ${wrong.message}; choose it instead`);
  }
}

addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('over'); });
addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('over'); });
addEventListener('drop', (event) => errand(dropped(event)));
for (const id of ['choose-files', 'choose-folder']) {
  const input = document.getElementById(id);
  document.getElementById(`${id}-button`).addEventListener('click', () => input.click());
  input.addEventListener('change', () => { errand(takeFiles([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })))); input.value = ''; });
}
showLicenses();

let ready; // the worker: at first, and again after a stop

function wait(started, said) {
  const mine = started.then(() => { document.documentElement.dataset.ready = 'true'; if (said) tell(said()); }, (wrong) => {
    if (ready === mine) tell(`this browser cannot run it: ${wrong.message}`);
    throw wrong;
  });
  mine.catch(() => {}); // who waits for it hears of it
  ready = mine;
}

document.getElementById('stop').addEventListener('click', () => { wait(errand(work.stop())); tell('stopped'); });
wait(work.start(), () => `version ${work.tables.version}, ready`);
