// SPDX-License-Identifier: MIT
// What changed between two files: the lines of the tool, and the cells of them on the map.
import { el } from './dom.mjs';

/** All cells that changed, with their levels, as `goToCells` takes them. */
export function changedCells({ changes }) {
  return (changes?.changes ?? []).flatMap(({ at, cells }) => {
    const level = at[0] === 'levels' && Number.isInteger(at[1]) ? at[1] : 0;
    return (cells ?? []).filter(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))
      .map(({ x, y, width = 1, height = 1 }) => ({ level, x, y, width, height, kind: 'changed' }));
  });
}

/** The cell that a line speaks of, or null. */
function cellOfLine(line) {
  const cell = /\bcells? (\d+),(\d+)/.exec(line);
  return cell && { level: Number(/^. levels\[(\d+)\]/.exec(line)?.[1] ?? 0), x: Number(cell[1]), y: Number(cell[2]), kind: 'changed' };
}

export function showChanges(compared, view) {
  if (compared.how === 'same') return [el('p', {}, 'Both are the same, byte for byte.')];
  if (compared.how === 'alike') return [el('p', {}, 'Both mean the same: only the way they are written differs.')];
  const cells = changedCells(compared);
  const [summary, ...lines] = compared.text.trimEnd().split('\n');
  const item = (line) => {
    const cell = cellOfLine(line);
    if (!cell || view().subject.pages.length === 0) return el('li', {}, line);
    return el('li', {}, el('button', { type: 'button', class: 'finding', click: () => view().goToCells([cell]) }, line));
  };
  const all = el('button', { type: 'button', class: 'mark-all', click: () => view().goToCells(cells) }, `Mark ${cells.length === 1 ? 'the changed cell' : 'all changed cells'} on the map`);
  return [el('p', { class: 'summary' }, summary), ...(cells.length > 0 && view().subject.pages.length > 0 ? [all] : []), el('ul', { class: 'findings changes' }, lines.map(item))];
}
