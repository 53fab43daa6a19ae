import { positionErrorBound, SLOT_DASH_PATTERNS } from '@iklab/core/format';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { type AxisRange, chooseRoundTicks, visibleRunRange } from './axisRange.ts';
import { CanvasChart } from './canvasChart.ts';
import type { ChartContext } from './chart.ts';
import { type CurveEndLabel, curveEndLabelsMargin, drawCurveEndLabels } from './curveEndLabels.ts';
import type { CanvasPoint, Painter } from './painter.ts';
import { PlotArea, type PlotAxis, tickLabelsMargin } from './plotArea.ts';
import type { PlottedQuantity } from './plottedQuantity.ts';
import {
  type ChartLine,
  findLastCurvePoint,
  findNearestCurvePoint,
  makeRunAxis,
  SampledCurves,
} from './sampledCurves.ts';
import {
  drawChartCursor,
  drawCursorRings,
  drawCurveBand,
  drawCurveMarks,
  drawToleranceLine,
} from './seriesOverlay.ts';

const MIN_LEFT_MARGIN = 56;
const CURVE_WIDTH = 1.75;
const MIN_LENGTHS = { updates: 20, frames: 40, s: 2 };
const MIN_NUMBER_WIDTH = 28; // Minimum width for each number below the axis, px.
const OUTER_WIDTH = 132; // Width of the box without the plot area, px.
const MIN_POINT_WIDTH = 1.5; // Minimum width of a point, px.
const MIN_POINTS = 60;
const WINDOW = { updates: 240, frames: 240, s: 4 };

export class RunCurvesChart extends CanvasChart {
  readonly #quantity: PlottedQuantity;
  readonly #curves = new SampledCurves();
  #lines: readonly ChartLine[] = [];
  #x: PlotAxis = { range: [0, 1], ticks: [] };
  #y: PlotAxis = { range: [0, 1], ticks: [] };
  #unit: keyof typeof MIN_LENGTHS = 'updates';
  #area: PlotArea | null = null;
  #cancelUpdate: CancelCallback | undefined;
  #idle = false;

  constructor(box: HTMLElement, quantity: PlottedQuantity, parts: ChartContext) {
    super(box, parts);
    this.#quantity = quantity;
    this.canvas.classList.add('pointable');
  }

  override update(visible: readonly boolean[]): void {
    this.visible = visible;
    if (this.parts.history.length > 0) this.#computeCurves();
    this.redraw();
  }

