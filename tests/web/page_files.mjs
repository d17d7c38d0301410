// SPDX-License-Identifier: MIT
// Files that need more than the module: JPEG and zstd, which the page decodes; modules and worlds, which are folders; and records
// that are far larger than what anybody looks at.
import fs from 'node:fs';
import path from 'node:path';
import { choose, download, end, longestTask, openPage, openScene, pick, settled, start, still } from './browser.mjs';
import * as native from './native.mjs';

const samples = path.join(native.source, 'samples');
const golden = path.join(native.source, 'tests/golden');
await start(...process.argv.slice(2));

/** What the page gives for download. */
async function convert(page, to) {
  await page.click('#tab-convert');
  return (await download(page, to)).bytes;
}

/** How far two pictures are apart: the mean and the most of all channels, and their sizes. */
const apart = (page, ours, theirs) => page.evaluate(async (both) => {
  const [a, b] = await Promise.all(both.map(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  }));
  const far = a.data.map((value, i) => Math.abs(value - b.data[i]));
  return { same: a.width === b.width && a.height === b.height, mean: far.reduce((sum, one) => sum + one, 0) / far.length, most: far.reduce((x, y) => Math.max(x, y), 0) };
}, [ours, theirs].map((bytes) => Buffer.from(bytes).toString('base64')));

// ---- JPEG

/** A JPEG as cameras write it: an orientation that viewers follow, and engines do not. */
function turned(jpeg) {
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

{
  const page = await openPage({ allowed: /load texture/ }); // half a JPEG, below
  const folder = path.join(native.scratch, 'jpeg');
  fs.cpSync(path.join(samples, 'permafrost/models'), folder, { recursive: true });
  const painted = await page.screenshot({ type: 'jpeg', quality: 90, clip: { x: 0, y: 0, width: 128, height: 64 } });
  fs.rmSync(path.join(folder, 'flag.pfobj'));
  const model = path.join(folder, 'chest.pfobj');
  fs.writeFileSync(model, fs.readFileSync(model, 'latin1').replace('chest_wood.bmp', 'wood.jpg').replace('chest_iron.bmp', 'iron.jpg'), 'latin1');
  for (const [name, bytes] of [['plain', painted], ['turned', turned(painted)]]) {
    for (const one of ['wood.jpg', 'iron.jpg']) fs.writeFileSync(path.join(folder, one), bytes);
    await choose(page, folder, 'jpeg/chest.pfobj');
    const tool = native.convert(model, 'png', 'out.png');
    const found = await apart(page, await convert(page, 'png'), tool.bytes);
    native.check(found.same && found.mean < 0.5 && found.most < 40, `a picture with JPEG (${name}) is another one: ${JSON.stringify(found)}`);
    const said = await page.textContent('#panel-convert .result');
    native.check(!/image|texture/.test(said), `JPEG (${name}) is not decoded: ${said}`);
    native.check(Buffer.compare(await convert(page, 'glb'), Buffer.from(native.convert(model, 'glb', 'out.glb').bytes)) === 0, `JPEG (${name}) is not passed through`);
    await openScene(page);
    native.check(await page.evaluate(() => { let maps = 0; globalThis.portolanView.scene.model.traverse((node) => { if (node.material?.map?.image) maps++; }); return maps; }) > 0, `a scene has no JPEG (${name})`);
  }
  fs.writeFileSync(path.join(folder, 'wood.jpg'), painted.subarray(0, 200));
  await choose(page, folder, 'jpeg/chest.pfobj');
  await openScene(page);
  native.check(/one texture cannot be decoded/.test(await page.textContent('#panel-scene .says')), 'a scene does not say that a JPEG is damaged');
  await convert(page, 'png');
  native.check(/wood\.jpg/.test(await page.textContent('#panel-convert .result')), `nobody says that a JPEG is damaged: ${await page.textContent('#panel-convert .result')}`);
  await page.close();
}

// ---- zstd

{
  const page = await openPage();
  const file = path.join(golden, 'ppe/accept/coded-zstd.map');
  await choose(page, file, 'coded-zstd.map');
  native.check(Buffer.compare(await convert(page, 'json'), Buffer.from(native.convert(file, 'json', 'out.json').bytes)) === 0, 'a map that is packed by zstd is read as something else');
  const cut = path.join(native.scratch, 'cut-zstd.map');
  fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, -5));
  await choose(page, cut, 'cut-zstd.map');
  const said = (await page.textContent('#says')).slice('cut-zstd.map: '.length);
  native.check(native.run('info', cut).err.includes(said), `half a zstd stream: "${said}", the tool: ${native.run('info', cut).err}`);
  await page.close();
}

// ---- Files of other programs: shown as what they become, with what is lost on the way

