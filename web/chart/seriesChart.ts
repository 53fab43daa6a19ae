/** Curves along a run: a quantity of all panels, or of the targets of one, against update or time. */
import { DASHES } from '../format/marks.ts';
import type { Chart, Parts } from './chart.ts';
import { axis, Curves, type Line, lastPoint } from './curves.ts';
import { sizeOf } from './easel.ts';
import { drawEnds, endsMargin } from './ends.ts';
import { drawBand, drawCursor, drawMarks, drawRings, drawTolerance } from './overlay.ts';
import { type Frame, Plot, type PlotAxis } from './plot.ts';
import type { Quantity } from './quantities.ts';
import { type Range, stretch, ticks } from './scale.ts';
import { write } from './sketch.ts';
import { drawValues } from './values.ts';

const LEAST = { updates: 20, frames: 40, s: 2 };
const NUMBERED = 28; // px for each number below the axis
const ASIDE = 132; // px of the box that are no axis
const POINT = 1.5; // px of a point at least
const LEAST_POINTS = 60;
const WINDOW = { updates: 240, frames: 240, s: 4 };

export class SeriesChart implements Chart {
  readonly #box: HTMLElement;
  readonly #parts: Parts;
  readonly #quantity: Quantity;
  readonly #curves = new Curves();
  readonly #plot: Plot;
  #lines: readonly Line[];
  #shown: readonly boolean[] = [];
  #cursor: number | null = null;
  #x: PlotAxis = { range: [0, 1], splits: [], name: String };
  #y: PlotAxis = { range: [0, 1], splits: [], name: String };
  #unit: keyof typeof LEAST = 'updates';
  /** Where the line of the tolerance is. */
  #tolerance: number | null = null;
  /** Not all of the curve is known yet. */
  #due = 0;

