// SPDX-License-Identifier: MIT
// The module in node: every sample and golden file gives the same bytes, facts, findings and errors as the tool.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';
import * as native from './native.mjs';

const [folder, npm] = process.argv.slice(2);
const { Portolan, PortolanError } = await import(pathToFileURL(path.join(folder, 'portolan.mjs')));
const { Decompress } = await import(pathToFileURL(path.join(npm, 'node_modules/fzstd/esm/index.mjs')));

const MOST_GZIPPED = 675_000; // bytes of the module as it is downloaded: docs/web.md says so, too

function zstd(bytes, room) {
  const pieces = [];
  let size = 0;
  const stream = new Decompress((piece) => { size += piece.length; if (size <= room) pieces.push(piece); });
  stream.push(bytes, true);
  return size > room ? null : Buffer.concat(pieces);
}

const portolan = await new Portolan({ decoders: { zstd } }).load();
const same = (a, b) => a !== undefined && Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
const equal = (a, b) => { try { assert.deepStrictEqual(a, b); return true; } catch { return false; } };
const plain = (findings) => JSON.parse(JSON.stringify(findings));

// What only cairo can draw, only libzstd write, or only libassimp read. The tool has all of them.
const ABSENT = 'feature-absent';
let absent = 0;

async function compareTarget(file, name, bytes, files, target) {
  const output = `out.${portolan.extensionOf(target)}`;
  let made = null;
  let error = null;
  try {
    made = await portolan.convert(bytes, name, target, { files, output });
  } catch (wrong) {
    if (!(wrong instanceof PortolanError)) throw wrong;
    error = wrong;
  }
  if (error?.rule === ABSENT) { absent++; return; }
  const tool = native.convert(file, target, output);
  const what = `${name} to ${target}`;
  if (error) {
    native.check(tool.code !== 0 && tool.err.includes(`${error.message} [${error.rule}]`), `${what}: "${error.message} [${error.rule}]", the tool: ${tool.err}`);
    return;
  }
  native.check(tool.code === 0 && same(tool.bytes, made.bytes), `${what}: other bytes (${tool.err})`);
  native.check(equal([...tool.files.keys()].sort(), [...made.files.keys()].sort()), `${what}: other files beside it: ${[...made.files.keys()]}, the tool: ${[...tool.files.keys()]}`);
  for (const [beside, content] of tool.files)
    if (made.files.has(beside)) native.check(same(content, made.files.get(beside)), `${what}: ${beside} has other bytes`);
}

async function compareLooks(file, name, bytes, files) {
  const doc = await portolan.read(bytes, name, { files });
  const tool = native.facts(file);
  native.check(equal(await doc.info(), tool.facts), `${name}: other facts`);
  native.check(native.run('info', '-q', file).out.includes(await doc.page()), `${name}: another page of info`);
  const found = doc.companions().map(({ path: at, ...rest }) => ({ ...rest, path: at && path.basename(at) }));
  native.check(equal(found, tool.files.map(({ path: at, ...rest }) => ({ ...rest, path: at && path.basename(at) }))), `${name}: other companions`);
  for (const profile of [undefined, 'engine', 'document']) {
    const said = native.checked(file, ...(profile ? ['--profile', profile] : []));
    const checked = await doc.check({ profile });
    native.check(equal(plain(checked.findings), said.findings), `${name}: other findings (${profile ?? 'no profile'})`);
    native.check(equal(checked.folded, said.folded), `${name}: others are folded`);
    native.check(equal(checked.verdict?.engine, said.verdict?.engine), `${name}: another verdict: ${checked.verdict?.engine}, the tool: ${said.verdict?.engine}`);
  }
  if (doc.format && portolan.format(doc.format).can & 8) {
    const fixed = await doc.fix();
    const raw = path.join(native.scratch, path.basename(name));
    native.run('check', '--fix', '--quiet', '--output', raw, file);
    native.check(fixed.changed === fs.existsSync(raw) && (!fixed.changed || same(fs.readFileSync(raw), fixed.bytes)), `${name}: another repair`);
    fs.rmSync(raw, { force: true });
  }
  doc.close();
}