{
  const page = await openPage();
  const findings = () => page.$$eval('#panel-findings .message', (all) => all.map((one) => one.textContent));
  const said = (file, to) => native.run('convert', file, '-', '--to', to).err.split('\n').map((line) => / (?:error|warning|loss|note): (.*) \[/.exec(line)?.[1]).filter(Boolean);
  const drawing = path.join(native.source, 'tests/dungeons/cellar.txt');
  await choose(page, drawing, 'cellar.txt');
  native.check(await page.$('.paper svg') !== null && (await page.$$('#plan-page option')).length === 2, 'a drawn dungeon has no plan of two levels');
  const losses = said(drawing, 'json');
  native.check(losses.length > 1 && losses.every((one, i, all) => all.indexOf(one) === i), `the tool loses nothing: ${losses}`);
  const shown = await findings();
  for (const one of losses) native.check(shown.includes(one), `a drawn dungeon does not say "${one}": ${shown}`);
  await page.selectOption('#plan-page', '1');
  await still(page);
  await openScene(page);
  native.check(Buffer.compare(await convert(page, 'grmm'), Buffer.from(native.convert(drawing, 'grmm', 'cellar.gmm').bytes)) === 0, 'a drawn dungeon becomes another map');

  // A picture is a heightmap where there is no map; one that is none is refused with the tool's words.
  const heights = path.join(native.scratch, 'heights.png');
  native.run('convert', path.join(samples, 'permafrost/island.pfmap'), heights, '--to', 'heightmap', '-q');
  await choose(page, heights, 'heights.png');
  native.check(await page.$('.paper svg') !== null, 'a heightmap has no plan');
  const colors = path.join(native.scratch, 'colors.png');
  native.run('convert', path.join(samples, 'permafrost/models/chest.pfobj'), colors, '-q');
  await choose(page, colors, 'colors.png');
  const refused = (await page.textContent('#says')).slice('colors.png: '.length);
  native.check(native.run('convert', colors, path.join(native.scratch, 'colors.pfmap')).err.includes(refused), `a picture in colors: "${refused}"`);

  // A model without its materials says so, as the tool does.
  const model = path.join(native.scratch, 'bare.obj');
  native.run('convert', path.join(samples, 'permafrost/models/chest.pfobj'), model, '-q');
  await choose(page, model, 'bare.obj');
  const missing = await findings();
  native.check(missing.some((one) => one.includes('bare.mtl')), `a model does not say that its materials are not there: ${missing}`);
  native.check((await page.textContent('#panel-facts')).includes('meshes'), 'a model has no facts');
  await page.close();
}

// ---- Real drops, as a mouse makes them: files, folders, and both; the page itself lies on a disk

{
  const page = await openPage();
  const mouse = await page.context().newCDPSession(page);
  const drop = async (files, first) => {
    await settled(page, first, async () => {
      for (const type of ['dragEnter', 'dragOver', 'drop']) await mouse.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files, dragOperationsMask: 1 } });
    });
    return page.$$eval('#files button', (all) => all.map((one) => one.dataset.path).join(' '));
  };
  const isles = path.join(samples, 'gridmonger/isles.gmm');
  native.check(await drop([isles], 'isles.gmm') === 'isles.gmm', 'a dropped file is not there');
  const module = await drop([path.join(samples, 'egoboo')], 'egoboo/gamedat/level.mpd');
  native.check(module === 'egoboo/gamedat/level.mpd egoboo/gamedat/passage.txt egoboo/gamedat/spawn.txt', `a dropped module: ${module}`);
  const files = await page.evaluate(() => globalThis.portolanView.subject.files.filter((one) => one.path).length);
  native.check(files === native.facts(path.join(samples, 'egoboo/gamedat/level.mpd')).files.filter((one) => one.path).length, `of a dropped module ${files} files are found`);
  const both = await drop([isles, path.join(samples, 'ppe')], 'isles.gmm');
  native.check(both.startsWith('isles.gmm ppe/garden.xmf'), `a file and a folder: ${both}`);
  await page.close();
}

// ---- A world of Tiled, in a folder

{
  const page = await openPage();
  const folder = path.join(native.scratch, 'world');
  fs.mkdirSync(folder);
  for (const name of ['ground', 'growth']) native.run('convert', path.join(samples, `ppe/${name}.map`), path.join(folder, `${name}.tmx`), '--quiet');
  fs.writeFileSync(path.join(folder, 'all.world'), JSON.stringify({ type: 'world', maps: [{ fileName: 'ground.tmx', x: 0, y: 0 }, { fileName: 'growth.tmx', x: 640, y: 0 }] }));
  await choose(page, folder, 'world/all.world');
  native.check((await page.textContent('#panel-facts')).includes('growth.tmx'), 'a world does not say which maps are in it');
  const tool = native.convert(path.join(folder, 'all.world'), 'xmf', 'all.xmf');
  native.check(Buffer.compare(await convert(page, 'xmf'), Buffer.from(tool.bytes ?? [])) === 0, `a world becomes something else: ${tool.err}`);
  await pick(page, 'world/ground.tmx');
  native.check(await page.$('.paper svg') !== null, 'a map of a world has no plan');
  await page.close();
}

