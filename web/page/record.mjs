// SPDX-License-Identifier: MIT
// The record of a document, as its JSON has it: what is in it, by and by, and where it speaks of a cell. It may be far larger
// than what anybody looks at, so it stays in the worker.

const SHOWN = 200; // entries at once
const FOUND = 100; // results of a search

const isDeep = (value) => Boolean(value) && typeof value === 'object';
const isPlain = (value) => Array.isArray(value) && value.every((one) => !isDeep(one));

function inShort(value) {
  if (isPlain(value) && value.length <= 12) return `[${value.join(', ')}]`;
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (isDeep(value)) return value.name ? String(value.name) : Object.keys(value).length === 1 ? '1 field' : `${Object.keys(value).length} fields`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const row = (name, keys, value) => ({ name, keys, deep: isDeep(value), text: inShort(value) });

/** What is at a place: { rows, left }, from the one of that number on. */
export function entriesOf(record, keys, from) {
  const value = keys.reduce((at, key) => at[key], record);
  const names = Array.isArray(value) ? null : Object.keys(value);
  const count = names?.length ?? value.length;
  const rows = [];
  for (let i = from; i < Math.min(count, from + SHOWN); i++) rows.push(row(names ? names[i] : `[${i}]`, [...keys, names ? names[i] : i], value[names ? names[i] : i]));
  return { rows, left: Math.max(0, count - from - SHOWN) };
}

const pathOf = (keys) => keys.reduce((path, key) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}/${key}` : key), '');

/** Places whose name or value has the text. */
export function searchRecord(record, text) {
  const found = [];
  const wanted = text.toLowerCase();
  const stack = [[[], record]];
  while (stack.length > 0 && found.length < FOUND) {
    const [keys, value] = stack.pop();
    const name = String(keys.at(-1) ?? '').toLowerCase();
    if (keys.length > 0 && (name.includes(wanted) || (!isDeep(value) && String(value).toLowerCase().includes(wanted)))) found.push(row(pathOf(keys), keys, value));
    if (!isDeep(value) || (isPlain(value) && typeof value[0] === 'number')) continue; // grids of numbers are not searched
    const names = Array.isArray(value) ? value.keys() : Object.keys(value);
    stack.push(...[...names].map((key) => [[...keys, key], value[key]]).reverse());
  }
  return found;
}

/** The cell that a path leads to: { level, x, y }, or null. The record helps with what has x and y by itself. */
export function cellOf(path, record) {
  const level = Number(/^levels\[(\d+)\]/.exec(path ?? '')?.[1] ?? 0);
  const grid = /\[(\d+),(\d+)\]/.exec(path ?? '');
  if (grid) return { level, x: Number(grid[1]), y: Number(grid[2]) };
  let at = record;
  let place = null;
  for (const [, name, index] of (path ?? '').matchAll(/([a-z_]+)(?:\[(\d+)\])?/g)) {
    at = at?.[name];
    if (index !== undefined) at = at?.[Number(index)];
    const x = at?.x ?? at?.column;
    const y = at?.y ?? at?.row;
    if (Number.isInteger(x) && Number.isInteger(y)) place = { level, x, y };
  }
  return place;
}
