// SPDX-License-Identifier: MIT
// A plan: SVG that can be moved and made larger, with layers, tooltips, links between places, and marked cells.
import { clear, el } from './dom.mjs';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

// What our own drawings are made of. Whatever else a file may have smuggled in stays out.
const ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'text', 'title', 'a', 'image', 'clipPath', 'use', 'defs']);
const ATTRIBUTES = new Set(['id', 'class', 'd', 'x', 'y', 'width', 'height', 'viewBox', 'fill', 'fill-rule', 'fill-opacity', 'stroke',
  'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight',
  'text-anchor', 'transform', 'clip-path', 'clip-rule', 'opacity', 'preserveAspectRatio', 'paint-order', 'image-rendering', 'xml:space']);

function clean(element) {
  for (const child of [...element.children]) {
    if (!ELEMENTS.has(child.localName) || child.namespaceURI !== SVG) child.remove();
    else clean(child);
  }
  for (const { name, value } of [...element.attributes]) {
    const link = name === 'href' || name === 'xlink:href';
    const fine = link ? /^#|^data:image\/(png|jpeg);base64,/.test(value) : ATTRIBUTES.has(name) && !/url\((?!#)/.test(value);
    if (!fine) element.removeAttribute(name);
  }
}

export function parseDrawing(text) {
  // A style is markup here and nowhere else, since texts are escaped; the policy of the page would complain about it.
  const unstyled = text.replace(/<style>[^<]*<\/style>/g, '').replace(/ style="image-rendering: ?([a-z-]+);?"/g, ' image-rendering="$1"');
  const root = new DOMParser().parseFromString(unstyled, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg') throw new Error('this is no drawing');
  clean(root);
  return document.adoptNode(root);
}

const linkOf = (element) => element.getAttributeNS(XLINK, 'href') ?? element.getAttribute('href') ?? '';

export class PlanView {
  constructor() {
    this.tip = el('div', { class: 'tip', role: 'status', hidden: true });
    this.paper = el('div', { class: 'paper' });
    this.host = el('div', {
      class: 'plan', tabindex: '0', role: 'group', 'aria-label': 'Plan: arrows move it, plus and minus zoom, 0 shows all of it',
      wheel: (event) => this.wheel(event), keydown: (event) => this.key(event), pointerdown: (event) => this.press(event),
      pointermove: (event) => this.move(event), pointerup: (event) => this.release(event), pointercancel: (event) => this.release(event),
      pointerleave: () => { this.tip.hidden = true; }, click: (event) => this.click(event),
    }, this.paper, this.tip);
    this.pointers = new Map();
    this.view = { x: 0, y: 0, scale: 1 };
    new ResizeObserver(() => { if (this.untouched) this.fit(); }).observe(this.host);
  }

  show(text, page) {
    this.svg = parseDrawing(text);
    this.page = page;
    const [, , width, height] = (this.svg.getAttribute('viewBox') ?? `0 0 ${page.width} ${page.height}`).split(' ').map(Number);
    this.whole = { width, height };
    this.on = new Set();
    this.setSize();
    this.svg.querySelectorAll('.spot title').forEach((title) => {
      title.parentElement.dataset.text = title.textContent;
      title.remove();
    });
    this.svg.querySelectorAll('a').forEach((link) => { link.setAttribute('tabindex', '-1'); link.setAttribute('aria-hidden', 'true'); });
    this.svg.setAttribute('aria-label', page.name || 'plan');
    this.svg.setAttribute('role', 'img');
    clear(this.paper, this.svg);
    this.fit();
  }

  /** Layers as the drawing has them, with what is not seen at first. */
  layers() {
    const hidden = new Set(this.page.layers.filter((layer) => layer.hidden).map((layer) => layer.name));
    return [...new Set(this.page.layers.map((layer) => layer.name))]
      .filter((name) => this.groups(name).length > 0).map((name) => ({ name, hidden: hidden.has(name) }));
  }

  groups(name) {
    return [...this.svg.children].filter((child) => child.localName === 'g' && child.id.replace(/-\d+$/, '') === name);
  }

  setLayer(name, on) {
    this.groups(name).forEach((group) => group.setAttribute('display', on ? 'inline' : 'none'));
    if (!this.page.layers.some((layer) => layer.name === name && layer.hidden)) return;
    if (on) this.on.add(name);
    else this.on.delete(name);
    this.setSize();
    if (this.untouched) this.fit();
  }

  /** Layers that are hidden at first may need room of their own: it is there when they are. */
  setSize() {
    const { width, height } = this.page;
    const small = this.on.size === 0 && width > 0 && width <= this.whole.width && height > 0 && height <= this.whole.height;
    this.size = small ? { width, height } : this.whole;
    this.svg.setAttribute('viewBox', `0 0 ${this.size.width} ${this.size.height}`);
  }

  // ---- Marks

  cellBox({ x, y, width = 1, height = 1 }) {
    const [left, top, w, h] = this.page.cells;
    return { x: left + x * w, y: top + y * h, width: width * w, height: height * h };
  }

  mark(cells) {
    this.svg.querySelector('.marks')?.remove();
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', 'marks');
    for (const cell of cells) {
      const box = document.createElementNS(SVG, 'rect');
      for (const [name, value] of Object.entries(this.cellBox(cell))) box.setAttribute(name, value);
      box.setAttribute('class', `mark ${cell.kind ?? ''}`);
      group.append(box);
    }
    this.svg.append(group);
    if (cells.length > 0) this.goTo(this.cellBox(cells[0]));
  }

  // ---- Moving

  place() {
    const { x, y, scale } = this.view;
    this.paper.style.setProperty('transform', `translate(${x}px, ${y}px) scale(${scale})`);
  }

  fit() {
    if (!this.size) return;
    const { clientWidth: width, clientHeight: height } = this.host;
    const scale = Math.min(width / this.size.width, height / this.size.height) || 1;
    this.svg.setAttribute('width', this.size.width);
    this.svg.setAttribute('height', this.size.height);
    this.view = { scale, x: (width - this.size.width * scale) / 2, y: (height - this.size.height * scale) / 2 };
    this.untouched = true;
    this.place();
  }

  all() {
    this.fit();
  }

  zoom(factor, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
    const scale = Math.min(40, Math.max(0.02, this.view.scale * factor));
    const by = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
    this.untouched = false;
    this.place();
  }

  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.untouched = false;
    this.place();
  }

  goTo(box) {
    const scale = Math.max(this.view.scale, Math.min(2, this.host.clientWidth / (box.width * 12)));
    this.view = {
      scale,
      x: this.host.clientWidth / 2 - (box.x + box.width / 2) * scale,
      y: this.host.clientHeight / 2 - (box.y + box.height / 2) * scale,
    };
    this.untouched = false;
    this.place();
  }

  local(event) {
    const box = this.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  wheel(event) {
    const { x, y } = this.local(event);
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), x, y);
  }

  key(event) {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (step) this.pan(...step);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }

  press(event) {
    this.pointers.set(event.pointerId, this.local(event));
    this.dragged = false;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    const now = this.local(event);
    if (!before) { this.point(event, now); return; }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (Math.hypot(now.x - before.x, now.y - before.y) > 3 && !this.dragged) {
      this.dragged = true;
      this.host.setPointerCapture(event.pointerId);
    }
    if (!this.dragged) return;
    if (other) this.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y), other.x, other.y);
    else this.pan(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
  }

  point(event, { x, y }) {
    const text = event.target.closest?.('.spot')?.dataset.text;
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    this.tip.style.setProperty('left', `${Math.max(0, Math.min(x + 12, this.host.clientWidth - this.tip.offsetWidth - 4))}px`);
    this.tip.style.setProperty('top', `${Math.max(0, Math.min(y + 16, this.host.clientHeight - this.tip.offsetHeight - 4))}px`);
  }

  /** Links lead to a place of the same drawing; what is elsewhere is told. */
  click(event) {
    const link = event.target.closest?.('a');
    if (link) event.preventDefault();
    if (this.dragged) return;
    this.point(event, this.local(event));
    const target = link && this.svg.getElementById(linkOf(link).slice(1));
    if (target) this.goToSpot(target);
  }

  /** What can be pointed at, in the order of the drawing. */
  spots() {
    return [...this.svg.querySelectorAll('.spot')].filter((spot) => spot.dataset.text).map((element) => ({ text: element.dataset.text, element }));
  }

  goToSpot(element) {
    this.svg.querySelectorAll('.target').forEach((old) => old.classList.remove('target'));
    element.classList.add('target');
    this.goTo(Object.fromEntries(['x', 'y', 'width', 'height'].map((name) => [name, Number(element.getAttribute(name))])));
  }
}