// ---- A record that is large: the page does not wait for it

{
  const page = await openPage();
  const large = path.join(native.scratch, 'large.mpd');
  native.run('new', 'mpd', large, '--size', '700x700');
  const gap = await longestTask(page, async () => {
    await choose(page, large, 'large.mpd');
    await page.click('#tab-record');
    await page.waitForSelector('.tree details');
    await page.click('.tree details:last-child summary');
    await page.waitForSelector('.tree details:last-child .inside details:nth-child(200)');
  });
  native.check(gap < 700, `the page stood still for ${Math.round(gap)} ms`);
  native.check((await page.textContent('.tree')).includes('more'), 'all of a long list is shown at once');

  // Its scene is drawn when somebody wants to wait for it.
  const stood = await longestTask(page, async () => {
    await page.click('#tab-scene');
    await page.waitForSelector('#panel-scene .says button');
  });
  native.check(stood < 700 && !(await page.evaluate(() => globalThis.portolanView.scene.drawn)), `a large scene is drawn at once: the page stood still for ${Math.round(stood)} ms`);
  await page.close();
}

// ---- Whoever chooses quickly gets what was chosen last

{
  const page = await openPage();
  await choose(page, path.join(samples, 'gridmonger'), 'gridmonger/borders.gmm');
  await pick(page, 'gridmonger/lighthouse.gmm');
  const choices = (id, all) => page.evaluate(([name, values]) => {
    const select = document.getElementById(name);
    for (const value of values) { select.value = value; select.dispatchEvent(new Event('change')); }
  }, [id, all]);
  await choices('plan-page', ['1', '0']);
  await still(page);
  const seen = await page.evaluate(() => ({ shown: globalThis.portolanView.shown, label: document.querySelector('.paper svg').getAttribute('aria-label'), name: globalThis.portolanView.subject.pages[0].name }));
  native.check(seen.shown.startsWith('0') && seen.label === seen.name, `another level than the last one that was chosen: ${JSON.stringify(seen)}`);
  await openScene(page);
  const triangles = () => page.evaluate(() => globalThis.portolanView.scene.count());
  const ground = await triangles();
  await choices('scene-page', ['1', '2', '0']);
  await still(page);
  native.check(await triangles() === ground, 'the scene of another level than the last one that was chosen');

  // Busy is the page until all that was asked for has ended, whatever else ends meanwhile.
  await page.evaluate(() => {
    const { subject } = globalThis.portolanView;
    const { glb } = subject;
    subject.glb = async (level) => { await new Promise((free) => { globalThis.free = free; }); return glb(level); };
  });
  await choices('scene-page', ['1']);
  await page.click('#tab-plan');
  await page.waitForFunction(() => globalThis.portolanView.shown.startsWith('1'));
  await page.click('#tab-scene');
  native.check(await page.$('.subject[aria-busy=true]') !== null, 'nobody waits for a scene that is asked for twice, or for a plan in between');
  await page.evaluate(() => globalThis.free());
  await still(page);
  native.check(await triangles() !== ground, 'the page is not busy any more, and its scene is the one before');

  // The same of files; a worker that is stopped and begins again has them all, whatever is asked of it meanwhile.
  await settled(page, 'gridmonger/tower.gmm', () => page.evaluate(() => {
    for (const name of ['isles', 'lighthouse', 'tower']) document.querySelector(`#files button[data-path="gridmonger/${name}.gmm"]`).click();
  }));
  native.check((await page.textContent('h2.name')).startsWith('gridmonger/tower.gmm'), 'another file than the last one that was chosen');
  await settled(page, 'gridmonger/isles.gmm', () => page.evaluate(() => {
    document.getElementById('stop').click();
    document.querySelector('#files button[data-path="gridmonger/isles.gmm"]').click();
  }));
  native.check(await page.$('.paper svg') !== null, `after a stop: ${await page.textContent('#says')}`);
  await page.close();
}

// ---- What a finding is about is found by its path, too: it need not say where it is

{
  const page = await openPage();
  const record = JSON.parse(native.run('convert', path.join(samples, 'gridmonger/lighthouse.gmm'), '-', '--to', 'json').out);
  fs.writeFileSync(path.join(native.scratch, 'placed.json'), JSON.stringify(record));
  native.run('convert', path.join(native.scratch, 'placed.json'), path.join(native.scratch, 'placed.gmm'));
  await choose(page, path.join(native.scratch, 'placed.gmm'), 'placed.gmm');
  const cell = await page.evaluate(() => globalThis.portolanView.cellOf({ path: 'levels[1]/floor[3,4]' }));
  native.check(JSON.stringify(cell) === JSON.stringify({ level: 1, x: 3, y: 4 }), `a path leads to ${JSON.stringify(cell)}`);
  await page.close();
}

await end('files');
