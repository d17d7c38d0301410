// SPDX-License-Identifier: MIT
// One file on the page: plan and scene on the stage, what is read beside it. It knows subjects, not where they come from:
//
//   subject.name, format, title           what it is
//   subject.facts, files, checked         what is known of it
//   subject.pages                         of its plan; empty: there is none
//   subject.themes                        names to choose from; empty: none
//   subject.hasScene, scenesByLevel       whether there is a scene, and one for each page
//   subject.svg(page, theme), glb(page)
//   subject.record                        entries(keys, from), search(text): as in web/page/record.mjs; none: no tree
//   subject.panels                        further tabs: { id, title, panel, open }
import { clear, el, errands, sizeText, tabs } from './dom.mjs';
import { PlanView } from './show_plan.mjs';
import { SceneView } from './show_scene.mjs';
import { cellOf } from './record.mjs';
import { showFacts, showFindings, showRecord } from './show_texts.mjs';

const choice = (id, label, options, change) => {
  const select = el('select', { id, change: () => change(select.value) }, options.map(([value, text]) => el('option', { value }, text)));
  return { row: el('span', { class: 'control' }, el('label', { for: id }, label), ' ', select), select };
};

const toggle = (label, on, change) => {
  const box = el('input', { type: 'checkbox', change: () => change(box.checked) });
  box.checked = on;
  return { row: el('label', { class: 'control' }, box, ' ', label), box };
};

const button = (text, click, label) => el('button', { type: 'button', click, 'aria-label': label, title: label }, text);

/** What makes a view larger or smaller, in its corner. */
const lens = (view) => el('div', { class: 'lens', role: 'group', 'aria-label': 'Zoom' },
  button('+', () => view.zoom(1.25), 'zoom in'), button('−', () => view.zoom(0.8), 'zoom out'), button('⤢', () => view.all(), 'all of it'));

const MARGIN = 8; // between a list and the edges of the window

/** Moves a list to where all of it is in the window, and lets it scroll where there is too little room. */
function keepInside(list) {
  list.style.setProperty('left', '0');
  const { top, right } = list.getBoundingClientRect();
  list.style.setProperty('left', `${Math.min(0, innerWidth - MARGIN - right)}px`);
  list.style.setProperty('max-height', `max(6rem, min(50vh, ${innerHeight - MARGIN - top}px))`);
  list.scrollIntoView({ block: 'nearest' });
}

/** A list that opens below its title, and closes when something else is touched. */
function popup(title, list) {
  const outside = (event) => { if (!made.contains(event.target)) made.open = false; };
  const place = () => keepInside(list);
  const made = el('details', { class: 'layers', keydown: (event) => {
    if (event.key !== 'Escape' || !made.open) return;
    made.open = false;
    made.firstElementChild.focus();
  }, toggle: () => {
    const listen = made.open ? addEventListener : removeEventListener;
    listen('pointerdown', outside);
    listen('resize', place);
    if (made.open) place();
  } }, el('summary', {}, title), list);
  return made;
}

const LARGE = 50e6; // bytes of a scene that are not drawn at once

export class SubjectView {
  constructor(subject) {
    this.subject = subject;
    this.page = 0;
    this.levelChoices = [];
    this.plan = new PlanView();
    this.scene = new SceneView();
    this.planBar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Plan' });
    this.sceneBar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Scene' });
    this.layers = popup('Layers', this.layerList = el('div', { class: 'list' }));
    this.sceneSays = el('p', { class: 'says', role: 'status' });
    this.planSays = el('p', { class: 'says', role: 'status' });
    this.stage = tabs('Views', [
      { id: 'plan', title: 'Plan', panel: el('div', { class: 'view' }, this.planBar, el('div', { class: 'framed' }, this.plan.host, lens(this.plan), this.planSays)) },
      { id: 'scene', title: '3D', panel: el('div', { class: 'view' }, this.sceneBar, el('div', { class: 'framed' }, this.scene.host, lens(this.scene), this.sceneSays)) },
    ].map((tab) => { this[`${tab.id}Panel`] = tab.panel; return tab; }), (id) => this.opened(id));
    this.factsPanel = el('div', { class: 'text', tabindex: '0' });
    this.findingsPanel = el('div', { class: 'text', tabindex: '0' });
    this.notesPanel = el('div', { class: 'text', tabindex: '0' });
    this.recordPanel = el('div', { class: 'text', tabindex: '0' });
    this.texts = tabs('About the file', [
      { id: 'facts', title: 'Facts', panel: this.factsPanel },
      { id: 'findings', title: 'Findings', panel: this.findingsPanel },
      ...(subject.record ? [{ id: 'record', title: 'Record', panel: this.recordPanel }] : []),
      ...(subject.panels ?? []),
      { id: 'notes', title: 'Notes', panel: this.notesPanel }, // known only when the plan is there: nothing moves for it
    ], (id) => this.openedText(id));
    this.host = el('div', { class: 'subject' },
      el('section', { class: 'stage', 'aria-label': 'Views' }, this.stage.bar, this.planPanel, this.scenePanel),
      el('section', { class: 'texts', 'aria-label': 'About the file' }, this.texts.bar, this.factsPanel, this.findingsPanel,
        subject.record ? this.recordPanel : null, (subject.panels ?? []).map((panel) => panel.panel), this.notesPanel));
    this.errand = errands(this.host);
  }