  constructor(box: HTMLElement, quantity: Quantity, parts: Parts) {
    this.#box = box;
    this.#parts = parts;
    this.#quantity = quantity;
    this.#lines = quantity.lines(parts);
    const { events } = parts;
    this.#plot = new Plot(box, this.#lines.map(drawn(this.#lines)), {
      ink: parts.ink,
      x: () => this.#x,
      y: () => this.#y,
      margin: () => endsMargin(box, parts.ink(), this.#lines),
      under: (frame) => this.#under(frame),
      over: (frame) => this.#over(frame),
      hover: (index) => events.hover(this.#curves.entries[index ?? -1] ?? null),
      pick: (index) => events.pick(this.#curves.entries[index] ?? 0),
    });
  }

  update(shown: readonly boolean[]): void {
    const { run } = this.#parts.scene().scenario;
    const { history } = this.#parts;
    if (history.length === 0) return;
    this.#shown = shown;
    this.#lines = this.#quantity.lines(this.#parts);
    const at = axis(history, run, this.#quantity.across);
    const { last } = history;
    // of a run to still targets: the way to where they stand now
    const first = run.mode === 'converge' ? history.begun : history.first;
    const window = this.#parts.recent() ? WINDOW[at.unit] : null;
    const range = stretch(at.x(first), at.x(last), window, LEAST[at.unit]);
    const full = window === null && history.length === history.capacity;
    this.#unit = at.unit;
    const from = Math.max(first, this.#from(at.x, range[0]));
    if (this.#quantity.fill?.(this.#parts, from) === false) this.#again();
    const most = Math.max(LEAST_POINTS, (this.#box.clientWidth - ASIDE) / POINT);
    this.#curves.fill(history, at, from, this.#lines, shown, this.#quantity.log, most);
    this.#setAxes(full ? [range[0], at.x(last)] : range);
    this.#plot.set(this.#curves.xs, this.#curves.ys);
    this.#describe();
  }

  /** The rest of what has to be found, when there is time. */
  #again(): void {
    clearTimeout(this.#due);
    this.#due = window.setTimeout(() => this.update(this.#shown), 30);
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
    clearTimeout(this.#due);
    this.#plot.close();
  }

  /** The last entry at or before the left end, so that the curves come in from outside. */
  #from(x: (entry: number) => number, left: number): number {
    let [low, high] = [this.#parts.history.first, this.#parts.history.last];
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
      splits: ticks(across, (sizeOf(this.#box).width - ASIDE) / NUMBERED),
      name: String,
    };
    this.#y = this.#quantity.axis(this.#curves, this.#parts);
  }

  #under(frame: Frame): void {
    const ink = this.#parts.ink();
    const { pen, left, right, top, bottom, width } = frame;
    write(pen, ink, this.#unit, width, bottom + 14, { color: ink.faint, align: 'right' });
    if (this.#curves.empty) {
      const middle = [(left + right) / 2, (top + bottom) / 2] as const;
      write(pen, ink, this.#quantity.none, ...middle, { color: ink.faint, align: 'center' });
    }
    const { tolerance } = this.#parts.scene().scenario.run;
    const value = this.#quantity.log ? Math.log10(tolerance) : tolerance;
    this.#tolerance = this.#quantity.tolerance
      ? drawTolerance(frame, ink, value, this.#y.range)
      : null;
    if (this.#curves.step > 1)
      this.#lines.forEach(({ slot }, index) => {
        drawBand(frame, ink, slot, this.#curves, index, this.#y.range);
      });
    const at = this.#at();
    if (at !== null) drawCursor(frame, ink, this.#curves.xs[at] as number, this.#unit);
  }

  #over(frame: Frame): void {
    const { range } = this.#y;
    const ink = this.#parts.ink();
    const curves = this.#curves;
    this.#lines.forEach(({ slot }, index) => {
      drawMarks(frame, ink, slot, { xs: curves.xs, ys: curves.ys[index] ?? [] }, range);
    });
    const at = this.#at();
    const ends = { curves, methods: this.#named(), range, tolerance: this.#tolerance };
    drawEnds(frame, ink, ends, at === null);
    if (at === null) return;
    drawRings(frame, ink, curves, at, range);
    const said = this.#lines.map(({ value }) => {
      const size = value(curves.entries[at] as number);
      return Number.isNaN(size) ? '' : this.#quantity.say(size, this.#parts);
    });
    drawValues(frame, ink, { curves, methods: this.#lines, range, at, said });
  }

  /** Who got there, with the number of updates: where the run is one to still targets. */
  #named(): Line[] {
    const { history, scene } = this.#parts;
    if (!this.#quantity.tolerance || scene().scenario.run.mode !== 'converge')
      return [...this.#lines];
    return this.#lines.map((line) => {
      const { last } = history;
      if (history.stop(last, line.panel) !== 'reached') return line;
      return { ...line, label: `${line.label} ${history.counted(last, line.panel)}` };
    });
  }

  /** The cursor as an index into the points; null: none, or outside. */
  #at(): number | null {
    const at = this.#cursor === null ? -1 : this.#curves.at(this.#cursor);
    return at >= 0 && (this.#curves.xs[at] as number) >= this.#x.range[0] ? at : null;
  }

  #describe(): void {
    const { name, log, none, say } = this.#quantity;
    const now = this.#lines.flatMap(({ label, value }, index) => {
      const end = lastPoint(this.#curves.ys[index] ?? []);
      return end < 0
        ? []
        : [`${label} ${say(value(this.#curves.entries[end] as number), this.#parts)}`];
    });
    const way = log ? 'logarithmic' : 'linear';
    const over = { updates: 'against update', frames: 'by frame', s: 'over time' }[this.#unit];
    const end = now.length > 0 ? ` At the end: ${now.join(', ')}.` : ` ${none}`;
    this.#box.ariaLabel = `${name} ${over}, ${way}.${end}`;
  }
}

/** Curves of one panel are told apart by their dashes alone. */
const drawn =
  (lines: readonly Line[]) =>
  ({ slot, panel }: Line, index: number) => {
    const alone = lines.filter((line) => line.panel === panel).length === 1;
    return { slot, dash: DASHES[alone ? slot - 1 : index % DASHES.length] ?? [] };
  };
