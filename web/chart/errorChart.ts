/** The errors of all panels, against the update on a logarithmic axis or over time. */
import type { Scene } from '../scenario/types.ts';
import { length, words } from '../session/format.ts';
import type { History } from '../session/history.ts';
import { DASHES } from '../session/marks.ts';
import { type Across, axis, Curves } from './curves.ts';
import { drawEnds, endsMargin } from './ends.ts';
import type { Ink } from './ink.ts';
import { drawCursor, drawMarks, drawRings, drawTolerance } from './overlay.ts';
import { type Frame, Plot, type PlotAxis } from './plot.ts';
import {
  decadeName,
  decades,
  everyDecade,
  lengthNames,
  type Range,
  stretch,
  ticks,
  upTo,
} from './scale.ts';
import { write } from './sketch.ts';

export interface ErrorKind {
  readonly across: Across;
  readonly log: boolean;
}

export interface ChartEvents {
  hover(entry: number | null): void;
  pick(entry: number): void;
}

const LEAST = { updates: 40, frames: 40, s: 2 };
const NUMBERED = 28; // px for each number below the axis
const ASIDE = 126; // px of the box that are no axis
const WINDOW = { updates: 240, frames: 240, s: 4 };

export class ErrorChart {
  /** Only the last stretch of the run, which moves along. */
  recent = false;
  readonly #kind: ErrorKind;
  readonly #box: HTMLElement;
  readonly #history: History;
  readonly #scene: () => Scene;
  readonly #ink: () => Ink;
  readonly #curves = new Curves();
  readonly #plot: Plot;
  #cursor: number | null = null;
  #x: PlotAxis = { range: [0, 1], splits: [], name: String };
  #y: PlotAxis = { range: [0, 1], splits: [], name: String };
  #unit: keyof typeof LEAST = 'updates';
  /** Where the line of the tolerance is. */
  #tolerance: number | null = null;

  constructor(
    box: HTMLElement,
    kind: ErrorKind,
    { scene, history, ink }: { scene: () => Scene; history: History; ink: () => Ink },
    events: ChartEvents,
  ) {
    this.#kind = kind;
    this.#box = box;
    this.#history = history;
    this.#scene = scene;
    this.#ink = ink;
    const curves = this.#methods.map(({ slot }) => ({ slot, dash: DASHES[slot - 1] ?? [] }));
    this.#plot = new Plot(box, curves, {
      ink,
      x: () => this.#x,
      y: () => this.#y,
      margin: () => endsMargin(box, ink(), this.#methods),
      under: (frame) => this.#under(frame),
      over: (frame) => this.#over(frame),
      hover: (index) => events.hover(index === null ? null : this.#curves.first + index),
      pick: (index) => events.pick(this.#curves.first + index),
    });
  }

  get #methods() {
    return this.#scene().scenario.methods;
  }

  update(shown: readonly boolean[]): void {
    const { run } = this.#scene().scenario;
    const history = this.#history;
    if (history.length === 0) return;
    const at = axis(history, run, this.#kind.across);
    const { first, last } = history;
    const window = this.recent ? WINDOW[at.unit] : null;
    const range = stretch(at.x(first), at.x(last), window, LEAST[at.unit]);
    const full = window === null && history.length === history.capacity;
    this.#unit = at.unit;
    this.#curves.fill(history, at, this.#from(at.x, range[0]), shown, this.#kind.log);
    this.#setAxes(full ? [range[0], at.x(last)] : range);
    this.#plot.set(this.#curves.xs, this.#curves.ys);
    this.#describe(shown);
  }

  /** `entry` null: no cursor. */
  cursor(entry: number | null): void {
    if (entry === this.#cursor) return;
    this.#cursor = entry;
    this.#plot.redraw();
  }

  redraw(): void {
    this.#plot.redraw();
  }

  close(): void {
    this.#plot.close();
  }

  /** The last entry at or before the left end, so that the curves come in from outside. */
  #from(x: (entry: number) => number, left: number): number {
    let [low, high] = [this.#history.first, this.#history.last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (x(middle) <= left) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #setAxes(across: Range): void {
    this.#x = {
      range: across,
      splits: ticks(across, (this.#box.clientWidth - ASIDE) / NUMBERED),
      name: String,
    };
    const { tolerance } = this.#scene().scenario.run;
    if (this.#kind.log) {
      const range = decades(tolerance, this.#startError(), [
        this.#curves.smallest,
        this.#curves.largest,
      ]);
      const every = Math.ceil((range[1] - range[0] + 1) / 5);
      const name = (power: number) => ((power - range[0]) % every === 0 ? decadeName(power) : null);
      this.#y = { range, splits: everyDecade(range), name };
    } else {
      const range = upTo(this.#curves.largest, 4 * tolerance);
      this.#y = { range, splits: ticks(range), name: lengthNames(range) };
    }
  }

  /** Of the first entry held. */
  #startError(): number {
    const { first } = this.#history;
    return Math.max(...this.#methods.map((_, panel) => this.#history.error(first, panel)));
  }

  #under(frame: Frame): void {
    const { tolerance } = this.#scene().scenario.run;
    const ink = this.#ink();
    write(frame.pen, ink, this.#unit, frame.width, frame.bottom + 14, {
      color: ink.faint,
      align: 'right',
    });
    const value = this.#kind.log ? Math.log10(tolerance) : tolerance;
    this.#tolerance = drawTolerance(frame, ink, value, this.#y.range);
    const at = this.#at();
    if (at !== null) drawCursor(frame, ink, this.#curves.xs[at] as number, this.#unit);
  }

  #over(frame: Frame): void {
    const { range } = this.#y;
    const ink = this.#ink();
    const curves = this.#curves;
    this.#methods.forEach(({ slot }, panel) => {
      drawMarks(frame, ink, slot, { xs: curves.xs, ys: curves.ys[panel] ?? [] }, range);
    });
    drawEnds(frame, ink, { curves, methods: this.#methods, range, tolerance: this.#tolerance });
    const at = this.#at();
    if (at !== null) drawRings(frame, ink, curves, at, range);
  }

  /** The cursor as an index into the points; null: none, or outside. */
  #at(): number | null {
    const { xs, first } = this.#curves;
    const at = (this.#cursor ?? -1) - first;
    const inside = at >= 0 && at < xs.length && (xs[at] as number) >= this.#x.range[0];
    return inside ? at : null;
  }

  #describe(shown: readonly boolean[]): void {
    const { last } = this.#history;
    const now = this.#methods.flatMap(({ label }, panel) =>
      shown[panel] ? [`${label} ${words(length(this.#history.error(last, panel)))}`] : [],
    );
    const way = this.#kind.log ? 'logarithmic' : 'linear';
    const over = { updates: 'against update', frames: 'by frame', s: 'over time' }[this.#unit];
    this.#box.ariaLabel = `Error ${over}, ${way}. At the end: ${now.join(', ')}.`;
  }
}