  async start() {
    const { subject } = this;
    clear(this.factsPanel, showFacts(subject.facts, subject.files));
    this.showFindings(subject.checked);
    this.buildPlanBar();
    this.buildSceneBar();
    this.stage.show('plan', subject.pages.length > 0);
    this.stage.show('scene', subject.hasScene);
    this.texts.show('notes', false);
    this.texts.open('facts');
    this.host.querySelector('.stage').hidden = subject.pages.length === 0 && !subject.hasScene;
    this.host.classList.toggle('alone', subject.pages.length === 0 && !subject.hasScene);
    if (subject.pages.length > 0) await this.open('plan');
    else if (subject.hasScene) await this.open('scene');
  }

  async open(id) {
    this.stage.open(id);
    await this.loading;
  }

  opened(id) {
    if (id === 'plan') this.load(this.showPlan());
    if (id === 'scene') this.load(this.showScene());
  }

  /** What is asked of others takes its time: until all of it is there, the view says that it is busy. */
  load(work) {
    this.loading = this.errand(work);
  }

  openedText(id) {
    if (id === 'record' && this.recordPanel.childElementCount === 0) this.load(this.showRecord());
    this.subject.panels?.find((panel) => panel.id === id)?.open?.();
  }

  showFindings(checked) {
    const count = checked.findings.length;
    this.cells = new Map(checked.findings.map((finding, i) => [finding, checked.cells?.[i]]));
    this.texts.name('findings', count > 0 ? `Findings (${count})` : 'Findings');
    clear(this.findingsPanel, this.subject.checkBar ?? [], showFindings(checked.findings, {
      ...checked, canPlace: (finding) => this.subject.pages.length > 0 && this.cellOf(finding) !== null, onPlace: (finding) => this.goTo(finding),
    }));
  }

  // ---- The plan

  buildPlanBar() {
    const { pages, themes } = this.subject;
    const parts = [];
    if (pages.length > 1) parts.push(this.levelChoice('plan-page'));
    if (themes.length > 0) parts.push(choice('plan-theme', 'Theme', [['', 'usual'], ...themes.map((name) => [name, name])], (value) => { this.theme = value; this.load(this.showPlan()); }).row);
    clear(this.planBar, parts, this.layers, button('Print', () => print()));
  }

  /** Plan and scene each have a choice of levels; both show the same. */
  levelChoice(id) {
    const made = choice(id, 'Level', this.subject.pages.map((page, i) => [i, page.name]), (value) => this.goToPage(Number(value)));
    this.levelChoices.push(made.select);
    return made.row;
  }

  setPage(number) {
    this.page = number;
    this.levelChoices.forEach((select) => { select.value = String(number); });
  }

  goToPage(number) {
    this.setPage(number);
    this.opened(this.stage.current());
  }

  /** Whoever asks for what is on its way waits for the same. */
  showPlan() {
    const key = `${this.page} ${this.theme ?? ''}`;
    if (this.planOf !== key) this.planWork = this.fetchPlan(this.planOf = key, this.page);
    return this.planWork;
  }

  async fetchPlan(key, page) {
    if (this.shown === key) return;
    try {
      const svg = await this.subject.svg(page, this.theme || undefined);
      if (this.planOf !== key) return; // another one was asked for since
      this.plan.show(svg, this.subject.pages[page]);
      this.shown = key;
      this.planSays.textContent = '';
      this.showLayers();
      this.showNotes();
      this.mark(this.marked ?? []);
    } catch (wrong) {
      if (this.planOf !== key) return;
      this.planOf = null;
      this.planSays.textContent = wrong.message;
    }
  }

  showLayers() {
    clear(this.layerList, this.plan.layers().map(({ name, hidden }) => {
      const on = this.chosen?.get(name) ?? !hidden;
      this.plan.setLayer(name, on);
      return toggle(name, on, (now) => { this.chosen = (this.chosen ?? new Map()).set(name, now); this.plan.setLayer(name, now); }).row;
    }));
  }

  /** What the plan tells when it is pointed at, for those who do not point. */
  showNotes() {
    const spots = this.plan.spots();
    this.texts.show('notes', spots.length > 0);
    clear(this.notesPanel, el('ul', { class: 'findings' }, spots.map((spot) => el('li', {},
      el('button', { type: 'button', class: 'finding', click: () => this.goToSpot(spot) }, spot.text)))));
  }

