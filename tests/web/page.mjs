// SPDX-License-Identifier: MIT
// The page in a real browser, without a network: every sample is dropped on it, and what it shows and gives for download is
// what the tool prints and writes.
import fs from 'node:fs';
import path from 'node:path';
import { accessible, choose, download, end, longestTask, openPage, openPlan, openScene, pick, saves, settled, shot, start, still } from './browser.mjs';
import * as native from './native.mjs';

const samples = path.join(native.source, 'samples');
const golden = path.join(native.source, 'tests/golden');
await start(...process.argv.slice(2));

const plain = (findings) => JSON.stringify(findings);

/** Facts, findings and downloads of the file that is open. */
async function compareOpen(page, name, file) {
  const shown = await page.evaluate(() => { const { subject } = globalThis.portolanView; return { page: subject.page, findings: subject.checked.findings }; });
  native.check(native.run('info', '-q', file).out.includes(shown.page), `${name}: other facts on the page`);
  native.check(plain(shown.findings) === plain(native.checked(file).findings), `${name}: other findings on the page`);
  await page.click('#tab-findings');
  const listed = await page.textContent('#panel-findings');
  for (const { message } of shown.findings) native.check(listed.includes(message), `${name}: "${message}" is not on the page`);
  await page.click('#tab-convert');
  const offered = await page.$$eval('#panel-convert [data-to]', (all) => all.map((b) => [b.dataset.to, b.dataset.view]));
  native.check(offered.length > 2, `${name}: nothing to convert it to`);
  for (const [to, view] of offered) await compareDownload(page, name, file, to, view ? ['--view', view] : []);
}

async function compareDownload(page, name, file, to, settings) {
  const got = await download(page, to);
  if (!got) {
    const rule = await page.textContent('#panel-convert .result .error code');
    if (rule === 'feature-absent') return;
    const tool = native.convert(file, to, 'out', settings);
    native.check(tool.code !== 0 && tool.err.includes(`[${rule}]`), `${name} to ${to}: the page refuses it (${rule}), the tool: ${tool.err}`);
    return;
  }
  const tool = native.convert(file, to, got.name, settings);
  native.check(tool.bytes && Buffer.compare(Buffer.from(tool.bytes), got.bytes) === 0, `${name}: the download ${got.name} is not what the tool writes (${to}): ${tool.err}`);
  const beside = await page.$$eval('#panel-convert .result .download', (all) => all.map((b) => b.dataset.name));
  native.check(beside.length === tool.files.size + 1, `${name} to ${to}: ${beside} for download, the tool writes ${[...tool.files.keys()]} beside it`);
}

