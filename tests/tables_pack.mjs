// SPDX-License-Identifier: MIT
// A scene through the official packer of Foundry and back: tables_pack.mjs PACKER SCENE SCRATCH. Nothing may be lost; lists that a scene
// does not have come back empty.
import fs from "fs";
import { pathToFileURL } from "url";

const [packer, file, scratch] = process.argv.slice(2);
const { compilePack, extractPack } = await import(pathToFileURL(packer));
const scene = JSON.parse(fs.readFileSync(file));
scene._key = `!scenes!${scene._id}`; // without keys it packs nothing, and says nothing
for (const list of ["levels", "walls", "lights", "notes", "regions"])
  for (const item of scene[list]) {
    item._key = `!scenes.${list}!${scene._id}.${item._id}`;
    for (const b of item.behaviors ?? []) b._key = `!scenes.regions.behaviors!${scene._id}.${item._id}.${b._id}`;
  }
fs.mkdirSync(`${scratch}/from`, { recursive: true });
fs.writeFileSync(`${scratch}/from/scene.json`, JSON.stringify(scene));
await compilePack(`${scratch}/from`, `${scratch}/pack`);
await extractPack(`${scratch}/pack`, `${scratch}/to`);
const back = JSON.parse(fs.readFileSync(`${scratch}/to/${fs.readdirSync(`${scratch}/to`)[0]}`));
const sorted = (v) =>
  Array.isArray(v) ? [...v].map(sorted).sort((a, b) => (a._id < b._id ? -1 : 1))
  : v && typeof v === "object" ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])]))
  : v;
for (const [name, value] of Object.entries(scene))
  if (JSON.stringify(sorted({ value })) !== JSON.stringify(sorted({ value: back[name] }))) {
    console.log(`${file}: ${name} comes back from the packer changed`);
    process.exit(1);
  }
process.exit(0);
