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
import { clear, el, tabs } from './dom.mjs';
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

const button = (text, click) => el('button', { type: 'button', click }, text);

export class SubjectView {
  constructor(subject) {
    this.subject = subject;
    this.page = 0;
    this.plan = new PlanView();
    this.scene = new SceneView();
    this.planBar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Plan' });
    this.sceneBar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Scene' });
    this.layers = el('details', { class: 'layers' }, el('summary', {}, 'Layers'), this.layerList = el('div', { class: 'list' }));
    this.sceneSays = el('p', { class: 'says', role: 'status' });
    this.planSays = el('p', { class: 'says', role: 'status' });
    this.stage = tabs('Views', [
      { id: 'plan', title: 'Plan', panel: el('div', { class: 'view' }, this.planBar, this.planSays, this.plan.host) },
      { id: 'scene', title: '3D', panel: el('div', { class: 'view' }, this.sceneBar, this.sceneSays, this.scene.host) },
    ].map((tab) => { this[`${tab.id}Panel`] = tab.panel; return tab; }), (id) => this.opened(id));
    this.factsPanel = el('div', { class: 'text', tabindex: '0' });
    this.findingsPanel = el('div', { class: 'text', tabindex: '0' });
    this.recordPanel = el('div', { class: 'text', tabindex: '0' });
    this.texts = tabs('About the file', [
      { id: 'facts', title: 'Facts', panel: this.factsPanel },
      { id: 'findings', title: 'Findings', panel: this.findingsPanel },
      ...(subject.record ? [{ id: 'record', title: 'Record', panel: this.recordPanel }] : []),
      ...(subject.panels ?? []),
    ], (id) => this.openedText(id));
    this.host = el('div', { class: 'subject' },
      el('section', { class: 'stage', 'aria-label': 'Views' }, this.stage.bar, this.planPanel, this.scenePanel),
      el('section', { class: 'texts', 'aria-label': 'About the file' }, this.texts.bar, this.factsPanel, this.findingsPanel,
        subject.record ? this.recordPanel : null, (subject.panels ?? []).map((panel) => panel.panel)));
  }

  async start() {
    const { subject } = this;
    clear(this.factsPanel, showFacts(subject.facts, subject.files));
    this.showFindings(subject.checked);
    this.buildPlanBar();
    this.buildSceneBar();
    this.stage.show('plan', subject.pages.length > 0);
    this.stage.show('scene', subject.hasScene);
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
    if (id === 'plan') this.loading = this.showPlan();
    if (id === 'scene') this.loading = this.showScene();
  }

  openedText(id) {
    if (id === 'record' && this.recordPanel.childElementCount === 0) this.showRecord();
    this.subject.panels?.find((panel) => panel.id === id)?.open?.();
  }

  showFindings(checked) {
    const count = checked.findings.length;
    this.texts.name('findings', count > 0 ? `Findings (${count})` : 'Findings');
    clear(this.findingsPanel, this.subject.checkBar ?? [], showFindings(checked.findings, {
      ...checked, canPlace: (finding) => this.subject.pages.length > 0 && this.cellOf(finding) !== null, onPlace: (finding) => this.goTo(finding),
    }));
  }

  // ---- The plan

  buildPlanBar() {
    const { pages, themes } = this.subject;
    const parts = [];
    if (pages.length > 1) {
      this.pageChoice = choice('plan-page', 'Level', pages.map((page, i) => [i, page.name]), (value) => { this.page = Number(value); this.loading = this.showPlan(); this.sceneOf = null; });
      parts.push(this.pageChoice.row);
    }
    if (themes.length > 0) parts.push(choice('plan-theme', 'Theme', [['', 'usual'], ...themes.map((name) => [name, name])], (value) => { this.theme = value; this.loading = this.showPlan(); }).row);
    parts.push(button('+', () => this.plan.zoom(1.25)), button('−', () => this.plan.zoom(0.8)), button('All of it', () => this.plan.fit()), this.layers, button('Print', () => print()));
    parts.forEach((part) => { if (part.textContent === '+') part.setAttribute('aria-label', 'zoom in'); if (part.textContent === '−') part.setAttribute('aria-label', 'zoom out'); });
    clear(this.planBar, parts);
    this.cells = new Map(checked.findings.map((finding, i) => [finding, checked.cells?.[i]]));
  }

  async showPlan() {
    const key = `${this.page} ${this.theme ?? ''}`;
    if (this.shown === key) return;
    try {
      const svg = await this.subject.svg(this.page, this.theme || undefined);
      this.plan.show(svg, this.subject.pages[this.page]);
      this.shown = key;
      this.planSays.textContent = '';
      this.showLayers();
      this.mark(this.marked ?? []);
    } catch (wrong) {
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

  async goToCells(cells) {
    this.page = this.pageOf(cells[0].level);
    if (this.pageChoice) this.pageChoice.select.value = String(this.page);
    this.marked = cells;
    await this.open('plan');
    this.mark(cells);
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
    const step = (text, label, forward, right) => {
      const made = button(text, () => this.scene.walk(forward, right, 0.5));
      made.setAttribute('aria-label', label);
      return made;
    };
    this.modeChoice = mode;
    this.steps = el('span', { class: 'control', hidden: true }, step('←', 'step left', 0, -1), step('↑', 'step forward', 1, 0), step('↓', 'step back', -1, 0), step('→', 'step right', 0, 1));
    this.wire = toggle('Wireframe', false, (on) => this.scene.setWire(on));
    this.light = toggle('Light', true, (on) => this.scene.setLight(on));
    this.clipChoice = choice('scene-clip', 'Clip', [], (value) => this.scene.play(Number(value)));
    clear(this.sceneBar, mode.row, this.steps, this.wire.row, this.light.row, this.clipChoice.row);
  }

  async showScene() {
    if (this.sceneOf === this.page) return;
    this.sceneOf = this.page;
    this.sceneSays.textContent = 'working';
    try {
      await this.scene.show(await this.subject.glb(this.page));
      this.sceneSays.textContent = '';
      this.light.box.checked = this.scene.settings.light;
      this.modeChoice.select.value = 'orbit';
      this.steps.hidden = true;
      clear(this.clipChoice.select, el('option', { value: '-1' }, 'none'), this.scene.clips.map((clip, i) => el('option', { value: i }, clip.name || `clip ${i + 1}`)));
      this.clipChoice.row.hidden = this.scene.clips.length === 0;
      this.scene.resize();
    } catch (wrong) {
      this.sceneOf = null;
      this.sceneSays.textContent = wrong.message;
    }
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