/** Something is drawn: neither stage is of one color. */
async function compareViews(page, name, file) {
  const has = await page.evaluate(() => ({ plan: globalThis.portolanView.subject.pages.length > 0, scene: globalThis.portolanView.subject.hasScene }));
  if (has.plan) {
    await openPlan(page);
    native.check(await page.$$eval('.paper svg path, .paper svg image', (all) => all.length) > 2, `${name}: the plan is empty`);
    await shot(page, `${name}-plan`);
  }
  if (has.scene) {
    await page.click('#tab-scene');
    await still(page);
    const said = await page.evaluate(() => globalThis.portolanView.sceneSays.textContent);
    if (said) {
      const tool = native.convert(file, 'glb', 'out.glb');
      native.check(tool.err.includes(said), `${name}: the page has no scene: "${said}", the tool: ${tool.err}`);
      return;
    }
    await page.waitForFunction(() => globalThis.portolanView.scene.drawn > 0);
    const seen = await page.evaluate(() => {
      const { scene } = globalThis.portolanView;
      scene.renderer.render(scene.scene, scene.camera);
      const small = new OffscreenCanvas(64, 48);
      const pen = small.getContext('2d');
      pen.drawImage(scene.canvas, 0, 0, 64, 48);
      const { data } = pen.getImageData(0, 0, 64, 48);
      return { colors: new Set(Array.from({ length: 64 * 48 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size, triangles: scene.count() };
    });
    native.check(seen.triangles > 0 && seen.colors > 8, `${name}: the scene has ${seen.triangles} triangles and ${seen.colors} colors`);
    await shot(page, `${name}-scene`);
  }
}

// ---- Every sample

{
  const page = await openPage();
  for (const set of ['gridmonger', 'egoboo', 'permafrost', 'ppe']) {
    const documents = [...native.filesBelow(path.join(samples, set)).keys()].filter((name) => /\.(gmm|mpd|pfmap|pfobj|pfscene|xmf|map)$/.test(name)).sort((a, b) => a.localeCompare(b)).map((name) => `${set}/${name}`);
    await choose(page, path.join(samples, set), documents[0]);
    for (const name of documents) {
      await pick(page, name);
      await compareOpen(page, name, path.join(samples, name));
      await compareViews(page, name.replaceAll('/', '-'), path.join(samples, name));
    }
  }
  await page.close();
}

// ---- Findings lead to their place; files that belong together are dropped together

{
  const page = await openPage();
  const file = path.join(golden, 'grmm/accept/bad-cells-v4.gmm');
  await choose(page, file, 'bad-cells-v4.gmm');
  await page.click('#tab-findings');
  await page.click('.finding >> nth=0');
  await page.waitForSelector('.mark');
  const { mark, cell } = await page.evaluate(() => {
    const view = globalThis.portolanView;
    const box = document.querySelector('.mark');
    const { cells } = view.subject.pages[view.page];
    const finding = document.querySelector('.finding .place').textContent;
    return { mark: [(box.getAttribute('x') - cells[0]) / cells[2], (box.getAttribute('y') - cells[1]) / cells[3]].map(Math.round).join(), cell: /\[(\d+,\d+)\]/.exec(finding)[1] };
  });
  native.check(mark === cell, `the mark is at ${mark}, the finding at ${cell}`);
  await shot(page, 'finding');

  const broken = path.join(golden, 'grmm/accept/bad-links.gmm');
  await choose(page, broken, 'bad-links.gmm');
  await page.click('#tab-findings');
  const repair = 'text=Repair and download';
  const repaired = await saves(page, () => page.click(repair), repair);
  const mended = path.join(native.scratch, 'mended.gmm');
  native.run('check', '--fix', '--quiet', '--output', mended, broken);
  native.check(repaired.name === 'bad-links.gmm' && Buffer.compare(repaired.bytes, fs.readFileSync(mended)) === 0, `another repair than that of the tool: ${repaired.name}`);

  // A real drop, of several files at once.
  await settled(page, 'chest.pfobj', () => page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
  }, [...native.filesBelow(path.join(samples, 'permafrost/models'))].map(([name, bytes]) => [name, [...bytes]])));
  await pick(page, 'flag.pfobj');
  await openScene(page);
  native.check(await page.evaluate(() => globalThis.portolanView.scene.clips.length) === 2, 'a model has other clips');
  await page.selectOption('#scene-clip', '0');
  await page.waitForFunction(() => globalThis.portolanView.scene.drawn > 3);
  for (const mode of ['walk', 'top', 'orbit']) await page.selectOption('#scene-mode', mode);
  await page.check('text=Wireframe');

  // Layers, themes, levels, record, repair.
  await choose(page, path.join(samples, 'gridmonger/lighthouse.gmm'), 'lighthouse.gmm');
  await page.selectOption('#plan-page', '1');
  await page.waitForFunction(() => globalThis.portolanView.shown.startsWith('1'));
  await page.selectOption('#plan-theme', 'blueprint');
  await page.waitForFunction(() => globalThis.portolanView.shown === '1 blueprint');
  await page.click('.layers summary');
  await page.uncheck('.layers label:has-text("grid") input');
  native.check(await page.$eval('.paper svg #grid', (g) => g.getAttribute('display')) === 'none', 'a layer stays when it is switched off');
  await page.click('.layers summary');
  await page.hover('.paper .spot[data-text] >> nth=0', { force: true });
  native.check((await page.textContent('.tip')).length > 0, 'a note has no tooltip');
  await page.click('#tab-record');
  await page.fill('#record-search', 'Lamp');
  await page.waitForFunction(() => document.querySelector('.results').textContent.includes('Lamp'));
  await page.click('#tab-findings');
  await page.selectOption('#profile', 'document');
  await page.click('text=Repair and download');
  await page.waitForFunction(() => /nothing to repair|repaired/.test(document.getElementById('panel-findings').textContent));

  // What changed since an earlier file: the tool's words, and the cells on the map.
  const record = JSON.parse(native.run('convert', path.join(samples, 'gridmonger/lighthouse.gmm'), '-', '--to', 'json').out);
  record.levels[0].floor[3][4] = 0;
  fs.writeFileSync(path.join(native.scratch, 'earlier.json'), JSON.stringify(record));
  const earlier = path.join(native.scratch, 'earlier.gmm');
  native.run('convert', path.join(native.scratch, 'earlier.json'), earlier);
  await page.click('#tab-compare');
  await page.setInputFiles('#compare-file', earlier);
  await page.waitForSelector('.changes li');
  const lines = native.run('diff', earlier, path.join(samples, 'gridmonger/lighthouse.gmm')).out.trimEnd().split('\n');
  native.check(JSON.stringify(await page.$$eval('.changes li', (all) => all.map((li) => li.textContent))) === JSON.stringify(lines.slice(1)), 'other changes than the tool says');
  await page.click('.mark-all');
  await page.waitForSelector('.mark.changed');
  await accessible(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await accessible(page, 'dark');
  await page.click('#licenses-button');
  await page.waitForSelector('#licenses[open]');
  const licenses = await page.textContent('#licenses-text');
  native.check(['Portolan', 'three', 'fzstd', 'libdeflate', 'expat'].every((name) => licenses.includes(name)), 'licenses are not shown');
  await page.click('#licenses button');
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  native.check(!(await page.isVisible('header')) && await page.isVisible('.paper svg'), 'something else than the plan is printed');
  await page.close();
}

// ---- A phone

{
  const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await accessible(page, 'an empty page on a phone');
  await choose(page, path.join(samples, 'gridmonger/isles.gmm'), 'isles.gmm');
  native.check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than a phone');
  await shot(page, 'phone');
  await accessible(page, 'a phone');

  // A list of layers is in the window, and closes again, whatever the window.
  await choose(page, path.join(samples, 'gridmonger/lighthouse.gmm'), 'lighthouse.gmm');
  for (const [width, height] of [[390, 844], [320, 568], [844, 390]]) {
    await page.setViewportSize({ width, height });
    for (const closes of ['.layers summary', '#says']) {
      await page.tap('.layers summary');
      await page.waitForFunction(() => {
        const { left, top, right, bottom } = document.querySelector('.layers .list').getBoundingClientRect();
        return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth;
      }).catch(() => native.check(false, `a list of layers is not in a window of ${width} x ${height}`));
      await page.tap(closes);
      await page.waitForSelector('.layers .list', { state: 'hidden' });
    }
  }
  await page.close();
}

// ---- Files of strangers

{
  const page = await openPage();
  const evil = '</script><script>globalThis.hacked=1</script><img src=x onerror=globalThis.hacked=1>';
  const json = path.join(native.scratch, 'evil.json');
  const text = native.run('convert', path.join(samples, 'gridmonger/lighthouse.gmm'), '-', '--to', 'json').out;
  const record = JSON.parse(text);
  record.title = evil;
  for (const level of record.levels) {
    level.name = evil.slice(0, 60);
    for (const note of level.annotations ?? []) note.text = evil;
  }
  fs.writeFileSync(json, JSON.stringify(record));
  const file = path.join(native.scratch, '<img src=x onerror=hacked=1>.gmm');
  const made = native.run('convert', json, file);
  native.check(made.code === 0, `no hostile map: ${made.err}`);
  await choose(page, file, path.basename(file));
  await page.click('#tab-scene');
  await page.click('#tab-plan');
  await page.click('#tab-record');
  await page.click('#tab-convert');
  await still(page);
  native.check(await page.evaluate(() => globalThis.hacked === undefined && !document.querySelector('img, main script')), 'a hostile map does something');
  native.check((await page.textContent('#panel-facts')).includes('globalThis.hacked=1'), 'a hostile name is not shown as text');

  // Broken ones get the tool's message beside their name, and the page stays usable.
  for (const [name, bytes] of [['cut.gmm', fs.readFileSync(path.join(samples, 'gridmonger/isles.gmm')).subarray(0, 300)], ['noise.mpd', Buffer.alloc(5000, 7)], ['empty.gmm', Buffer.alloc(0)]]) {
    const broken = path.join(native.scratch, name);
    fs.writeFileSync(broken, bytes);
    await choose(page, broken, name);
    const said = native.run('info', broken).err;
    const shown = await page.textContent('#says');
    native.check(said.includes(shown.slice(name.length + 2)), `${name}: the page says "${shown}", the tool: ${said}`);
  }
  await choose(page, path.join(samples, 'gridmonger/isles.gmm'), 'isles.gmm');
  native.check(await page.$('.paper svg') !== null, 'the page is of no use after a broken file');

  // A large one does not freeze it, and can be stopped.
  const large = path.join(native.scratch, 'large.mpd');
  native.run('new', 'mpd', large, '--size', '1000x1000');
  fs.truncateSync(large, 64 << 20);
  await page.evaluate(() => { // pressed as soon as it is there: the work might be done when a mouse arrives
    const button = document.getElementById('stop');
    const busy = document.getElementById('busy');
    new MutationObserver((_, watch) => {
      if (!busy.classList.contains('on')) return;
      const { x, y, width, height } = button.getBoundingClientRect();
      globalThis.pressed = document.elementFromPoint(x + width / 2, y + height / 2) === button;
      watch.disconnect();
      button.click();
    }).observe(busy, { attributes: true });
  });
  const stood = await longestTask(page, async () => {
    await page.setInputFiles('#choose-files', large);
    await page.waitForFunction(() => document.getElementById('says').textContent.includes('stopped'));
    await still(page);
  });
  native.check(stood < 1500, `the page stood still for ${stood} ms`);
  native.check(await page.evaluate(() => globalThis.pressed), 'a mouse does not reach what stops the work');
  await choose(page, path.join(samples, 'gridmonger/isles.gmm'), 'isles.gmm');
  await page.close();
}

await end('page');
