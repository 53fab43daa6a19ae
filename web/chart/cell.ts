/** One place for a chart: the menu of what it shows, the menu of which part or panel, the chart. */

import { subscript } from '../format/figures.ts';
import type { MethodPanel } from '../scenario/types.ts';
import type { Chart, ChartParts } from './chart.ts';
import { make, markOf, Select } from './dom.ts';
import { KINDS, type Kind, partNames, titleOf } from './kinds.ts';

/** What a chart is given by its cell and not by the board. */
type Own = 'chosen' | 'direction' | 'recent';
export interface CellParts extends Omit<ChartParts, Own> {
  /** Singular directions that a panel has. */
  readonly directions: number;
  /** A place beside the title of a chart, for what explains this kind. */
  explain(host: HTMLElement, kind: string, title: string): void;
}

export class Cell {
  readonly box: HTMLElement;
  readonly #header: HTMLElement;
  readonly #kinds: Select;
  readonly #help: HTMLElement;
  readonly #badge: HTMLElement;
  readonly #which: Select;
  readonly #directions: Select;
  readonly #changed: () => void;
  #kind: Kind;
  #parts: CellParts | null = null;
  #chart: Chart | null = null;
  #panel = 0;
  #slot: number | null = null;
  #recent = false;
  #direction: number | null = null;

  /** `changed`: another kind of chart was chosen. */
  constructor(row: HTMLElement, index: number, kind: Kind, changed: () => void) {
    const section = make('section', 'chart', row);
    this.#kind = kind;
    this.#changed = changed;
    const place = ['first', 'second', 'third'][index];
    this.#header = make('header', '', section);
    const title = make('h2', '', this.#header);
    this.#kinds = new Select(title, `What the ${place} chart shows`, (at) => {
      this.#become(KINDS[at] as Kind);
    });
    this.#help = make('span', 'chart-help', this.#header);
    this.#badge = make('span', 'chart-mark', this.#header);
    this.#which = new Select(this.#header, '', (at) => this.#choose(at));
    this.#directions = new Select(this.#header, 'Singular direction', (at) => {
      this.#direction = at === 0 ? null : at - 1;
      this.#refresh();
    });
    this.box = make('div', 'plot', section);
    this.box.role = 'img';
    this.#label();
  }

  get kind(): Kind {
    return this.#kind;
  }

  open(parts: CellParts): void {
    this.close();
    this.#parts = parts;
    const { methods } = parts.scene().scenario;
    const kept = methods.findIndex(({ slot }) => slot === this.#slot);
    this.#panel = kept >= 0 ? kept : methods.length - 1;
    this.#build();
  }

  update(shown: readonly boolean[]): void {
    this.#label();
    if (this.box.clientWidth) this.#guard(() => this.#chart?.update(shown));
  }

  cursor(entry: number | null): void {
    this.#guard(() => this.#chart?.cursor(entry));
  }

  redraw(): void {
    this.#guard(() => this.#chart?.redraw());
  }

  close(): void {
    this.#clear();
    this.#parts = null;
  }

  #clear(): void {
    this.#guard(() => this.#chart?.close());
    this.#chart = null;
    this.box.querySelector('.chart-fault')?.remove();
  }

  /** What a chart throws ends that chart alone; the next scene has it again. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#chart = null;
      this.box.replaceChildren();
      make('p', 'chart-fault', this.box).textContent = 'This chart cannot be drawn.';
      reportError(error);
    }
  }

  #become(kind: Kind): void {
    this.#kind = kind;
    this.#recent = false;
    this.#direction = null;
    this.#build();
    this.#changed();
  }

  #choose(at: number): void {
    const parts = this.#parts;
    if (this.#kind.menu === 'part') this.#recent = at === 1;
    else this.#panel = at;
    this.#slot = parts?.scene().scenario.methods[this.#panel]?.slot ?? null;
    // the curves of another panel are other curves
    if (this.#kind.id === 'clamps') this.#build();
    this.#refresh();
  }

  /** Shows this panel, where it shows one. */
  follow(panel: number): void {
    if (panel === this.#panel || !this.#parts) return;
    this.#panel = panel;
    this.#slot = this.#parts.scene().scenario.methods[panel]?.slot ?? null;
    if (this.#kind.id === 'clamps') this.#build();
    this.#label();
  }

  #refresh(): void {
    this.#label();
    this.#changed();
  }

  #build(): void {
    this.#clear();
    this.box.ariaLabel = this.#kind.title;
    this.#label();
    const parts = this.#parts;
    if (!parts) return;
    parts.explain(this.#help, this.#kind.id, this.#kind.title);
    this.#guard(() => {
      this.#chart = this.#kind.make(this.box, {
        ...parts,
        chosen: () => this.#panel,
        direction: () => this.#direction,
        recent: () => this.#recent,
      });
    });
  }

  /** Menus and title say what the scene has. */
  #label(): void {
    const scenario = this.#parts?.scene().scenario;
    const mode = scenario?.run.mode ?? 'track';
    this.#kinds.set(
      KINDS.map((kind) => titleOf(kind, mode)),
      KINDS.indexOf(this.#kind),
    );
    const methods = scenario?.methods ?? [];
    const panels = this.#kind.menu === 'panel';
    const title = titleOf(this.#kind, mode);
    this.#which.element.ariaLabel = `${title}: which ${panels ? 'method' : 'part'}`;
    if (panels) this.#which.set(labels(methods), this.#panel);
    else this.#which.set(partNames(this.#kind, mode), this.#recent ? 1 : 0);
    this.#sign(panels ? (methods[this.#panel]?.slot ?? null) : null);
    this.#labelDirections();
  }

  #labelDirections(): void {
    const { element } = this.#directions;
    element.hidden = !this.#kind.directions;
    if (element.hidden || !this.#parts) return;
    const count = this.#parts.directions;
    const names = Array.from({ length: count }, (_, i) => `σ${subscript(i + 1)}`);
    this.#directions.set(['all σ', ...names], (this.#direction ?? -1) + 1);
  }

  #sign(slot: number | null): void {
    const now = this.#badge.dataset.slot ?? '';
    if (now === String(slot ?? '')) return;
    this.#badge.dataset.slot = String(slot ?? '');
    this.#badge.replaceChildren(...(slot === null ? [] : [markOf(slot)]));
  }
}

const labels = (methods: readonly MethodPanel[]): string[] => methods.map(({ label }) => label);