/** The files around a document, as somebody would drop them: its folder and the one above, where textures may be. */
function around(file, root) {
  const files = native.filesBelow(root);
  return { files, name: path.relative(root, file) };
}

const samples = path.join(native.source, 'samples');
for (const set of ['gridmonger', 'egoboo', 'permafrost', 'ppe']) {
  const root = path.join(samples, set);
  for (const [name, bytes] of native.filesBelow(root)) {
    const file = path.join(root, name);
    const kind = await portolan.probe(bytes, name);
    if (!kind || /\.(bmp|tga|png)$/.test(name)) continue;
    if (!portolan.format(kind)) continue;
    const { files } = around(file, root);
    await compareLooks(file, name, bytes, files);
    for (const target of portolan.targets(kind)) await compareTarget(file, name, bytes, files, target);
  }
}

// Golden files: those that are read, as themselves, as JSON and as what is looked at; and those that are refused.
for (const format of fs.readdirSync(path.join(native.source, 'tests/golden'))) {
  for (const kind of ['accept', 'reject']) {
    const root = path.join(native.source, 'tests/golden', format, kind);
    if (!fs.existsSync(root)) continue;
    const files = native.filesBelow(root);
    for (const [name, bytes] of files) {
      if (/\.(expected|json|txt\.txt|findings|info)$/.test(name) || !portolan.format(format)) continue;
      if (!portolan.format(format).extensions.split(' ').some((e) => name.endsWith(e))) continue;
      const file = path.join(root, name);
      if (kind === 'accept') for (const target of ['json', format]) await compareTarget(file, name, bytes, files, target);
      const said = native.checked(file);
      try {
        const doc = await portolan.read(bytes, name, { files });
        native.check(equal(plain((await doc.check()).findings), said.findings), `${format}/${kind}/${name}: other findings`);
        doc.close();
      } catch (error) {
        if (!(error instanceof PortolanError)) throw error;
        if (error.rule !== ABSENT) native.check(equal(plain(error.findings), said.findings), `${format}/${kind}/${name}: other error: ${error.message}, the tool: ${JSON.stringify(said.findings)}`);
      }
    }
  }
}
native.check(absent > 0 && absent < 60, `${absent} conversions are absent here`);

// Settings, files that come as settings, progress, and being stopped.
{
  const bytes = new Uint8Array(fs.readFileSync(path.join(samples, 'gridmonger/lighthouse.gmm')));
  const stages = [];
  const doc = await portolan.read(bytes, 'lighthouse.gmm', { onProgress: ({ stage }) => { stages.push(stage); } });
  const { bytes: level } = await doc.convert('svg', { settings: { level: 1, layers: ['-legend'] } });
  const tool = native.convert(path.join(samples, 'gridmonger/lighthouse.gmm'), 'svg', 'out.svg', ['--level', '1', '--layers', '-legend']);
  native.check(same(tool.bytes, level), `settings do not do what they do in the tool: ${tool.err}`);
  native.check((await doc.pages()).length > 0 && (await doc.pages())[0].cells[2] > 0, 'a plan has no pages, or they have no cells');
  native.check(stages.length > 0, 'nobody heard of progress');
  await assert.rejects(doc.convert('svg', { settings: { nonsense: 1 } }), (e) => e instanceof PortolanError && e.status === 'argument');
  const picture = await doc.render({ view: 'iso', size: '160x120' });
  native.check(picture.name === 'lighthouse.png' && Buffer.from(picture.bytes.subarray(1, 4)).toString() === 'PNG', 'no picture');
  native.check((await doc.render({})).name === 'lighthouse.svg', 'a plan is not drawn as SVG');
  doc.close();
  await assert.rejects(portolan.convert(bytes, 'x.gmm', 'glb', { onProgress: () => false }), (e) => e.status === 'stopped');
  await assert.rejects(portolan.read(bytes.subarray(0, 100), 'x.gmm'), (e) => e.findings.length > 0 && e.rule === 'truncated');
  await assert.rejects(portolan.read(new Uint8Array(0), ''), (e) => e.status === 'format');
  native.check((await portolan.rule('truncated')).length > 0, 'a rule has no meaning');
}

