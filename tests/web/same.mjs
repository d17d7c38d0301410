// SPDX-License-Identifier: MIT
// The module as if it were the tool, as far as tests/same.sh calls it:
//   node same.mjs convert -q INPUT OUTPUT --to TARGET [--SETTING VALUE]...
// MODULE is the folder with portolan.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { default: portolan } = await import(pathToFileURL(path.resolve(process.env.MODULE, 'portolan.mjs')).href);
const [, , , , input, output, , target, ...more] = process.argv;
const settings = {};
while (more.length > 0) {
  const name = more.shift().slice(2);
  settings[name] = more.length > 0 && !more[0].startsWith('--') ? more.shift() : true;
}

/** Everything below a folder, with paths from there: where the tool would look for companions. */
const below = (folder) => {
  const files = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const whole = path.join(entry.path ?? entry.parentPath, entry.name);
    if (entry.isFile()) files[path.relative(folder, whole)] = new Uint8Array(fs.readFileSync(whole));
  }
  return files;
};

await portolan.load();
const folder = path.dirname(path.dirname(path.resolve(input))); // engines keep some of them beside it
const name = path.relative(folder, path.resolve(input));
try {
  const made = await portolan.convert(new Uint8Array(fs.readFileSync(input)), name, target, { files: below(folder), output: path.basename(output), settings });
  fs.writeFileSync(output, made.bytes);
  for (const [beside, bytes] of made.files) fs.writeFileSync(path.join(path.dirname(output), beside), bytes);
} catch (wrong) {
  console.error(`${input}: error: ${wrong.message} [${wrong.rule}]`);
  process.exitCode = 3;
}