  #computeCurves(): void {
    const { history, scene, isRecentOnly: recent } = this.parts;
    const { run } = scene().scenario;
    this.#lines = this.#quantity.lines(this.parts);
    const axisOfRun = makeRunAxis(history, run, this.#quantity.across);
    // In a run to fixed targets: the part since the targets last moved.
    const first = run.mode === 'converge' ? history.approachStart : history.first;
    const window = recent() ? WINDOW[axisOfRun.unit] : null;
    const range = visibleRunRange(
      axisOfRun.x(first),
      axisOfRun.x(history.last),
      window,
      MIN_LENGTHS[axisOfRun.unit],
    );
    const full = window === null && history.length === history.capacity;
    const from = Math.max(first, this.#firstEntry(axisOfRun.x, range[0]));
    if (this.#quantity.fill?.(this.parts, from) === false) this.#scheduleUpdate();
    const most = Math.max(MIN_POINTS, (this.size.width - OUTER_WIDTH) / MIN_POINT_WIDTH);
    const { log } = this.#quantity;
    const fill = (decades: boolean): void =>
      this.#curves.fill(history, axisOfRun, from, this.#lines, this.visible, decades, most);
    fill(log === true);
    if (typeof log === 'function' && log(this.#curves)) fill(true);
    this.#unit = axisOfRun.unit;
    const bound = positionErrorBound(scene().scenario);
    this.#idle = run.mode === 'converge' && bound !== null && this.#curves.largest <= bound;
    this.#setAxes(full ? [range[0], axisOfRun.x(history.last)] : range);
  }

  #setAxes(range: AxisRange): void {
    const ticks = chooseRoundTicks(range, (this.size.width - OUTER_WIDTH) / MIN_NUMBER_WIDTH);
    this.#x = { range, ticks: ticks.map((value) => ({ value, text: String(value) })) };
    this.#y = this.#quantity.axis(this.#curves, this.parts);
  }

  #firstEntry(x: (entry: number) => number, end: number): number {
    let [low, high] = [this.parts.history.first, this.parts.history.last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (x(middle) <= end) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #scheduleUpdate(): void {
    this.#cancelUpdate?.();
    this.#cancelUpdate = threadTime.schedule(30, () => this.update(this.visible));
  }

  override close(): void {
    this.#cancelUpdate?.();
    super.close();
  }

  protected override handlePointer(pointer: CanvasPoint | null): void {
    const index = pointer && this.#area?.contains(pointer) ? this.#nearestIndex(pointer) : -1;
    this.parts.events.hover(this.#curves.entries[index] ?? null);
  }

  protected override handleClick(pointer: CanvasPoint): void {
    if (this.#area?.contains(pointer))
      this.parts.events.pick(this.#curves.entries[this.#nearestIndex(pointer)] ?? 0);
  }

  #nearestIndex([x]: CanvasPoint): number {
    return findNearestCurvePoint(this.#curves.xs, this.#area?.valueAt(x) ?? 0);
  }

  protected draw(painter: Painter): string {
    const { idleText = '', name } = this.#quantity;
    if (idleText && this.#idle) {
      this.#area = null;
      painter.paragraph(idleText);
      return `${name}: ${idleText}`;
    }
    const cursor = this.#cursorPoint();
    const named = this.#makeLabels(cursor);
    const left = tickLabelsMargin(painter, this.#y.ticks, MIN_LEFT_MARGIN);
    const margins = { left, right: curveEndLabelsMargin(painter, named) };
    const area = new PlotArea(painter, margins, this.#x.range, this.#y.range);
    this.#area = area;
    area.drawRows(this.#y.ticks);
    area.drawRuler(this.#x.ticks);
    area.drawUnit(this.#unit, 'right');
    this.#drawUnder(area, cursor);
    this.#drawCurves(area);
    this.#drawOver(area, cursor, named);
    return this.#describe();
  }

  /** Tolerance in units of the y axis; null if no single error is compared with a tolerance. */
  get #tolerance(): number | null {
    const { tolerance } = this.#quantity;
    const bound = tolerance ? positionErrorBound(this.parts.scene().scenario) : null;
    return bound !== null && this.#curves.log ? Math.log10(bound) : bound;
  }

  #drawUnder(area: PlotArea, cursor: number | null): void {
    const { painter, left, right, top, bottom } = area;
    if (this.#curves.isEmpty) {
      const style = { color: painter.theme.faint, align: 'center' } as const;
      painter.text(this.#quantity.missingText, [(left + right) / 2, (top + bottom) / 2], style);
    }
    const tolerance = this.#tolerance;
    if (tolerance !== null) drawToleranceLine(area, tolerance, this.#y.range);
    if (this.#curves.step > 1)
      this.#lines.forEach(({ slot }, index) => {
        drawCurveBand(area, slot, this.#curves, index, this.#y.range);
      });
    if (cursor !== null) {
      const x = this.#curves.xs[cursor] as number;
      drawChartCursor(area, x, this.#unit === 's' ? `${x.toFixed(2)} s` : String(x));
    }
  }

  #drawCurves(area: PlotArea): void {
    const { painter, left, top, right, bottom, x, y } = area;
    const half = CURVE_WIDTH / 2;
    const { xs, ys } = this.#curves;
    painter.clipTo([left - half, top - half, right + half, bottom + half], () => {
      this.#lines.forEach(({ slot }, index) => {
        const points = (ys[index] ?? []).map((value, i): CanvasPoint | null =>
          value === null ? null : [x(xs[i] as number), y(value)],
        );
        const dash = lineDash(this.#lines, index);
        painter.path(points, { color: painter.color(slot), width: CURVE_WIDTH, dash });
      });
    });
  }

  #drawOver(area: PlotArea, cursor: number | null, methods: readonly CurveEndLabel[]): void {
    const { range } = this.#y;
    const curves = this.#curves;
    this.#lines.forEach(({ slot }, index) => {
      drawCurveMarks(area, slot, curves.xs, curves.ys[index] ?? [], range);
    });
    drawCurveEndLabels(area, { curves, methods, range, tolerance: this.#tolerance, cursor });
    if (cursor !== null) drawCursorRings(area, curves, cursor, range);
  }

  #makeLabels(cursor: number | null): readonly CurveEndLabel[] {
    const { history, scene } = this.parts;
    const counts = this.#quantity.tolerance && scene().scenario.run.mode === 'converge';
    return this.#lines.map(({ slot, label, panel, value }) => {
      if (cursor !== null) {
        const size = value(this.#curves.entries[cursor] as number);
        const valueText = Number.isNaN(size) ? '' : this.#quantity.valueText(size, this.parts);
        return { slot, label, valueText };
      }
      const { last } = history;
      const hasReached = counts && history.stop(last, panel) === 'reached';
      return {
        slot,
        label,
        valueText: hasReached ? String(history.updatesSinceMove(last, panel)) : '',
      };
    });
  }

  #cursorPoint(): number | null {
    const index = this.marked === null ? -1 : this.#curves.pointIndex(this.marked);
    return index >= 0 && (this.#curves.xs[index] as number) >= this.#x.range[0] ? index : null;
  }

  #describe(): string {
    const { name, missingText, valueText } = this.#quantity;
    const endTexts = this.#lines.flatMap(({ label, value }, index) => {
      const end = findLastCurvePoint(this.#curves.ys[index] ?? []);
      if (end < 0) return [];
      return [`${label} ${valueText(value(this.#curves.entries[end] as number), this.parts)}`];
    });
    const scale = this.#curves.log ? 'logarithmic' : 'linear';
    const over = { updates: 'against update', frames: 'by frame', s: 'over time' }[this.#unit];
    const end = endTexts.length > 0 ? ` At the end: ${endTexts.join(', ')}.` : ` ${missingText}`;
    return `${name} ${over}, ${scale}.${end}`;
  }
}

function lineDash(lines: readonly ChartLine[], index: number): readonly number[] {
  const { slot, panel } = lines[index] as ChartLine;
  const alone = lines.filter((line) => line.panel === panel).length === 1;
  return SLOT_DASH_PATTERNS[alone ? slot - 1 : index % SLOT_DASH_PATTERNS.length] ?? [];
}
