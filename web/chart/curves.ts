/** The entries of a history as curves: what stands at which x, line by line. */
import type { Run } from '../scenario/types.ts';
import type { History } from '../session/history.ts';

export type Across = 'update' | 'time';

/** What x counts; `update` is said as frames where the panels' updates differ. */
export interface Axis {
  readonly unit: 'updates' | 'frames' | 's';
  x(entry: number): number;
}

/** In `converge` the clock stands still between two frames, so that time says nothing. */
export function axis(history: History, { mode }: Run, across: Across): Axis {
  if (mode === 'converge') return { unit: 'updates', x: (entry) => entry };
  if (across === 'time') return { unit: 's', x: (entry) => history.time(entry) };
  if (mode === 'hybrid') return { unit: 'frames', x: (entry) => entry };
  return { unit: 'updates', x: (entry) => history.update(entry, 0) };
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

export class Curves {
  /** Entry of the first point. */
  first = 0;
  readonly xs: number[] = [];
  /** Per line the value, or its logarithm; null: the panel stood still, or is not shown. */
  readonly ys: (number | null)[][] = [];
  /** Of the values among the points. */
  smallest = Number.POSITIVE_INFINITY;
  largest = 0;

  /** Takes the entries from `first` on. */
  fill(
    history: History,
    at: Axis,
    first: number,
    lines: readonly Line[],
    shown: readonly boolean[],
    log: boolean,
  ): void {
    const count = Math.max(0, history.last - first + 1);
    this.first = first;
    this.smallest = Number.POSITIVE_INFINITY;
    this.largest = 0;
    this.xs.length = count;
    for (let i = 0; i < count; i++) this.xs[i] = at.x(first + i);
    this.ys.length = lines.length;
    lines.forEach((line, index) => {
      const ys = this.ys[index] ?? [];
      this.ys[index] = ys;
      ys.length = count;
      this.#fillLine(history, line, ys, shown[line.panel] === true, log);
    });
  }

  /** Nothing is drawn. */
  get empty(): boolean {
    return this.ys.every((ys) => lastPoint(ys) < 0);
  }

  #fillLine(
    history: History,
    { panel, value }: Line,
    ys: (number | null)[],
    shown: boolean,
    log: boolean,
  ): void {
    for (let i = 0; i < ys.length; i++) {
      const entry = this.first + i;
      const size = value(entry);
      const stands = entry > history.first && stopped(history, entry, panel);
      ys[i] = null;
      if (!shown || stands || Number.isNaN(size)) continue;
      this.smallest = Math.min(this.smallest, size);
      this.largest = Math.max(this.largest, size);
      ys[i] = log ? Math.log10(Math.max(size, NOTHING)) : size;
    }
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
