// SPDX-License-Identifier: MIT
// Pages of `portolan view` in a real browser, opened from disk without a network: plan and scene of every sample are drawn.
import fs from 'node:fs';
import path from 'node:path';
import { accessible, end, openPage, openScene, shot, start, still } from './browser.mjs';
import * as native from './native.mjs';

const samples = path.join(native.source, 'samples');
const MOST = 1_000_000; // bytes of the page of a dungeon, beside its textures
await start(...process.argv.slice(2));

async function openView(name, ...files) {
  const out = path.join(native.scratch, `${name}.html`);
  const made = native.run('view', ...files, '-o', out);
  native.check(made.code === 0 && made.err === '', `${name}: no page: ${made.err}`);
  return { page: await openPage({}, `file://${out}`), size: fs.statSync(out).size };
}

async function drawn(page, name) {
  const has = await page.evaluate(() => ({ pages: globalThis.portolanView.subject.pages.length, scene: globalThis.portolanView.subject.hasScene }));
  if (has.pages > 0) native.check(await page.$$eval('.paper svg path, .paper svg image', (all) => all.length) > 2, `${name}: the plan is empty`);
  if (has.scene) {
    await openScene(page);
    native.check(await page.evaluate(() => globalThis.portolanView.scene.count()) > 0, `${name}: the scene is empty`);
  }
  native.check(has.pages > 0 || has.scene, `${name}: there is nothing to see`);
  await shot(page, `view-${name}`);
}

for (const file of [...native.filesBelow(samples).keys()].filter((name) => /\.(gmm|mpd|pfmap|pfobj|pfscene|xmf|map)$/.test(name))) {
  const name = file.replaceAll('/', '-');
  const { page } = await openView(name, path.join(samples, file));
  const facts = native.facts(path.join(samples, file)).facts;
  native.check((await page.textContent('#panel-facts')).includes(facts.title), `${name}: no facts`);
  await drawn(page, name);
  await page.close();
}

// A dungeon with levels, findings and places; small enough for a pull request.
{
  const { page, size } = await openView('lighthouse', path.join(samples, 'gridmonger/lighthouse.gmm'));
  native.check(size < MOST, `the page of a dungeon takes ${size} bytes; allowed: ${MOST}`);
  console.log(`the page of a dungeon of three levels: ${size} bytes`);
  await page.selectOption('#plan-page', '2');
  await still(page);
  native.check(await page.evaluate(() => globalThis.portolanView.shown.startsWith('2')), 'another level than the chosen one is shown');
  await accessible(page, 'a dungeon');
  await page.close();
}
for (const corpus of [path.resolve(native.source, '../shared/corpus/grmm/v1/Pool of Radiance.gmm')].filter(fs.existsSync)) {
  const { page, size } = await openView('real', corpus);
  native.check(size < MOST, `the page of a real dungeon takes ${size} bytes; allowed: ${MOST}`);
  await drawn(page, 'real');
  await page.close();
}
{
  const { page } = await openView('bad', path.join(native.source, 'tests/golden/grmm/accept/bad-cells-v4.gmm'));
  await page.click('#tab-findings');
  await page.click('.finding >> nth=0');
  native.check(await page.waitForSelector('.mark') !== null, 'a finding does not lead to its cell');
  await page.close();
}
{
  const { page } = await openView('two', path.join(samples, 'gridmonger/isles.gmm'), path.join(samples, 'permafrost/models/flag.pfobj'));
  await page.click('#files li:nth-child(2) button');
  await still(page);
  native.check(await page.evaluate(() => globalThis.portolanView.scene.clips?.length) === 2, 'the second of two files is not shown');
  await page.close();
}
{ // Two of one format: what changed, in the words of the tool, and the changed cells on the map
  const after = path.join(samples, 'gridmonger/lighthouse.gmm');
  const record = JSON.parse(native.run('convert', after, '-', '--to', 'json').out);
  record.levels[0].floor[3][4] = 0;
  const [json, before] = ['before.json', 'before.gmm'].map((name) => path.join(native.scratch, name));
  fs.writeFileSync(json, JSON.stringify(record));
  native.run('convert', json, before);
  const { page } = await openView('changed', before, after);
  await still(page);
  const lines = native.run('diff', before, after).out.trimEnd().split('\n').slice(1);
  native.check(lines.length > 0 && JSON.stringify(await page.$$eval('.changes li', (all) => all.map((one) => one.textContent))) === JSON.stringify(lines), 'a page of two files says other changes than the tool');
  native.check(await page.isVisible('#panel-changes') && await page.$('.mark.changed') !== null, 'a page of two files does not begin with what changed');
  await shot(page, 'view-changed');
  await page.close();
}

await end('view');
