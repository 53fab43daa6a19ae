/** The charts below the panes: what the history says, with one cursor for all of them. */

import type { History } from '../run/history.ts';
import { Insight } from '../run/insight.ts';
import type { Session } from '../run/session.ts';
import './charts.css';
import type { Way } from '../measure/spectrum.ts';
import { Board } from './board.ts';
import { readTheme, type Theme } from './theme.ts';

export interface ChartsEvents {
  /** The entry under the pointer; null: it has left the charts. */
  hover(entry: number | null): void;
  /** An entry was clicked. */
  pick(entry: number): void;
  /** A place beside the title of a chart, for what explains this kind. */
  explain(host: HTMLElement, kind: string, title: string): void;
  /** A singular direction of a panel is pointed at; null: none. */
  point(panel: number, way: Way | null): void;
  /** Another chart, or the table, came to sight. */
  show?(): void;
}

interface Open {
  readonly session: Session;
  readonly history: History;
}

const EVERY = 100; // ms

export class Charts {
  readonly #host: HTMLElement;
  readonly #events: ChartsEvents;
  readonly #board: Board;
  /** Charts that were out of sight have missed what was recorded. */
  readonly #sizes = new ResizeObserver(() => this.update());
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #forced = new MutationObserver(() => this.theme());
  #theme: Theme;
  #open: Open | null = null;
  #insight: Insight | null = null;
  #visible: readonly boolean[] | null = null;
  #cursor: number | null = null;
  #hover: number | null = null;
  #pointed = false;
  #updated = Number.NEGATIVE_INFINITY;
  #due = 0;

  constructor(host: HTMLElement, events: ChartsEvents) {
    this.#host = host;
    this.#events = events;
    this.#board = new Board(host, {
      show: () => {
        this.#fill();
        this.#events.show?.();
      },
    });
    this.#theme = readTheme(host);
    this.#sizes.observe(this.#board.root);
    this.#scheme.addEventListener('change', this.theme);
    this.#forced.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Where the table goes, */
  get table(): HTMLElement {
    return this.#board.table;
  }

  /** and whether it is in sight. */
  get tabled(): boolean {
    return this.#board.tabled;
  }

  /** A new scene, and the history that its entries go to. */
  open(session: Session, history: History): void {
    this.#shut();
    this.#open = { session, history };
    this.#visible = null;
    this.#cursor = null;
    this.#hover = null;
    this.#insight = new Insight(session, history);
    const parts = {
      scene: () => session.scene,
      history,
      insight: this.#insight,
      directions: session.lab.sigmaCount,
      theme: () => this.#theme,
      events: {
        hover: this.#hovered,
        pick: (entry: number) => this.#events.pick(entry),
        point: this.#point,
      },
      explain: (host: HTMLElement, kind: string, title: string) =>
        this.#events.explain(host, kind, title),
    };
    for (const cell of this.#board.cells) cell.open(parts);
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

  /** Charts of one panel show this one, until a menu says otherwise; −1: they stay as they are. */
  follow(panel: number): void {
    if (panel < 0) return;
    for (const cell of this.#board.cells) cell.follow(panel);
    this.#fill();
  }

  /** Takes the colours of the style sheet anew; the system's own change is followed anyway. */
  readonly theme = (): void => {
    this.#theme = readTheme(this.#host);
    for (const cell of this.#board.cells) cell.redraw();
  };

  close(): void {
    this.#shut();
    this.#sizes.disconnect();
    this.#scheme.removeEventListener('change', this.theme);
    this.#forced.disconnect();
    this.#board.root.remove();
  }

  readonly #hovered = (entry: number | null): void => {
    if (entry === this.#hover) return;
    this.#hover = entry;
    this.#mark();
    this.#events.hover(entry);
  };

  /** Told again while it is pointed at: the pose goes on. */
  readonly #point = (panel: number, way: Way | null): void => {
    if (way === null && !this.#pointed) return;
    this.#pointed = way !== null;
    this.#events.point(panel, way);
  };

  #mark(): void {
    for (const cell of this.#board.cells) cell.cursor(this.#hover ?? this.#cursor);
  }

  #fill(): void {
    clearTimeout(this.#due);
    this.#due = 0;
    this.#updated = performance.now();
    if (!this.#open) return;
    const { methods } = this.#open.session.scene.scenario;
    const shown = methods.map((_, panel) => this.#visible?.[panel] ?? true);
    for (const cell of this.#board.cells) cell.update(shown);
  }

  #shut(): void {
    clearTimeout(this.#due);
    this.#due = 0;
    for (const cell of this.#board.cells) cell.close();
    this.#insight?.close();
    this.#open = this.#insight = null;
  }
}
