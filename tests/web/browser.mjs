// SPDX-License-Identifier: MIT
// A real browser without a network, and the page in it. Whatever it complains about is kept, and is a failure in the end.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as native from './native.mjs';

let browser = null;
let need = null;
let folder = null;
let shots = null;
const problems = [];

export async function start(web, npm, browserPath, pictures) {
  folder = web;
  shots = pictures;
  need = createRequire(path.join(path.resolve(npm), 'package.json'));
  browser = await need('playwright-core').chromium.launch({ executablePath: browserPath });
}

/** `allowed`: what a page may complain about, where a test is about that. */
export async function openPage({ allowed = null, ...options } = {}, url = `file://${path.resolve(folder, 'portolan.html')}`) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, offline: true, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.on('console', (m) => { if (m.type() === 'error' && !allowed?.test(m.text())) problems.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => problems.push(`page error: ${e.message}`));
  page.on('request', (r) => { if (!/^(file|blob|data):/.test(r.url())) problems.push(`request: ${r.url()}`); });
  page.on('dialog', (d) => { problems.push(`dialog: ${d.message()}`); d.dismiss(); });
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, { timeout: 60000 });
  return page;
}

/** Whether the page says that a file is open, or refused. */
export const settled = (page, file) => page.waitForFunction((name) => document.getElementById('says').textContent.startsWith(`${name}:`), file, { timeout: 60000 });

export async function choose(page, files, first) {
  const whole = fs.statSync([files].flat()[0]).isDirectory();
  await page.setInputFiles(whole ? '#choose-folder' : '#choose-files', files);
  await settled(page, first);
}

export async function pick(page, file) {
  await page.evaluate(() => { document.getElementById('says').textContent = ''; });
  await page.click(`#files button[data-path="${file}"]`);
  await settled(page, file);
}

export async function openScene(page) {
  await page.click('#tab-scene');
  await page.evaluate(() => globalThis.portolanView.loading);
  await page.waitForFunction(() => globalThis.portolanView.scene.drawn > 0, null, { timeout: 60000 });
}

export async function shot(page, name) {
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`) });
}

export async function accessible(page, what) {
  await page.evaluate(fs.readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  for (const v of violations) native.check(false, `${what}: axe: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' ')}`);
  native.check(violations.length === 0, `${what}: ${violations.length} violations`);
}

export async function end(what) {
  await browser.close();
  native.check(problems.length === 0, problems.slice(0, 5).join('\n'));
  native.end(what);
}
