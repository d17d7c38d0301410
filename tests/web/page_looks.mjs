// SPDX-License-Identifier: MIT
// How the page looks: plans and scenes are those of the tool's pictures, within a tolerance; whatever the window's shape all of
// them is seen, nothing jumps, keys do what a mouse does, and a plan is printed on one sheet.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, choose, end, openPage, openPlan, openScene, pick, shot, sizeOf, start, still } from './browser.mjs';
import * as native from './native.mjs';

const samples = path.join(native.source, 'samples');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
await start(...process.argv.slice(2));

// ---- Pictures side by side

/** What is drawn, cut out and made small: the shares of cells that are covered in both, and how far their colors are apart; and
 *  how much rougher one is than the other, before it was made small: pixels from afar must not flicker. */
const compare = (page, ours, theirs) => page.evaluate(async ([a, b]) => {
  const SIZE = 48;
  const small = async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const whole = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    whole.drawImage(image, 0, 0);
    const { data } = whole.getImageData(0, 0, image.width, image.height);
    const box = { left: image.width, top: image.height, right: 0, bottom: 0 };
    let [steps, count] = [0, 0];
    for (let i = 0; i < image.width * image.height; i++) {
      if (data[4 * i + 3] < 128) continue;
      if (data[4 * i + 7] > 127) for (let k = 4 * i; k < 4 * i + 3; k++, count++) steps += Math.abs(data[k] - data[k + 4]);
      const [x, y] = [i % image.width, Math.floor(i / image.width)];
      Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x + 1), top: Math.min(box.top, y), bottom: Math.max(box.bottom, y + 1) });
    }
    const pen = new OffscreenCanvas(SIZE, SIZE).getContext('2d', { willReadFrequently: true });
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, box.left, box.top, box.right - box.left, box.bottom - box.top, 0, 0, SIZE, SIZE);
    return { data: pen.getImageData(0, 0, SIZE, SIZE).data, shape: (box.right - box.left) / (box.bottom - box.top), rough: steps / count };
  };
  const [one, other] = [await small(a), await small(b)];
  let both = 0;
  let any = 0;
  let apart = 0;
  for (let i = 0; i < one.data.length; i += 4) {
    const [here, there] = [one.data[i + 3] > 127, other.data[i + 3] > 127];
    both += here && there;
    any += here || there;
    for (let k = 0; here && there && k < 3; k++) apart += Math.abs(one.data[i + k] - other.data[i + k]) / 3;
  }
  return { covered: both / any, apart: apart / both, shape: one.shape / other.shape, rough: one.rough / other.rough };
}, [ours, theirs]);

/** Both pictures, for those who look at them. */
function keep(name, ours, theirs) {
  if (!process.argv[5]) return;
  for (const [who, bytes] of [['page', ours], ['tool', theirs]]) fs.writeFileSync(path.join(process.argv[5], `${name.replaceAll('/', '-')} by ${who}.png`), bytes);
}

// How near the page must come. A model that moves is seen from where all of it is seen at rest.
const RESTS = { covered: 0.98, apart: 12, shape: 0.01 };
const MOVES = { covered: 0.8, apart: 20, shape: 0.12 };

async function compareScene(page, name, file, angle, level) {
  const tool = native.convert(file, 'png', 'out.png', ['--view', 'persp', '--angle', angle, ...level, '--size', await sizeOf(page, '.scene canvas'), '--background', 'transparent']);
  await page.evaluate(() => { const { scene } = globalThis.portolanView; scene.renderer.render(scene.scene, scene.camera); });
  const ours = await page.$eval('.scene canvas', (canvas) => canvas.toDataURL('image/png').split(',')[1]);
  keep(name, Buffer.from(ours, 'base64'), tool.bytes);
  const found = await compare(page, ours, Buffer.from(tool.bytes).toString('base64'));
  const near = await page.evaluate(() => globalThis.portolanView.scene.clips.length > 0) ? MOVES : RESTS;
  native.check(found.covered > near.covered && found.apart < near.apart && Math.abs(found.shape - 1) < near.shape && found.rough < 1.2, `${name}: the scene is not the tool's picture: ${JSON.stringify(found)}`);
}

