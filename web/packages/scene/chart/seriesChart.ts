import { DASHES, errorBound } from 'iklab/format';
import { type Cancel, threadTime } from 'iklab/time';
import { CanvasChart } from './canvasChart.ts';
import type { ChartContext } from './chart.ts';
import { axis, Curves, type Line, lastPoint, nearestPoint } from './curves.ts';
import { drawEnds, endsMargin, type LabelledEnd } from './endLabels.ts';
import type { Painter, Point } from './painter.ts';
import { type Axis, namesMargin, PlotArea } from './plotArea.ts';
import type { PlottedQuantity } from './quantities.ts';
import { type Range, roundTicks, shownStretch } from './scale.ts';
import { drawBand, drawCursor, drawMarks, drawRings, drawTolerance } from './seriesOverlay.ts';

const LEFT = 56;
const CURVE = 1.75;
const LEAST = { updates: 20, frames: 40, s: 2 };
const NUMBERED = 28; // Minimum width for each number below the axis, px.
const ASIDE = 132; // Width of the box without the plot area, px.
const POINT = 1.5; // Minimum width of a point, px.
const LEAST_POINTS = 60;
const WINDOW = { updates: 240, frames: 240, s: 4 };

/**
 * Curves over a run: a quantity of all panels, or of the targets of one, against updates or time.
 */
export class SeriesChart extends CanvasChart {
  readonly #quantity: PlottedQuantity;
  readonly #curves = new Curves();
  #lines: readonly Line[] = [];
  #x: Axis = { range: [0, 1], ticks: [] };
  #y: Axis = { range: [0, 1], ticks: [] };
  #unit: keyof typeof LEAST = 'updates';
  #area: PlotArea | null = null;
  /** Pending update while part of the curves is not computed yet. */
  #due: Cancel | undefined;
  #idle = false;

  constructor(box: HTMLElement, quantity: PlottedQuantity, parts: ChartContext) {
    super(box, parts);
    this.#quantity = quantity;
    this.canvas.classList.add('pointable');
  }

  override update(shown: readonly boolean[]): void {
    this.shown = shown;
    if (this.parts.history.length > 0) this.#take();
    this.redraw();
  }

