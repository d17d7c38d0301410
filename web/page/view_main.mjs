// SPDX-License-Identifier: MIT
// A page with maps inside, as `portolan view` writes it: everything is in it, nothing is computed.
import { clear, el, errands, showLicenses, turns, unpack } from './dom.mjs';
import { changedCells, showChanges } from './show_changes.mjs';
import { SubjectView } from './subject_view.mjs';

const data = JSON.parse(document.getElementById('data').textContent);
const piece = (id) => unpack(document.getElementById(id).textContent, data.gzipped);
const text = new TextDecoder();
const main = document.getElementById('subject');
const begin = turns();
const errand = errands(main);

/** The second of two files says what changed since the first. */
function changesPanel(view) {
  const panel = el('div', { class: 'text', tabindex: '0' });
  return { id: 'changes', title: 'Changes', panel, open: () => clear(panel, showChanges(data.compared, view)) };
}

function asSubject(shown, number, view) {
  return {
    ...shown,
    themes: [],
    svg: async (page) => text.decode(await piece(shown.pages[page].svg)),
    glb: (page) => piece(shown.scenes.length > 1 ? shown.scenes[page] : shown.scenes[0]),
    hasScene: shown.scenes.length > 0,
    scenesByLevel: shown.scenes.length > 1,
    panels: data.compared && number === 1 ? [changesPanel(view)] : [],
  };
}

async function show(number) {
  const shown = data.subjects[number];
  const isLast = begin();
  let view = null;
  view = new SubjectView(asSubject(shown, number, () => view));
  document.querySelectorAll('#files button').forEach((b, i) => b.setAttribute('aria-current', i === number ? 'true' : 'false'));
  clear(main, el('h2', { class: 'name' }, shown.name, el('small', {}, ` ${shown.title}`)), view.host);
  globalThis.portolanView = view;
  await view.start();
  if (number === 1 && data.compared && isLast()) await showChanged(view);
  document.documentElement.dataset.ready = 'true';
}

/** Whoever compares two files wants to see what changed. */
async function showChanged(view) {
  const cells = changedCells(data.compared);
  view.texts.open('changes');
  if (cells.length > 0 && view.subject.pages.length > 0) await view.markCells(cells);
}

if (data.subjects.length > 1) {
  document.body.classList.add('has-files');
  clear(document.getElementById('files'), data.subjects.map((one, i) => el('li', {}, el('button', { type: 'button', 'aria-current': 'false', click: () => errand(show(i)) }, one.name, el('small', {}, ` ${one.title}`)))));
}
document.title = data.subjects.map((one) => one.name).join(', ');
showLicenses();
errand(show(data.compared ? 1 : 0));