async function comparePlan(page, name, file, level) {
  await page.$$eval('.lens', (all) => all.forEach((one) => { one.hidden = true; }));
  const ours = await page.locator('.paper svg').screenshot({ animations: 'disabled' });
  const tool = native.convert(file, 'png', 'out.png', [...level, '--size', await sizeOf(page, '.paper svg')]);
  keep(name, ours, tool.bytes);
  const found = await compare(page, ours.toString('base64'), Buffer.from(tool.bytes).toString('base64'));
  native.check(found.apart < 12 && Math.abs(found.shape - 1) < 0.05, `${name}: the plan is not the tool's: ${JSON.stringify(found)}`);
}

{
  const page = await openPage();
  for (const name of ['gridmonger/isles.gmm', 'gridmonger/lighthouse-v1.gmm', 'egoboo/gamedat/level.mpd', 'permafrost/island.pfmap', 'ppe/garden.xmf']) {
    const file = path.join(samples, name);
    await choose(page, path.join(samples, name.split('/')[0]), [...(await listed(name))][0]);
    await pick(page, name); // may be open already: the page makes it anew
    const level = await page.evaluate(() => globalThis.portolanView.subject.pages.length > 1) ? ['--level', '1'] : [];
    await openPlan(page);
    await comparePlan(page, name, file, level);
    if (!(await page.evaluate(() => globalThis.portolanView.subject.hasScene))) continue;
    await openScene(page);
    await compareScene(page, `${name} in 3D`, file, '45,35.264', level);
  }
  for (const name of ['chest.pfobj', 'flag.pfobj']) {
    const folder = path.join(samples, 'permafrost/models');
    await choose(page, fs.readdirSync(folder).filter((one) => !one.endsWith('.pfobj') || one === name).map((one) => path.join(folder, one)), name);
    await openScene(page);
    await page.evaluate(() => { // as the tool draws it: the first moment of the first clip
      const { scene } = globalThis.portolanView;
      if (scene.clips.length === 0) return;
      scene.play(0);
      scene.playing = false;
      scene.mixer.setTime(0);
    });
    await compareScene(page, name, path.join(folder, name), '35,24', []);
  }
  await page.close();
}

/** The documents of a folder, as the page lists them: the first is opened. */
async function listed(name) {
  const set = name.split('/')[0];
  return [...native.filesBelow(path.join(samples, set)).keys()].filter((one) => /\.(gmm|mpd|pfmap|pfobj|pfscene|xmf|map)$/.test(one)).map((one) => `${set}/${one}`).sort((a, b) => a.localeCompare(b));
}

// ---- Tiles of a sheet, from afar: their pixels are averaged, and no tile takes from its neighbor

{
  const page = await openPage({ viewport: { width: 260, height: 500 } });
  await choose(page, path.join(samples, 'ppe'), 'ppe/garden.xmf');
  await openScene(page);
  await compareScene(page, 'ppe/garden.xmf from afar', path.join(samples, 'ppe/garden.xmf'), '45,35.264', []);
  await page.close();
}

// ---- All of it is seen in windows of any shape

const inSight = (page) => page.evaluate(() => {
  const { scene } = globalThis.portolanView;
  scene.camera.updateMatrixWorld();
  let most = 0;
  for (let i = 0; i < scene.corners.length; i += 3) {
    const corner = scene.middle.clone().fromArray(scene.corners, i).project(scene.camera);
    most = Math.max(most, Math.abs(corner.x), Math.abs(corner.y));
  }
  return most;
});

