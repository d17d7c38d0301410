// SPDX-License-Identifier: MIT
// The tool, as tests of the module and the page compare with it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const tool = process.env.PORTOLAN;
export const source = process.env.SOURCE;
export const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'portolan-web-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

export const run = (...words) => {
  const done = spawnSync(tool, words, { maxBuffer: 1 << 30 });
  return { code: done.status, out: done.stdout.toString(), err: done.stderr.toString() };
};

/** All files below a folder, by their paths from there. */
export function filesBelow(folder) {
  const files = new Map();
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const whole = path.join(entry.path ?? entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path.relative(folder, whole), new Uint8Array(fs.readFileSync(whole)));
  }
  return files;
}

let rounds = 0;

/** What the tool writes: the output, all files beside it, and what it said. */
export function convert(file, target, output, settings = []) {
  const folder = path.join(scratch, `out${rounds++}`);
  fs.mkdirSync(folder);
  const done = run('convert', file, path.join(folder, output), '--to', target, '--quiet', ...settings);
  const files = filesBelow(folder);
  const bytes = files.get(output);
  files.delete(output);
  fs.rmSync(folder, { recursive: true });
  return { ...done, bytes, files };
}

export const checked = (file, ...more) => JSON.parse(run('check', '--json', file, ...more).out);
export const facts = (file) => JSON.parse(run('info', '--json', file).out);

const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];

/** Seconds that works take, in the middle, one after the other by turns: a busy machine is so for all of them. The first turn warms up. */
export async function secondsByTurns(times, ...works) {
  const taken = works.map(() => []);
  for (let turn = 0; turn <= times; turn++) {
    for (const [i, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (turn > 0) taken[i].push((performance.now() - start) / 1000);
    }
  }
  return taken.map(middle);
}

let wrong = 0;
let right = 0;

export function check(fine, what) {
  if (fine) right++;
  else if (wrong++ < 20) console.log(`wrong: ${what}`);
  return fine;
}

export function end(what) {
  console.log(`${what}: ${right} comparisons, ${wrong} wrong`);
  process.exitCode = wrong > 0 || right === 0 ? 1 : 0;
}
