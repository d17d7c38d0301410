// SPDX-License-Identifier: MIT
// Prints what the Khronos validator says of each file; fails on errors and warnings.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const validator = createRequire(join(process.cwd(), 'package.json'))('gltf-validator');
let bad = 0;

for (const path of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(path)), {
    uri: path,
    externalResourceFunction: async (uri) => new Uint8Array(await readFile(join(dirname(path), decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, messages } = report.issues;
  if (numErrors + numWarnings > 0) {
    bad++;
    console.log(`${path}: ${numErrors} errors, ${numWarnings} warnings`);
    for (const m of messages.filter((m) => m.severity < 2).slice(0, 5)) console.log(`  ${m.code} ${m.pointer}: ${m.message}`);
  }
}
console.log(`${process.argv.length - 2} files, ${bad} bad`);
process.exit(bad > 0 || process.argv.length < 3 ? 1 : 0);