for (const [width, height] of [[390, 844], [1400, 900], [340, 700], [900, 340]]) {
  const page = await openPage({ viewport: { width, height } });
  await choose(page, path.join(samples, 'gridmonger/lighthouse.gmm'), 'lighthouse.gmm');
  await openScene(page);
  for (const mode of ['orbit', 'top']) {
    await page.selectOption('#scene-mode', mode);
    const most = await inSight(page);
    native.check(most <= 1 && most > 0.8, `${width} x ${height}, ${mode}: the scene reaches to ${most} of the window`);
  }
  await page.setViewportSize({ width: height, height: width }); // turned
  await page.waitForFunction((wanted) => Math.abs(document.querySelector('.scene').clientWidth / document.querySelector('.scene').clientHeight - globalThis.portolanView.scene.camera.aspect) < 0.01 && innerWidth === wanted, height);
  native.check(await inSight(page) <= 1, `${height} x ${width}: it is cut off when the window is turned`);
  native.check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} x ${height}: the page is wider than its window`);
  await page.close();
}

// ---- Keys

{
  const page = await openPage();
  await choose(page, path.join(samples, 'gridmonger/lighthouse.gmm'), 'lighthouse.gmm');
  await page.focus('#tab-plan');
  await page.keyboard.press('ArrowRight'); // to 3D
  await still(page);
  const camera = () => page.evaluate(() => globalThis.portolanView.scene.camera.position.toArray().join());
  await page.selectOption('#scene-page', '2');
  await still(page);
  await page.focus('.scene canvas');
  const seen = [await camera()];
  for (const key of ['ArrowLeft', 'ArrowUp', '+', '-', '-']) {
    await page.keyboard.press(key);
    seen.push(await camera());
  }
  native.check(seen.every((one, i) => one !== seen[i - 1]), 'keys do not turn the scene');
  await page.keyboard.press('0');
  native.check(await camera() === seen[0], 'the key 0 does not show all of the scene');
  await page.selectOption('#scene-mode', 'top');
  const above = await camera();
  await page.focus('.scene canvas');
  await page.keyboard.press('ArrowRight');
  native.check(await camera() !== above, 'keys do not move the scene seen from above');
  await page.selectOption('#scene-mode', 'walk');
  const first = await camera();
  await page.focus('.scene canvas');
  await page.keyboard.down('w');
  await page.waitForFunction((before) => globalThis.portolanView.scene.camera.position.toArray().join() !== before, first);
  await page.keyboard.up('w');

  // Notes are read, and found, without a mouse; a list of layers closes again.
  await openPlan(page);
  native.check(await page.$eval('#plan-page', (select) => select.value) === '2', 'plan and scene show different levels');
  await page.selectOption('#plan-page', '0');
  await still(page);
  await page.focus('#tab-facts');
  for (let i = 0; i < 8 && !(await page.isVisible('#panel-notes')); i++) await page.keyboard.press('ArrowRight');
  native.check((await page.textContent('#panel-notes')).includes('Salt on every pane'), 'a note can only be read with a mouse');
  await page.focus('#panel-notes button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.spot.target');
  await page.focus('.layers summary');
  await page.keyboard.press('Enter');
  native.check(await page.isVisible('.layers .list'), 'layers do not open');
  await page.keyboard.press('Escape');
  native.check(!(await page.isVisible('.layers .list')), 'layers do not close');
  await page.close();
}

// ---- Nothing jumps but what was asked for

{
  const page = await openPage(PHONE);
  await page.evaluate(() => {
    globalThis.jumps = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) globalThis.jumps += one.value; }).observe({ type: 'layout-shift', buffered: true });
  });
  await choose(page, path.join(samples, 'gridmonger/lighthouse.gmm'), 'lighthouse.gmm');
  await openScene(page);
  await page.waitForTimeout(600);
  native.check(await page.evaluate(() => globalThis.jumps) < 0.02, `the page jumps: ${await page.evaluate(() => globalThis.jumps)}`);
  await accessible(page, 'a scene on a phone');
  await shot(page, 'phone-scene');
  await page.close();
}

// ---- On paper

for (const name of ['isles.gmm', 'tower.gmm']) {
  const page = await openPage();
  await choose(page, path.join(samples, 'gridmonger', name), name);
  const pdf = path.join(native.scratch, 'printed.pdf');
  for (const landscape of [false, true]) {
    await page.pdf({ path: pdf, format: 'A4', landscape, printBackground: true });
    const pages = /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [pdf]).toString())[1];
    native.check(pages === '1', `${name} is printed on ${pages} sheets`);
    if (process.argv[5] && !landscape) execFileSync('pdftoppm', ['-png', '-r', '50', pdf, path.join(process.argv[5], `printed-${name}`)]);
  }
  await page.close();
}

await end('looks');
