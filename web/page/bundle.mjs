// SPDX-License-Identifier: MIT
// Makes the pages: node bundle.mjs MODULE NPM OUT. Each is one file without any request; the policy in it lets nothing run but
// what is in it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const [module, npm, out] = process.argv.slice(2).map((name) => path.resolve(name));
const here = path.dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(path.join(npm, 'package.json'))('esbuild');
const read = (name) => fs.readFileSync(path.join(here, name), 'utf8');
const pack = (bytes) => zlib.gzipSync(bytes, { level: 9 }).toString('base64');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function bundle(entry) {
  const made = esbuild.buildSync({
    entryPoints: [path.join(here, entry)], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022', legalComments: 'none',
    nodePaths: [path.join(npm, 'node_modules')], define: { 'import.meta.url': '""' }, external: ['node:fs/promises'], logLevel: 'error',
  });
  const text = made.outputFiles[0].text;
  if (/<\/script|<!--/i.test(text)) throw new Error(`${entry} has an end of a script in it`);
  return text;
}

const licenses = ['three', 'fzstd'].map((name) => {
  const folder = path.join(npm, 'node_modules', name);
  const about = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${name} ${about.version}\n\n${fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8')}`;
});
const coders = (sources) => ['libdeflate', 'libspng', 'zlib', 'expat'].map((name) => {
  const folder = fs.existsSync(sources) && fs.readdirSync(sources).find((one) => one.startsWith(`${name}-`) && fs.statSync(path.join(sources, one)).isDirectory());
  return folder ? `${folder}\n\n${fs.readFileSync(path.join(sources, folder, 'debian/copyright'), 'utf8')}` : '';
});
const own = `Portolan\n\n${fs.readFileSync(path.join(here, '../../LICENSE'), 'utf8')}`;

function page(template, code, parts, policies) {
  const boot = bundle('boot.mjs').trim();
  const style = esbuild.transformSync(read('page.css'), { loader: 'css', minify: true }).code.trim();
  const policy = [`default-src 'none'`, `script-src ${hash(boot)} ${hash(code)} ${policies.script ?? ''}`.trim(), `style-src ${hash(style)}`, 'img-src blob: data:', 'connect-src blob: data:',
    ...(policies.more ?? []), `base-uri 'none'`, `form-action 'none'`].join('; ');
  const all = { ...parts, BOOT: boot, STYLE: style, POLICY: policy, CODE: pack(code) };
  return read(template).replace(/@([A-Z]+)@/g, (_, name) => all[name]);
}

const sources = path.join(path.dirname(module), 'sources');
const joined = (...texts) => texts.flat().filter(Boolean).join('\n\n----\n\n');
fs.writeFileSync(path.join(out, 'portolan.html'), page('page.html', bundle('page_main.mjs'), {
  MODULE: pack(fs.readFileSync(module)), WORKER: pack(bundle('page_worker.mjs')), LICENSES: pack(joined(own, licenses, coders(sources))),
}, { script: `'wasm-unsafe-eval'`, more: ['worker-src blob:'] }));
fs.writeFileSync(path.join(out, 'viewer.html'), page('view.html', bundle('view_main.mjs'), { LICENSES: pack(joined(own, licenses[0])) }, {}));
fs.writeFileSync(path.join(out, 'LICENSE'), `${joined(own, coders(sources))}\n`); // of the module, which goes with it