  async goToSpot(spot) {
    await this.open('plan');
    this.plan.goToSpot(spot.element);
    this.lookAtStage();
  }

  cellOf(finding) {
    return this.cells.get(finding) ?? cellOf(finding.path);
  }

  pageOf(level) {
    const at = this.subject.pages.findIndex((page) => page.level === level);
    return at < 0 ? 0 : at;
  }

  /** Shows the cell of a finding, on its level. */
  async goTo(finding) {
    const cell = this.cellOf(finding);
    if (!cell) return;
    await this.goToCells([{ ...cell, kind: finding.severity }]);
  }

  /** Marks cells, on the level of the first of them, and leaves all of the plan in sight. */
  async markCells(cells) {
    this.marked = cells;
    this.setPage(this.pageOf(cells[0].level));
    await this.open('plan');
    this.mark(cells);
    this.plan.fit();
  }

  async goToCells(cells) {
    this.marked = cells;
    this.setPage(this.pageOf(cells[0].level));
    await this.open('plan');
    this.mark(cells);
    this.lookAtStage();
  }

  lookAtStage() {
    this.plan.host.focus({ preventScroll: true });
    this.host.querySelector('.stage').scrollIntoView({ block: 'nearest' });
  }

  mark(cells) {
    this.plan.mark(cells.filter((cell) => this.pageOf(cell.level) === this.page));
  }

  // ---- The scene

  buildSceneBar() {
    const mode = choice('scene-mode', 'View', [['orbit', 'orbit'], ['walk', 'walk'], ['top', 'top']], (value) => {
      this.scene.setMode(value);
      this.steps.hidden = value !== 'walk';
      if (value === 'walk') this.scene.canvas.focus();
    });
    const step = (text, label, forward, right) => button(text, () => this.scene.walk(forward, right, 0.5), label);
    const levels = this.subject.pages.length > 1 && this.subject.scenesByLevel ? this.levelChoice('scene-page') : [];
    this.modeChoice = mode;
    this.steps = el('span', { class: 'control', hidden: true }, step('←', 'step left', 0, -1), step('↑', 'step forward', 1, 0), step('↓', 'step back', -1, 0), step('→', 'step right', 0, 1));
    this.wire = toggle('Wireframe', false, (on) => this.scene.setWire(on));
    this.light = toggle('Light', true, (on) => this.scene.setLight(on));
    this.clipChoice = choice('scene-clip', 'Clip', [], (value) => this.scene.play(Number(value)));
    this.clipChoice.row.hidden = true;
    clear(this.sceneBar, levels, mode.row, this.wire.row, this.light.row, this.clipChoice.row, this.steps);
  }

  showScene() {
    const wanted = this.subject.scenesByLevel ? this.page : 0;
    if (this.sceneOf !== wanted) this.sceneWork = this.fetchScene(this.sceneOf = wanted);
    return this.sceneWork;
  }

  async fetchScene(wanted) {
    this.sceneSays.textContent = 'working';
    try {
      const glb = await this.subject.glb(wanted);
      if (this.sceneOf !== wanted) return; // another one was asked for since
      if (glb.length > LARGE && !this.patient) this.askBefore(glb);
      else await this.drawScene(glb);
    } catch (wrong) {
      if (this.sceneOf === wanted) this.noScene(wrong);
    }
  }

  noScene(wrong) {
    this.sceneOf = null;
    this.sceneSays.textContent = wrong.message;
  }

  /** Drawing is the page's own work: who looks decides whether to wait for it. */
  askBefore(glb) {
    clear(this.sceneSays, `The scene takes ${sizeText(glb.length)}: the page may stand still for a while. `, button('Draw it', () => {
      this.patient = true;
      this.load(this.drawScene(glb).catch((wrong) => this.noScene(wrong)));
    }));
  }

  async drawScene(glb) {
    if (!await this.scene.show(glb, this.subject.pages.length > 0 ? 'iso' : 'persp')) return;
    this.sceneSays.textContent = this.scene.missing > 0 ? `${this.scene.missing === 1 ? 'one texture' : `${this.scene.missing} textures`} cannot be decoded` : '';
    this.light.box.checked = this.scene.settings.light;
    this.modeChoice.select.value = 'orbit';
    this.steps.hidden = true;
    clear(this.clipChoice.select, el('option', { value: '-1' }, 'none'), this.scene.clips.map((clip, i) => el('option', { value: i }, clip.name || `clip ${i + 1}`)));
    this.clipChoice.row.hidden = this.scene.clips.length === 0;
    this.scene.resize();
  }

  // ---- The record

  async showRecord() {
    this.recordPanel.textContent = 'working';
    try {
      clear(this.recordPanel, await showRecord(this.subject.record));
    } catch (wrong) {
      this.recordPanel.textContent = wrong.message;
    }
  }
}
