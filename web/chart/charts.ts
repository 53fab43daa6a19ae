/** The charts below the panes: what the history says, with one cursor for all of them. */

import type { History } from '../session/history.ts';
import type { Session } from '../session/session.ts';
import './charts.css';
import { type Board, board } from './board.ts';
import { ErrorChart } from './errorChart.ts';
import { type Ink, readInk } from './ink.ts';
import { JointChart } from './jointChart.ts';

export interface ChartsEvents {
  /** The entry under the pointer; null: it has left the charts. */
  hover(entry: number | null): void;
  /** An entry was clicked. */
  pick?(entry: number): void;
}

interface Open {
  readonly session: Session;
  readonly history: History;
  readonly errors: readonly ErrorChart[];
  readonly joints: JointChart;
}

const EVERY = 100; // ms

export class Charts {
  readonly #host: HTMLElement;
  readonly #events: ChartsEvents;
  readonly #board: Board;
  /** Charts that were out of sight have missed what was recorded. */
  readonly #sizes = new ResizeObserver(() => this.update());
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  #ink: Ink;
  #open: Open | null = null;
  #visible: readonly boolean[] | null = null;
  #cursor: number | null = null;
  #hover: number | null = null;
  #updated = Number.NEGATIVE_INFINITY;
  #due = 0;

  constructor(host: HTMLElement, events: ChartsEvents) {
    this.#host = host;
    this.#events = events;
    this.#board = board(host, {
      recent: (chart, recent) => {
        const error = this.#open?.errors[chart];
        if (error) error.recent = recent;
        this.#fill();
      },
      choose: (panel) => {
        if (this.#open) this.#open.joints.chosen = panel;
        this.#fill();
      },
      show: () => this.#fill(),
    });
    this.#ink = readInk(host);
    this.#sizes.observe(this.#board.root);
    this.#scheme.addEventListener('change', this.theme);
  }

  /** A new scene, and the history that its entries go to. */
  open(session: Session, history: History): void {
    this.#shut();
    const parts = { scene: () => session.scene, history, ink: () => this.#ink };
    const [first, second, third] = this.#board.boxes;
    const { methods } = session.scene.scenario;
    const chosen = this.#board.methods(methods);
    this.#board.mode(session.scene.scenario.run.mode);
    const events = { hover: this.#point, pick: (entry: number) => this.#events.pick?.(entry) };
    this.#open = {
      session,
      history,
      errors: [
        new ErrorChart(first, { across: 'update', log: true }, parts, events),
        new ErrorChart(second, { across: 'time', log: false }, parts, events),
      ],
      joints: new JointChart(third, parts, chosen),
    };
    this.#open.errors.forEach((error, i) => {
      error.recent = this.#board.recent(i);
    });
    this.#visible = null;
    this.#cursor = null;
    this.#hover = null;
    this.#fill();
  }

  /** Brings the charts up to date with the history: at once, or when a tenth of a second is over. */
  update(): void {
    if (this.#due !== 0) return;
    const wait = this.#updated + EVERY - performance.now();
    if (wait <= 0) this.#fill();
    else this.#due = window.setTimeout(() => this.#fill(), wait);
  }

  /** Marks an entry in every chart; the pointer goes before. */
  cursor(entry: number | null): void {
    this.#cursor = entry;
    this.#mark();
  }

  /** Which panels have curves; all of them when a scene is opened. */
  visible(panels: readonly boolean[]): void {
    this.#visible = [...panels];
    this.#fill();
  }

  /** Takes the colours of the style sheet anew; the system's own change is followed anyway. */
  readonly theme = (): void => {
    this.#ink = readInk(this.#host);
    for (const chart of this.#charts) chart.redraw();
  };

  close(): void {
    this.#shut();
    this.#sizes.disconnect();
    this.#scheme.removeEventListener('change', this.theme);
    this.#board.root.remove();
  }

  get #charts() {
    return this.#open ? [...this.#open.errors, this.#open.joints] : [];
  }

  readonly #point = (entry: number | null): void => {
    if (entry === this.#hover) return;
    this.#hover = entry;
    this.#mark();
    this.#events.hover(entry);
  };

  #mark(): void {
    for (const chart of this.#charts) chart.cursor(this.#hover ?? this.#cursor);
  }

  #fill(): void {
    clearTimeout(this.#due);
    this.#due = 0;
    this.#updated = performance.now();
    if (!this.#open) return;
    const { methods } = this.#open.session.scene.scenario;
    this.#board.methods(methods);
    const shown = methods.map((_, panel) => this.#visible?.[panel] ?? true);
    this.#charts.forEach((chart, i) => {
      if (this.#board.boxes[i]?.clientWidth) chart.update(shown);
    });
  }

  #shut(): void {
    clearTimeout(this.#due);
    this.#due = 0;
    for (const chart of this.#charts) chart.close();
    this.#open = null;
  }
}
