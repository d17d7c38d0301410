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

function inWords(value, name = '') {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map((one) => inWords(one)).join(/bounds/.test(name) ? ' to ' : ', ');
  return Object.entries(value).map(([key, one]) => `${spoken(key)} ${inWords(one, name)}`).join(', ');
}

export function showFacts(facts, files = []) {
  const list = el('dl', { class: 'facts' });
  const tables = [];
  for (const [name, value] of Object.entries(facts)) {
    if (isTable(value)) tables.push(el('h3', {}, spoken(name)), table(value));
    else list.append(el('div', {}, el('dt', {}, spoken(name)), el('dd', {}, inWords(value, name))));
  }
  const rows = files.map(({ name, role, path, needed }) => ({ name, role, found: path ?? (needed ? 'missing' : 'missing, not needed') }));
  return [list, ...tables, ...(rows.length > 0 ? [el('h3', {}, 'files'), table(rows)] : [])];
}

// ---- Findings

export function placeText(finding) {
  if (finding.line > 0) return `line ${finding.line}, column ${finding.column}`;
  return finding.offset === undefined ? '' : `byte ${finding.offset}`;
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

/** One line of it; what is deep opens, and asks for what is in it only then. */
function branch(record, { name, keys, deep, text }) {
  const words = [el('span', { class: 'key' }, name), ' ', el('span', { class: 'value' }, text)];
  if (!deep) return el('div', { class: 'leaf' }, words);
  const inside = el('div', { class: 'inside' });
  return el('details', { toggle: (event) => { if (event.target.open && inside.childElementCount === 0) fill(record, inside, keys, 0); } },
    el('summary', {}, words), inside);
}

async function fill(record, host, keys, from) {
  const { rows, left, wrong } = await record.entries(keys, from).catch((why) => ({ wrong: why, rows: [], left: 0 }));
  if (wrong) host.append(wrong.message);
  host.append(...rows.map((row) => branch(record, row)));
  if (left === 0) return;
  const button = el('button', { type: 'button', click: () => { button.remove(); fill(record, host, keys, from + rows.length); } }, `${left} more`);
  host.append(button);
}

export async function showRecord(record) {
  const results = el('div', { class: 'results', role: 'status' });
  const tree = el('div', { class: 'tree' });
  let asked = 0;
  const look = async () => {
    const text = search.value.trim();
    const number = ++asked;
    const rows = text ? await record.search(text).catch((wrong) => wrong) : [];
    if (number !== asked) return; // more was typed since
    if (rows instanceof Error) { results.textContent = rows.message; return; }
    tree.hidden = text.length > 0;
    clear(results, rows.map((row) => branch(record, row)));
    if (text && rows.length === 0) results.textContent = 'nothing found';
  };
  const search = el('input', { type: 'search', id: 'record-search', placeholder: 'name or value', input: look });
  await fill(record, tree, [], 0);
  return [el('p', { class: 'bar' }, el('label', { for: 'record-search' }, 'Search'), search), results, tree];
}
