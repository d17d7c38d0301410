// SPDX-License-Identifier: MIT
// Small helpers: elements whose texts are always text, and bytes that are packed into a page.

/** An element. Attributes that are functions are listeners, `true` is an empty attribute, `false` none. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const clear = (element, ...children) => { element.replaceChildren(...children.flat().filter(Boolean)); return element; };

/** "level_names" as people read it. */
export const spoken = (name) => name.replaceAll('_', ' ');

function bytesOfBase64(text) {
  const binary = atob(text.replace(/\s+/g, ''));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** What is packed in an element of the page: base64 of bytes that are gzipped where it says so. */
export async function unpack(text, gzipped = true) {
  const bytes = bytesOfBase64(text);
  if (!gzipped) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A button that shows the licenses of what the page is made of. */
export function showLicenses() {
  const find = (id) => document.getElementById(id);
  find('licenses-button').addEventListener('click', async () => {
    find('licenses-text').textContent ||= new TextDecoder().decode(await unpack(find('licenses-data').textContent));
    find('licenses').showModal();
  });
}

/** Its host says that it is busy until all that is under way has ended, in whatever order. */
export function errands(host) {
  let count = 0;
  return (work) => {
    count++;
    host.setAttribute('aria-busy', 'true');
    return work.finally(() => { if (--count === 0) host.setAttribute('aria-busy', 'false'); });
  };
}

/** What is asked for last is shown, and nothing that comes later from before. */
export function turns() {
  let last = 0;
  return () => {
    const mine = ++last;
    return () => mine === last;
  };
}

export function download(name, bytes, mediaType) {
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

export function sizeText(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let at = 0;
  let size = bytes;
  while (size >= 1000 && at < units.length - 1) { size /= 1000; at++; }
  return `${at === 0 ? size : size.toFixed(1)} ${units[at]}`;
}

/** Tabs as screen readers know them: arrows move, one is open. `tabs`: { id, title, panel }. */
export function tabs(label, list, onOpen = () => {}) {
  const buttons = list.map(({ id, title, panel }) => {
    panel.id = `panel-${id}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${id}`);
    return el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id, click: () => open(id) }, title);
  });
  const bar = el('div', { role: 'tablist', 'aria-label': label, class: 'tabs', keydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const there = buttons.filter((b) => !b.hidden);
    if (!step) return;
    const next = there[(there.indexOf(document.activeElement) + step + there.length) % there.length];
    next.focus();
    next.click();
  } }, buttons);
  let current = null;
  function open(id) {
    list.forEach((tab, i) => {
      const on = tab.id === id;
      buttons[i].setAttribute('aria-selected', on);
      buttons[i].tabIndex = on ? 0 : -1;
      tab.panel.hidden = !on;
    });
    current = id;
    onOpen(id);
  }
  function show(id, there) {
    const i = list.findIndex((tab) => tab.id === id);
    buttons[i].hidden = !there;
    if (!there && current === id) open(list.find((_, k) => !buttons[k].hidden)?.id);
  }
  return { bar, open, show, current: () => current, name: (id, title) => { buttons[list.findIndex((t) => t.id === id)].textContent = title; } };
}
