/** The entries of a history as curves: what stands at which x, line by line. */

import type { History } from 'iklab/run';
import type { Run } from 'iklab/scenario';

export type Across = 'update' | 'time';

/** What x counts; `update` is said as frames where the panels' updates differ. */
export interface Axis {
  readonly unit: 'updates' | 'frames' | 's';
  x(entry: number): number;
}

/** In `converge` the clock stands still between two frames, so that time says nothing. */
export function axis(history: History, { mode }: Run, across: Across): Axis {
  if (mode === 'converge') return { unit: 'updates', x: (entry) => entry - history.approachStart };
  if (across === 'time') return { unit: 's', x: (entry) => history.time(entry) };
  if (mode === 'hybrid') return { unit: 'frames', x: (entry) => entry };
  const panels = Array.from({ length: history.instances }, (_, panel) => panel);
  return {
    unit: 'updates',
    x: (entry) => Math.max(...panels.map((panel) => history.update(entry, panel))),
  };
}

/** One curve: of a panel, or of one of its targets. */
export interface Line {
  readonly slot: number;
  readonly label: string;
  readonly panel: number;
  /** NaN: there is none. */
  value(entry: number): number;
}

const NOTHING = 1e-30; // what zero is taken for on a logarithmic axis

/** Where a curve goes within the room of one point: lowest and highest. */
export interface Band {
  readonly low: (number | null)[];
  readonly high: (number | null)[];
}

export class Curves {
  /** Entry of each point; where many share a pixel, of the last of them. */
  readonly entries: number[] = [];
  /** Entries to a point. */
  step = 1;
  readonly bands: Band[] = [];
  readonly xs: number[] = [];
  /** Per line the value, or its logarithm; null: the panel stood still, or is not shown. */
  readonly ys: (number | null)[][] = [];
  /** `ys` are logarithms. */
  log = false;
  /** Of the values among the points. */
  smallest = Number.POSITIVE_INFINITY;
  largest = 0;

  /** Takes the entries from `first` on, as at most `most` points. */
  fill(
    history: History,
    at: Axis,
    first: number,
    lines: readonly Line[],
    shown: readonly boolean[],
    log: boolean,
    most = Number.POSITIVE_INFINITY,
  ): void {
    this.log = log;
    const held = Math.max(0, history.last - first + 1);
    this.step = Math.max(1, Math.ceil(held / Math.max(2, most)));
    const count = Math.ceil(held / this.step);
    this.entries.length = count;
    for (let i = 0; i < count; i++)
      this.entries[i] = Math.min(history.last, first + (i + 1) * this.step - 1);
    if (this.step > 1 && count > 0) this.entries[0] = first;
    this.smallest = Number.POSITIVE_INFINITY;
    this.largest = 0;
    this.xs.length = count;
    for (let i = 0; i < count; i++) this.xs[i] = at.x(this.entries[i] as number);
    this.ys.length = lines.length;
    this.bands.length = lines.length;
    lines.forEach((line, index) => {
      const ys = this.ys[index] ?? [];
      const band = this.bands[index] ?? { low: [], high: [] };
      this.ys[index] = ys;
      this.bands[index] = band;
      ys.length = band.low.length = band.high.length = count;
      this.#fillLine(history, line, first, ys, band, shown[line.panel] === true, log);
    });
  }

  /** Nothing is drawn. */
  get isEmpty(): boolean {
    return this.ys.every((ys) => lastPoint(ys) < 0);
  }

  #fillLine(
    history: History,
    { panel, value }: Line,
    first: number,
    ys: (number | null)[],
    { low, high }: Band,
    shown: boolean,
    log: boolean,
  ): void {
    let entry = first;
    for (let i = 0; i < ys.length; i++) {
      ys[i] = low[i] = high[i] = null;
      for (; entry <= (this.entries[i] as number); entry++) {
        const size = value(entry);
        const stands = entry > first && stopped(history, entry, panel);
        if (!shown || stands || Number.isNaN(size)) continue;
        this.smallest = Math.min(this.smallest, size);
        this.largest = Math.max(this.largest, size);
        const y = log ? Math.log10(Math.max(size, NOTHING)) : size;
        ys[i] = y; // the newest of those that share the point
        low[i] = Math.min(low[i] ?? y, y);
        high[i] = Math.max(high[i] ?? y, y);
      }
    }
  }

  /** The point of an entry; −1: it has none. */
  at(entry: number): number {
    const first = this.entries[0] ?? Number.POSITIVE_INFINITY;
    if (entry < first || entry > (this.entries.at(-1) ?? -1)) return -1;
    return this.entries.findIndex((last) => entry <= last);
  }
}

/** It had stopped before this entry, and has not gone on. */
const stopped = (history: History, entry: number, panel: number): boolean =>
  history.stop(entry - 1, panel) !== null && history.stop(entry, panel) !== null;

/** Index of the last point of a curve; −1: it has none. */
export function lastPoint(ys: readonly (number | null)[]): number {
  let i = ys.length - 1;
  while (i >= 0 && ys[i] === null) i--;
  return i;
}

/** Index of the point nearest to a place; −1: there is none. */
export function nearestPoint(xs: readonly number[], x: number): number {
  const after = xs.findIndex((at) => at >= x);
  if (after < 0) return xs.length - 1;
  const before = Math.max(0, after - 1);
  return x - (xs[before] as number) <= (xs[after] as number) - x ? before : after;
}

/** Where a curve that ends outside the range left it, at index `i` and a share of the way to the next. */
export function exit(
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

const GAP = 9; // updates between two marks where 40 to 60 are shown

/** Marks of a curve stand at whole multiples of this many entries, beside those of other slots. */
export const markGap = (entries: number): number =>
  GAP * 2 ** Math.max(0, Math.ceil(Math.log2(entries / 60)));

export const markShift = (slot: number, gap: number): number => Math.round((slot * gap * 2) / GAP);
