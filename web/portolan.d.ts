// SPDX-License-Identifier: MIT
// Types of portolan.mjs.

export type Severity = 'note' | 'loss' | 'warning' | 'error';
export type Status = 'ok' | 'argument' | 'io' | 'memory' | 'limit' | 'format' | 'syntax' | 'unsupported' | 'stopped';
export type Fate = 'none' | 'unknown' | 'loads' | 'wrong' | 'refuses' | 'breaks';

/** One finding, as `portolan check --json` prints it. */
export interface Finding {
  severity: Severity;
  /** Stable slug such as "mpd-version"; `portolan.rule` says what it means. */
  rule: string;
  /** From 1 in texts. */
  line?: number;
  column?: number;
  /** First offending byte. */
  offset?: number;
  /** Logical place such as "levels[0]/floor[3,4]". */
  path?: string;
  message: string;
}

/** Files by their paths. */
export type Files = Map<string, Uint8Array> | Record<string, Uint8Array> | { name: string; bytes: Uint8Array }[];

/** Values by the names of settings; `true` is for switches, bytes for what the tool reads from a file. */
export type Settings = Record<string, string | number | boolean | Uint8Array | null | undefined | (string | number | Uint8Array)[]>;

export interface Progress {
  stage: string;
  done: number;
  /** 0 when unknown. */
  total: number;
}

export interface ReadOptions {
  /** Files around the document, where textures and parts are looked for. */
  files?: Files;
  /** Read it as this format. */
  format?: string;
  strict?: boolean;
  lenient?: boolean;
  untrusted?: boolean;
  profile?: 'engine' | 'document';
  settings?: Settings;
  /** Most bytes of memory a call may take; 0 or nothing: those of the library. */
  memory?: number;
  /** Hears of long calls; false stops them. */
  onProgress?: (step: Progress) => boolean | void;
}

export interface ConvertOptions extends ReadOptions {
  /** File name of the output: files beside it are named after it. */
  output?: string;
}

export interface Converted {
  name: string;
  bytes: Uint8Array;
  /** What goes beside it. */
  files: Map<string, Uint8Array>;
  /** Losses, and what reading found. */
  findings: Finding[];
  mediaType: string;
}

export interface Checked {
  findings: Finding[];
  /** How many more there were of some rules. */
  folded: Record<string, number>;
  verdict?: { engine: Fate; because?: Finding };
}

export interface Fixed {
  changed: boolean;
  repairs: Finding[];
  bytes: Uint8Array;
  name: string;
}

export interface Companion {
  number: number;
  name: string;
  role: string;
  needed: boolean;
  /** Which of the files it is, or null. */
  path: string | null;
}

export interface Compared {
  how: 'same' | 'alike' | 'differs';
  /** For people: how many of what, then a line for each; as `portolan diff` prints it. */
  text: string;
  /** The same for programs, as `portolan diff --format json` prints it. */
  changes: Record<string, unknown>;
  /** What `portolan apply` takes. */
  patch(): Promise<string>;
}

/** x, y, width, height in units of the drawing. */
export type Box = [number, number, number, number];

export interface Page {
  name: string;
  width: number;
  height: number;
  /** Where the first cell lies; width 0: there are none. */
  cells: Box;
  /** The page without titles and legends; width 0: all of it. */
  map: Box;
  /** Which of the document's own levels it shows, as paths of findings count. */
  level: number;
  layers: { name: string; hidden: boolean }[];
}

export interface SettingInfo {
  name: string;
  value: string | null;
  choices: string | null;
  help: string;
  group: string | null;
  when: number;
  repeats: boolean;
}

export interface Row {
  name: string;
  title: string;
  extensions: string;
  mediaType: string;
}

export interface FormatRow extends Row {
  can: number;
  settings: SettingInfo[];
  /** Targets, each followed by the hubs it is reached through. */
  routes: string[][];
}

export interface ExportRow extends Row {
  many: boolean;
  settings: SettingInfo[];
}

export interface ImportRow extends Row {
  routes: string[][];
}

export interface Decoders {
  jpeg?: (bytes: Uint8Array) => Promise<{ width: number; height: number; data: Uint8Array | Uint8ClampedArray }>;
  /** null where more than `room` bytes come out; throws where the frame is damaged. */
  zstd?: (bytes: Uint8Array, room: number) => Uint8Array | null;
}

/** What the library says of a call that failed. */
export class PortolanError extends Error implements Finding {
  severity: Severity;
  status: Status;
  rule: string;
  line?: number;
  column?: number;
  offset?: number;
  path?: string;
  /** All that was found until then, the error included where it is the input's. */
  findings: Finding[];
}

export class Doc {
  readonly name: string;
  readonly format: string;
  /** What reading found. */
  readonly findings: Finding[];
  readonly bytes: Uint8Array;
  // Calls may be made at once: each begins when the one before has ended.
  info(): Promise<Record<string, unknown>>;
  page(kind?: 'text' | 'json' | 'notes'): Promise<string>;
  notes(): Promise<string>;
  companions(): Companion[];
  check(options?: { profile?: 'engine' | 'document' }): Promise<Checked>;
  fix(): Promise<Fixed>;
  convert(to: string, options?: ConvertOptions): Promise<Converted>;
  render(options?: Settings & { to?: string; output?: string }): Promise<Converted>;
  pages(settings?: Settings): Promise<Page[]>;
  /** Gives back its memory when all that was asked before has been answered; nothing else may be called after it. */
  close(): void;
}

export class Portolan {
  constructor(options?: { module?: WebAssembly.Module | BufferSource | Promise<WebAssembly.Module | BufferSource>; decoders?: Decoders });
  /** Compiles the module. What follows is there only afterwards. */
  load(): Promise<this>;
  readonly version: string;
  readonly features: Record<string, boolean>;
  readonly formats: FormatRow[];
  readonly exports: ExportRow[];
  readonly imports: ImportRow[];
  format(name: string): FormatRow | undefined;
  targets(name: string): string[];
  extensionOf(target: string): string;
  mediaTypeOf(target: string): string;
  probe(bytes: Uint8Array, name?: string): Promise<string | null>;
  rule(name: string): Promise<string>;
  read(bytes: Uint8Array, name?: string, options?: ReadOptions): Promise<Doc>;
  convert(bytes: Uint8Array, name: string, to: string, options?: ConvertOptions): Promise<Converted>;
  diff(before: Doc | Uint8Array, after: Doc | Uint8Array, options?: ReadOptions & { name?: string; most?: number }): Promise<Compared>;
}

declare const portolan: Portolan;
export default portolan;
