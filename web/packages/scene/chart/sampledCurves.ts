import type { RunSettings } from '@iklab/core/scenario';
import type { RunHistory } from '@iklab/run/history';

export type RunAxisVariable = 'update' | 'time';

/** X axis of a run. Its unit is frames if the panels make different numbers of updates. */
export interface RunAxis {
  readonly unit: 'updates' | 'frames' | 's';
  x(entry: number): number;
}

/** Makes the x axis of a run. In mode `converge`, the axis always counts updates. */
export function makeRunAxis(
  history: RunHistory,
  { mode }: RunSettings,
  across: RunAxisVariable,
): RunAxis {
  if (mode === 'converge') return { unit: 'updates', x: (entry) => entry - history.approachStart };
  if (across === 'time') return { unit: 's', x: (entry) => history.time(entry) };
  if (mode === 'hybrid') return { unit: 'frames', x: (entry) => entry };
  const panels = Array.from({ length: history.instances }, (_, panel) => panel);
  return {
    unit: 'updates',
    x: (entry) => Math.max(...panels.map((panel) => history.update(entry, panel))),
  };
}

export interface ChartLine {
  readonly slot: number;
  readonly label: string;
  readonly panel: number;
  /** Returns the value of the line at a history entry; NaN if there is none. */
  value(entry: number): number;
}

const LOG_ZERO = 1e-30; // Replaces zero on a logarithmic axis.

export interface CurveMinMaxBand {
  readonly low: (number | null)[];
  readonly high: (number | null)[];
}

export class SampledCurves {
  /** Index of the history entry of each drawn point. Of several entries in a point, the last. */
  readonly entries: number[] = [];
  step = 1;
  readonly bands: CurveMinMaxBand[] = [];
  readonly xs: number[] = [];
  /** Value of each line at each drawn point, or its log₁₀; null if there is nothing to draw. */
  readonly ys: (number | null)[][] = [];
  log = false;
  smallest = Number.POSITIVE_INFINITY;
  largest = 0;

  fill(
    history: RunHistory,
    xAxis: RunAxis,
    first: number,
    lines: readonly ChartLine[],
    visible: readonly boolean[],
    log: boolean,
    most = Number.POSITIVE_INFINITY,
  ): void {
    this.log = log;
    const entryCount = Math.max(0, history.last - first + 1);
    this.step = Math.max(1, Math.ceil(entryCount / Math.max(2, most)));
    const count = Math.ceil(entryCount / this.step);
    this.entries.length = count;
    for (let i = 0; i < count; i++)
      this.entries[i] = Math.min(history.last, first + (i + 1) * this.step - 1);
    if (this.step > 1 && count > 0) this.entries[0] = first;
    this.smallest = Number.POSITIVE_INFINITY;
    this.largest = 0;
    this.xs.length = count;
    for (let i = 0; i < count; i++) this.xs[i] = xAxis.x(this.entries[i] as number);
    this.ys.length = lines.length;
    this.bands.length = lines.length;
    lines.forEach((line, index) => {
      const ys = this.ys[index] ?? [];
      const band = this.bands[index] ?? { low: [], high: [] };
      this.ys[index] = ys;
      this.bands[index] = band;
      ys.length = band.low.length = band.high.length = count;
      this.#fillLine(history, line, first, ys, band, visible[line.panel] === true, log);
    });
  }

  get isEmpty(): boolean {
    return this.ys.every((ys) => findLastCurvePoint(ys) < 0);
  }

  #fillLine(
    history: RunHistory,
    { panel, value }: ChartLine,
    first: number,
    ys: (number | null)[],
    { low, high }: CurveMinMaxBand,
    isVisible: boolean,
    log: boolean,
  ): void {
    let entry = first;
    for (let i = 0; i < ys.length; i++) {
      ys[i] = low[i] = high[i] = null;
      for (; entry <= (this.entries[i] as number); entry++) {
        const size = value(entry);
        const hasStopped = entry > first && wasStopped(history, entry, panel);
        if (!isVisible || hasStopped || Number.isNaN(size)) continue;
        this.smallest = Math.min(this.smallest, size);
        this.largest = Math.max(this.largest, size);
        const y = log ? Math.log10(Math.max(size, LOG_ZERO)) : size;
        ys[i] = y; // The newest entry of the point.
        low[i] = Math.min(low[i] ?? y, y);
        high[i] = Math.max(high[i] ?? y, y);
      }
    }
  }

  /** Returns the index of the drawn point of a history entry; −1 if there is none. */
  pointIndex(entry: number): number {
    const first = this.entries[0] ?? Number.POSITIVE_INFINITY;
    if (entry < first || entry > (this.entries.at(-1) ?? -1)) return -1;
    return this.entries.findIndex((last) => entry <= last);
  }
}

const wasStopped = (history: RunHistory, entry: number, panel: number): boolean =>
  history.stop(entry - 1, panel) !== null && history.stop(entry, panel) !== null;

/** Returns the index of the last point with a value; −1 if there is none. */
export function findLastCurvePoint(ys: readonly (number | null)[]): number {
  let i = ys.length - 1;
  while (i >= 0 && ys[i] === null) i--;
  return i;
}

/** Returns the index of the point nearest to `x`; −1 if there are no points. */
export function findNearestCurvePoint(xs: readonly number[], x: number): number {
  const after = xs.findIndex((value) => value >= x);
  if (after < 0) return xs.length - 1;
  const before = Math.max(0, after - 1);
  return x - (xs[before] as number) <= (xs[after] as number) - x ? before : after;
}

/**
 * Finds where a curve leaves the axis range: the segment `i`, the fraction `share` along it, and
 * the crossed limit `edge`; null without such a segment.
 */
export function findCurveRangeExit(
  ys: readonly (number | null)[],
  end: number,
  [low, high]: readonly [number, number],
): { readonly i: number; readonly share: number; readonly edge: number } | null {
  for (let i = end; i > 0; i--) {
    const [from, to] = [ys[i - 1], ys[i]];
    if (from === null || to === null || from === undefined || to === undefined) return null;
    if (from < low || from > high) continue;
    const edge = to < low ? low : high;
    return { i: i - 1, share: (edge - from) / (to - from), edge };
  }
  return null;
}

const MARK_GAP = 9; // Entries between two marks while at most 60 entries are shown.

export const computeCurveMarkInterval = (entries: number): number =>
  MARK_GAP * 2 ** Math.max(0, Math.ceil(Math.log2(entries / 60)));

export const computeCurveMarkOffset = (slot: number, gap: number): number =>
  Math.round((slot * gap * 2) / MARK_GAP);