  #take(): void {
    const { history, scene, recent } = this.parts;
    const { run } = scene().scenario;
    this.#lines = this.#quantity.lines(this.parts);
    const at = axis(history, run, this.#quantity.across);
    // In a run to fixed targets: the part since the targets last moved.
    const first = run.mode === 'converge' ? history.approachStart : history.first;
    const window = recent() ? WINDOW[at.unit] : null;
    const range = shownStretch(at.x(first), at.x(history.last), window, LEAST[at.unit]);
    const full = window === null && history.length === history.capacity;
    const from = Math.max(first, this.#from(at.x, range[0]));
    if (this.#quantity.fill?.(this.parts, from) === false) this.#again();
    const most = Math.max(LEAST_POINTS, (this.size.width - ASIDE) / POINT);
    const { log } = this.#quantity;
    const fill = (decades: boolean): void =>
      this.#curves.fill(history, at, from, this.#lines, this.shown, decades, most);
    fill(log === true);
    if (typeof log === 'function' && log(this.#curves)) fill(true);
    this.#unit = at.unit;
    const bound = errorBound(scene().scenario);
    this.#idle = run.mode === 'converge' && bound !== null && this.#curves.largest <= bound;
    this.#setAxes(full ? [range[0], at.x(history.last)] : range);
  }

  #setAxes(range: Range): void {
    const shown = roundTicks(range, (this.size.width - ASIDE) / NUMBERED);
    this.#x = { range, ticks: shown.map((at) => ({ at, text: String(at) })) };
    this.#y = this.#quantity.axis(this.#curves, this.parts);
  }

  /** The last entry at or before the left end, so that the curves extend to the edge. */
  #from(x: (entry: number) => number, left: number): number {
    let [low, high] = [this.parts.history.first, this.parts.history.last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (x(middle) <= left) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #again(): void {
    this.#due?.();
    this.#due = threadTime.after(30, () => this.update(this.shown));
  }

  override close(): void {
    this.#due?.();
    super.close();
  }

  protected override point(at: Point | null): void {
    const index = at && this.#area?.holds(at) ? this.#nearest(at) : -1;
    this.parts.events.hover(this.#curves.entries[index] ?? null);
  }

  protected override click(at: Point): void {
    if (this.#area?.holds(at)) this.parts.events.pick(this.#curves.entries[this.#nearest(at)] ?? 0);
  }

  #nearest([x]: Point): number {
    return nearestPoint(this.#curves.xs, this.#area?.across(x) ?? 0);
  }

  protected draw(painter: Painter): string {
    const { idleText = '', name } = this.#quantity;
    if (idleText && this.#idle) {
      this.#area = null;
      painter.paragraph(idleText);
      return `${name}: ${idleText}`;
    }
    const cursor = this.#cursorPoint();
    const named = this.#named(cursor);
    const left = namesMargin(painter, this.#y.ticks, LEFT);
    const margins = { left, right: endsMargin(painter, named) };
    const area = new PlotArea(painter, margins, this.#x.range, this.#y.range);
    this.#area = area;
    area.rows(this.#y.ticks);
    area.ruler(this.#x.ticks);
    area.unit(this.#unit, 'right');
    this.#drawUnder(area, cursor);
    this.#drawCurves(area);
    this.#drawOver(area, cursor, named);
    return this.#describe();
  }

  /** The tolerance on the axis; null if there is none, or it does not limit the error alone. */
  get #tolerance(): number | null {
    const { tolerance } = this.#quantity;
    const bound = tolerance ? errorBound(this.parts.scene().scenario) : null;
    return bound !== null && this.#curves.log ? Math.log10(bound) : bound;
  }

  #drawUnder(area: PlotArea, cursor: number | null): void {
    const { painter, left, right, top, bottom } = area;
    if (this.#curves.isEmpty) {
      const style = { color: painter.theme.faint, align: 'center' } as const;
      painter.text(this.#quantity.missingText, [(left + right) / 2, (top + bottom) / 2], style);
    }
    const tolerance = this.#tolerance;
    if (tolerance !== null) drawTolerance(area, tolerance, this.#y.range);
    if (this.#curves.step > 1)
      this.#lines.forEach(({ slot }, index) => {
        drawBand(area, slot, this.#curves, index, this.#y.range);
      });
    if (cursor !== null) {
      const x = this.#curves.xs[cursor] as number;
      drawCursor(area, x, this.#unit === 's' ? `${x.toFixed(2)} s` : String(x));
    }
  }

  #drawCurves(area: PlotArea): void {
    const { painter, left, top, right, bottom, x, y } = area;
    const half = CURVE / 2;
    const { xs, ys } = this.#curves;
    painter.within([left - half, top - half, right + half, bottom + half], () => {
      this.#lines.forEach(({ slot }, index) => {
        const points = (ys[index] ?? []).map((value, i): Point | null =>
          value === null ? null : [x(xs[i] as number), y(value)],
        );
        const dash = dashOf(this.#lines, index);
        painter.path(points, { color: painter.color(slot), width: CURVE, dash });
      });
    });
  }

  #drawOver(area: PlotArea, cursor: number | null, methods: readonly LabelledEnd[]): void {
    const { range } = this.#y;
    const curves = this.#curves;
    this.#lines.forEach(({ slot }, index) => {
      drawMarks(area, slot, curves.xs, curves.ys[index] ?? [], range);
    });
    drawEnds(area, { curves, methods, range, tolerance: this.#tolerance, cursor });
    if (cursor !== null) drawRings(area, curves, cursor, range);
  }

  /** Labels with the value at the cursor, otherwise with the number of updates to the target. */
  #named(cursor: number | null): readonly LabelledEnd[] {
    const { history, scene } = this.parts;
    const counts = this.#quantity.tolerance && scene().scenario.run.mode === 'converge';
    return this.#lines.map(({ slot, label, panel, value }) => {
      if (cursor !== null) {
        const size = value(this.#curves.entries[cursor] as number);
        const valueText = Number.isNaN(size) ? '' : this.#quantity.valueText(size, this.parts);
        return { slot, label, valueText };
      }
      const { last } = history;
      const there = counts && history.stop(last, panel) === 'reached';
      return { slot, label, valueText: there ? String(history.updatesSinceMove(last, panel)) : '' };
    });
  }

  /** The cursor as an index of a point; null if there is none or it is outside. */
  #cursorPoint(): number | null {
    const at = this.marked === null ? -1 : this.#curves.at(this.marked);
    return at >= 0 && (this.#curves.xs[at] as number) >= this.#x.range[0] ? at : null;
  }

  #describe(): string {
    const { name, missingText, valueText } = this.#quantity;
    const now = this.#lines.flatMap(({ label, value }, index) => {
      const end = lastPoint(this.#curves.ys[index] ?? []);
      if (end < 0) return [];
      return [`${label} ${valueText(value(this.#curves.entries[end] as number), this.parts)}`];
    });
    const way = this.#curves.log ? 'logarithmic' : 'linear';
    const over = { updates: 'against update', frames: 'by frame', s: 'over time' }[this.#unit];
    const end = now.length > 0 ? ` At the end: ${now.join(', ')}.` : ` ${missingText}`;
    return `${name} ${over}, ${way}.${end}`;
  }
}

/** Curves of one panel share a colour and differ by dashes. */
function dashOf(lines: readonly Line[], index: number): readonly number[] {
  const { slot, panel } = lines[index] as Line;
  const alone = lines.filter((line) => line.panel === panel).length === 1;
  return DASHES[alone ? slot - 1 : index % DASHES.length] ?? [];
}