// Calls that are made at once do not mix, whether they fail or not; a document that is closed answers them first, and no others.
{
  const root = path.join(samples, 'gridmonger');
  const doc = await portolan.read(new Uint8Array(fs.readFileSync(path.join(root, 'lighthouse.gmm'))), 'lighthouse.gmm');
  const asked = [() => doc.convert('svg'), () => doc.page(), () => doc.check(), () => doc.convert('nonsense'), () => doc.convert('json'),
    () => doc.pages(), () => doc.check({ profile: 'document' }), () => doc.fix(), () => doc.info(), () => doc.convert('glb')];
  const settled = (promise) => promise.then((value) => value, (wrong) => wrong.message);
  const alone = [];
  for (const ask of asked) alone.push(await settled(ask()));
  const together = Promise.all(asked.map((ask) => settled(ask())));
  doc.close();
  native.check(equal(await together, alone), 'calls at once are answered otherwise than one by one');
  await assert.rejects(doc.info(), (e) => e instanceof PortolanError && e.status === 'argument');
}

// Two files side by side.
{
  const file = path.join(samples, 'gridmonger/lighthouse.gmm');
  const record = JSON.parse(native.run('convert', file, '-', '--to', 'json').out);
  record.title = 'another';
  record.levels[0].floor[3][4] = 0;
  fs.writeFileSync(path.join(native.scratch, 'after.json'), JSON.stringify(record));
  const after = path.join(native.scratch, 'after.gmm');
  native.run('convert', path.join(native.scratch, 'after.json'), after);
  const [a, b] = [file, after].map((name) => new Uint8Array(fs.readFileSync(name)));
  const compared = await portolan.diff(a, await portolan.read(b, 'after.gmm'));
  native.check(compared.how === 'differs' && compared.text === native.run('diff', file, after).out, `another difference: ${compared.text}`);
  native.check(equal(compared.changes, JSON.parse(native.run('diff', '--format', 'json', file, after).out)), 'other changes');
  native.check(await compared.patch() === native.run('diff', '--format', 'patch', file, after).out, 'another patch');
  native.check((await portolan.diff(a, a)).how === 'same', 'a file differs from itself');
  await assert.rejects(portolan.diff(a, b.subarray(0, 50)), (e) => e instanceof PortolanError);
}

// Without decoders there are features that are absent, and said to be.
{
  const poor = await new Portolan().load();
  const coded = new Uint8Array(fs.readFileSync(path.join(native.source, 'tests/golden/ppe/accept/coded-zstd.map')));
  await assert.rejects(poor.read(coded, 'coded-zstd.map'), (e) => e.rule === ABSENT);
  native.check(!poor.features.zstd && portolan.features.zstd, 'features are not those of the decoders');
  native.check((await portolan.read(coded, 'coded-zstd.map')).format === 'ppe', 'zstd is not decoded');
}

// Speed and size are promises, too.
{
  const file = path.join(samples, 'gridmonger/tower.gmm');
  const bytes = new Uint8Array(fs.readFileSync(file));
  const out = path.join(native.scratch, 'tower');
  for (const target of ['svg', 'glb', 'json']) {
    const [ours, tool] = await native.secondsByTurns(9, () => portolan.convert(bytes, 'tower.gmm', target),
      () => native.run('convert', file, `${out}.${target}`, '--to', target, '--overwrite', '-q'));
    console.log(`${target}: ${(ours * 1000).toFixed(1)} ms, the tool ${(tool * 1000).toFixed(1)} ms`);
    if (!process.env.SANITIZED) native.check(ours < 3 * tool + 0.005, `${target} takes ${ours} s, the tool ${tool} s`);
  }
  const module = fs.readFileSync(path.join(folder, 'portolan.wasm'));
  const packed = zlib.gzipSync(module, { level: 9 }).length;
  console.log(`module: ${module.length} bytes, ${packed} gzipped, ${zlib.brotliCompressSync(module).length} as brotli`);
  native.check(packed <= MOST_GZIPPED, `the module takes ${packed} bytes when it is gzipped; allowed: ${MOST_GZIPPED}`);
}
native.end('module');
