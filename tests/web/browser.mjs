// SPDX-License-Identifier: MIT
// A real browser without a network, and the page in it. Whatever it complains about is kept, and is a failure in the end.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as native from './native.mjs';

const PATIENCE = 180_000; // milliseconds: a machine may be slow, or busy with something else
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
  page.setDefaultTimeout(PATIENCE);
  if (process.env.PAGE_SLOW) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.PAGE_SLOW) });
  page.saved = [];
  page.on('download', (one) => page.saved.push(one));
  page.on('console', (m) => { if (m.type() === 'error' && !allowed?.test(m.text())) problems.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => problems.push(`page error: ${e.message}`));
  page.on('request', (r) => { if (!/^(file|blob|data):/.test(r.url())) problems.push(`request: ${r.url()}`); });
  page.on('dialog', (d) => { problems.push(`dialog: ${d.message()}`); d.dismiss(); });
  await page.addInitScript(() => { // whatever is given to save, by its address: names are not unique
    globalThis.given = [];
    HTMLAnchorElement.prototype.click = function click() {
      globalThis.given.push(this.href);
      HTMLElement.prototype.click.call(this);
    };
  });
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  return page;
}

/** Until nothing is under way on the page any more, it says what it should, and what it shows has its place. */
export async function still(page, says = '') {
  await page.waitForFunction((start) => !document.querySelector('[aria-busy=true]') && (document.getElementById('says')?.textContent ?? '').startsWith(start), says);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

/** Until the page says that a file is open, or refused, after something was done that makes it say so: nothing from before says it. */
export async function settled(page, file, act) {
  await still(page);
  await page.evaluate(() => { document.getElementById('says').textContent = ''; });
  await act();
  await still(page, `${file}:`);
}

export async function choose(page, files, first) {
  const whole = fs.statSync([files].flat()[0]).isDirectory();
  await settled(page, first, () => page.setInputFiles(whole ? '#choose-folder' : '#choose-files', files));
}

export const pick = (page, file) => settled(page, file, () => page.click(`#files button[data-path="${file}"]`));

export async function openPlan(page) {
  await page.click('#tab-plan');
  await still(page);
  await page.waitForSelector('.paper svg');
}

/** How large something is on the screen, in whole pixels. */
export const sizeOf = (page, selector) => page.$eval(selector, (one) => {
  const { width, height } = one.getBoundingClientRect();
  return `${Math.round(width)}x${Math.round(height)}`;
});

export async function openScene(page) {
  await page.click('#tab-scene');
  await still(page);
  await page.waitForFunction(() => globalThis.portolanView.scene.drawn > 0);
}

/** What the page gives to save when something is done: its name and its bytes. None: it refuses. */
export async function saves(page, act, button) {
  await still(page);
  await page.evaluate(() => { globalThis.given = []; });
  await act();
  await still(page);
  const given = () => page.evaluate(() => globalThis.given);
  if ((await given()).length === 0) return null;
  const come = async (most) => {
    for (const end = Date.now() + most; Date.now() < end; await page.waitForTimeout(20)) {
      const addresses = await given();
      const got = page.saved.find((one) => addresses.includes(one.url()));
      if (got) return { name: got.suggestedFilename(), bytes: fs.readFileSync(await got.path()) };
    }
    return null;
  };
  // Chromium starts no download by itself long after a click, nor soon after another: a person presses the button that stands there.
  const got = await come(5000);
  if (got) return got;
  await page.click(button);
  return come(PATIENCE);
}

/** The same when a route is chosen. */
export const download = (page, to) => saves(page, () => page.click(`button[data-to="${to}"]`), '#panel-convert .result .download');

/** For how long the page computed at a stretch meanwhile, at most, in milliseconds of its own time: how busy the machine is does not count. */
export async function longestTask(page, act) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const mains = new Set(traceEvents.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map((one) => `${one.pid} ${one.tid}`));
  const tasks = traceEvents.filter((one) => one.tdur > 0 && mains.has(`${one.pid} ${one.tid}`));
  native.check(tasks.length > 0, 'nobody says how long the page computes');
  return tasks.reduce((most, one) => Math.max(most, one.tdur / 1000), 0);
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
