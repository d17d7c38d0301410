// SPDX-License-Identifier: MIT
// What is read: facts, findings, the record as a tree with search.
import { clear, el, spoken } from './dom.mjs';

// ---- Facts

const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every((row) => row && typeof row === 'object' && !Array.isArray(row));

function table(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return el('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'table' }, el('table', {},
    el('thead', {}, el('tr', {}, columns.map((name) => el('th', { scope: 'col' }, spoken(name))))),
    el('tbody', {}, rows.map((row) => el('tr', {}, columns.map((name) => el('td', {}, inWords(row[name]))))))));
}

function inWords(value) {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return Object.entries(value).map(([name, one]) => `${spoken(name)} ${inWords(one)}`).join(', ');
}

export function showFacts(facts, files = []) {
  const list = el('dl', { class: 'facts' });
  const tables = [];
  for (const [name, value] of Object.entries(facts)) {
    if (isTable(value)) tables.push(el('h3', {}, spoken(name)), table(value));
    else list.append(el('div', {}, el('dt', {}, spoken(name)), el('dd', {}, inWords(value))));
  }
  const rows = files.map(({ name, role, path, needed }) => ({ name, role, found: path ?? (needed ? 'missing' : 'missing, not needed') }));
  return [list, ...tables, ...(rows.length > 0 ? [el('h3', {}, 'files'), table(rows)] : [])];
}

// ---- Findings

export function placeText(finding) {
  if (finding.line > 0) return `line ${finding.line}, column ${finding.column}`;
  return finding.offset === undefined ? '' : `byte ${finding.offset}`;
}

/** The cell that a logical path leads to: { level, x, y }, or null. `record` helps with what has x and y by itself. */
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

export function showFindings(findings, { folded = {}, verdict, onPlace, canPlace }) {
  const worst = { error: 0, warning: 1, loss: 2, note: 3 };
  const rows = [...findings].sort((a, b) => worst[a.severity] - worst[b.severity]);
  const item = (finding) => {
    const about = [el('span', { class: `severity ${finding.severity}` }, finding.severity), ' ',
      el('span', { class: 'message' }, finding.message), ' ', el('code', {}, finding.rule),
      ...(finding.path || placeText(finding) ? [el('span', { class: 'place' }, [finding.path, placeText(finding)].filter(Boolean).join(' · '))] : [])];
    if (!canPlace?.(finding)) return el('li', {}, about);
    return el('li', {}, el('button', { type: 'button', class: 'finding', click: () => onPlace(finding) }, about));
  };
  const more = Object.entries(folded).map(([rule, count]) => el('li', {}, `${count} more of `, el('code', {}, rule)));
  const says = { loads: 'the engine loads it', wrong: 'the engine loads it, but shows it wrong', refuses: 'the engine refuses it', breaks: 'the engine breaks', unknown: 'what the engine does is not known' };
  const summary = findings.length === 0 ? 'fine' : Object.keys(worst)
    .map((severity) => [severity, findings.filter((f) => f.severity === severity).length]).filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${count === 1 ? severity : { loss: 'losses' }[severity] ?? `${severity}s`}`).join(', ');
  return [el('p', { class: 'summary' }, summary), ...(verdict ? [el('p', { class: 'verdict' }, `verdict: ${says[verdict.engine] ?? verdict.engine}`)] : []),
    el('ul', { class: 'findings' }, rows.map(item), more)];
}

// ---- The record

const SHOWN = 200; // entries of a list at once

const short = (value) => {
  if (Array.isArray(value)) return value.every((v) => typeof v !== 'object') && value.length <= 12 ? `[${value.join(', ')}]` : `${value.length} entries`;
  if (value && typeof value === 'object') return value.name ? String(value.name) : `${Object.keys(value).length} fields`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
};
const isDeep = (value) => Boolean(value) && typeof value === 'object';

function branch(name, value) {
  if (!isDeep(value)) return el('div', { class: 'leaf' }, el('span', { class: 'key' }, name), ' ', el('span', { class: 'value' }, short(value)));
  const inside = el('div', { class: 'inside' });
  const entries = Object.entries(value);
  const more = (from) => {
    inside.append(...entries.slice(from, from + SHOWN).map(([key, one]) => branch(Array.isArray(value) ? `[${key}]` : key, one)));
    if (entries.length > from + SHOWN) {
      const button = el('button', { type: 'button', click: () => { button.remove(); more(from + SHOWN); } }, `${entries.length - from - SHOWN} more`);
      inside.append(button);
    }
  };
  return el('details', { toggle: (event) => { if (event.target.open && inside.childElementCount === 0) more(0); } },
    el('summary', {}, el('span', { class: 'key' }, name), ' ', el('span', { class: 'value' }, short(value))), inside);
}

/** Paths whose name or value has the text, a hundred at most. */
export function searchRecord(record, text) {
  const found = [];
  const wanted = text.toLowerCase();
  const stack = [['', record]];
  while (stack.length > 0 && found.length < 100) {
    const [path, value] = stack.pop();
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (path && (name.toLowerCase().includes(wanted) || (!isDeep(value) && String(value).toLowerCase().includes(wanted)))) found.push([path, value]);
    if (!isDeep(value)) continue;
    if (Array.isArray(value) && value.every((v) => typeof v === 'number')) continue; // grids of numbers are not searched
    const entries = Object.entries(value).map(([key, one]) => [Array.isArray(value) ? `${path}[${key}]` : path ? `${path}/${key}` : key, one]);
    stack.push(...entries.reverse());
  }
  return found;
}

export function showRecord(record) {
  const results = el('div', { class: 'results', role: 'status' });
  const tree = el('div', { class: 'tree' }, Object.entries(record).map(([name, value]) => branch(name, value)));
  const search = el('input', { type: 'search', id: 'record-search', placeholder: 'name or value', input: () => {
    const text = search.value.trim();
    tree.hidden = text.length > 0;
    clear(results, text ? searchRecord(record, text).map(([path, value]) => branch(path, value)) : []);
    if (text && results.childElementCount === 0) results.textContent = 'nothing found';
  } });
  return [el('label', { for: 'record-search' }, 'Search '), search, results, tree];
}
