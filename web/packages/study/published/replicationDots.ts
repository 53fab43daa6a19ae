/**
 * Layout of the overview with a dot per printed number. Dots of numbers that round to the printed
 * value fill a band in the middle.
 */
import type { PublishedFigure } from './publishedTable.ts';
import {
  computeFigureDeviation,
  isFigurePrinted,
  judgeFigure,
  type ReplicationVerdict,
} from './replicationVerdict.ts';

export type ReplicationDotKind = Exclude<ReplicationVerdict, 'not-printed'>;

export interface ReplicationDot {
  readonly figure: PublishedFigure;
  readonly kind: ReplicationDotKind;
  /**
   * Deviation of our number as in `shownFigureDeviation`; 0 if equal, infinite if one of the
   * numbers never reaches the target.
   */
  readonly off: number;
}

/**
 * Dot with a position in dot diameters. x is measured from the middle, positive where our number is
 * larger.
 */
export interface PositionedReplicationDot extends ReplicationDot {
  readonly x: number;
  readonly y: number;
}

/** Space for the dots of a row, in diameters of a dot. */
export interface ReplicationDotSpace {
  /** Half the width of the band in the middle. */
  readonly band: number;
  readonly side: number;
  readonly half: number;
}

/** Smallest deviation on the scale. Smaller deviations are drawn at the start of the scale. */
export const MIN_SHOWN_DEVIATION = 0.1;
const MAX_DEVIATION = 100;

/**
 * Returns the deviation of our number: percentage points for shares, degrees for angles, otherwise
 * per cent. Infinite if one of the numbers never reaches the target.
 */
export function shownFigureDeviation(figure: PublishedFigure): number {
  if (Number.isNaN(figure.ours) || Number.isNaN(figure.paper)) return Number.POSITIVE_INFINITY;
  const off = computeFigureDeviation(figure);
  if (figure.unit === '%' || figure.unit === '°') return off;
  return (100 * off) / Math.max(Math.abs(figure.paper ?? 0), 10 ** -figure.decimals);
}

export const makeReplicationDots = (figures: readonly PublishedFigure[]): ReplicationDot[] =>
  figures.filter(isFigurePrinted).flatMap((figure) => {
    const kind = judgeFigure(figure);
    if (kind === 'not-printed') return [];
    return [{ figure, kind, off: kind === 'same' ? 0 : shownFigureDeviation(figure) }];
  });

/**
 * Returns the position of a deviation on the logarithmic scale from the edge of the band (0) to the
 * end of the scale (1).
 */
export function deviationScalePosition(off: number): number {
  const size = Math.min(MAX_DEVIATION, Math.max(MIN_SHOWN_DEVIATION, Math.abs(off)));
  return Math.log(size / MIN_SHOWN_DEVIATION) / Math.log(MAX_DEVIATION / MIN_SHOWN_DEVIATION);
}

const PITCH = 1.08; // Distance of dots in columns.
const MIN_COLUMN_DOTS = 5; // Minimum dots per column.
const MAX_COLUMN_DOTS = 10; // Maximum dots per column, unless there are too many columns.
const MAX_COLUMNS = 17; // Maximum number of columns.
const STEP = 0.2; // Distance by which a dot is moved if its position is taken.

/** Returns half the height of a row of `count` dots, in diameters of a dot. */
export const halfDotRowHeight = (count: number): number =>
  (PITCH * (columnHeight(count) - 1)) / 2 + 0.5;

/** Places the dots of a row. A dot that does not fit moves towards `band`, the middle of the row. */
export function placeReplicationDots(
  dots: readonly ReplicationDot[],
  { band, side, half }: ReplicationDotSpace,
): PositionedReplicationDot[] {
  const reproduced = dots.filter(({ kind }) => kind === 'same');
  const most = Math.floor((2 * half - 1) / PITCH + 1 + 1e-9);
  const columns = Math.ceil(
    reproduced.length / Math.max(1, Math.min(most, columnHeight(reproduced.length))),
  );
  const rows = Math.ceil(reproduced.length / columns);
  const inside = reproduced.map((dot, i) => {
    const column = Math.floor(i / rows);
    const high = Math.min(rows, reproduced.length - column * rows);
    const x = PITCH * (column - (columns - 1) / 2);
    return { ...dot, x, y: PITCH * ((i % rows) - (high - 1) / 2) };
  });
  const outside = dots
    .filter(({ kind }) => kind !== 'same')
    .map((dot) => ({
      dot,
      x: Math.sign(dot.off || 1) * (band + 0.5 + side * deviationScalePosition(dot.off)),
    }));
  return [...inside, ...swarm(outside, band + 0.5, half - 0.5)];
}

const columnHeight = (count: number): number =>
  count <= MIN_COLUMN_DOTS
    ? Math.max(1, count)
    : Math.max(
        MIN_COLUMN_DOTS,
        Math.ceil(count / MAX_COLUMNS),
        Math.min(MAX_COLUMN_DOTS, Math.ceil(count / 4)),
      );

/** Places dots beside the band without overlap, the farthest first. */
function swarm(
  all: readonly { readonly dot: ReplicationDot; readonly x: number }[],
  edge: number,
  reach: number,
): PositionedReplicationDot[] {
  const positioned: PositionedReplicationDot[] = [];
  for (const { dot, x } of all.toSorted((a, b) => Math.abs(b.x) - Math.abs(a.x)))
    positioned.push({ ...dot, ...findPosition(positioned, x, edge, reach) });
  return positioned;
}

function findPosition(
  positioned: readonly PositionedReplicationDot[],
  wanted: number,
  edge: number,
  reach: number,
) {
  const side = Math.sign(wanted);
  for (let x = wanted; Math.abs(x) >= edge - 1e-9 && x * side > 0; x -= side * STEP) {
    const y = findFreeHeight(positioned, x, reach);
    if (y !== null) return { x, y };
  }
  for (let x = wanted; ; x += side * STEP) {
    const y = findFreeHeight(positioned, x, reach);
    if (y !== null) return { x, y };
  }
}

function findFreeHeight(
  positioned: readonly PositionedReplicationDot[],
  x: number,
  reach: number,
): number | null {
  const near = positioned.filter((dot) => Math.abs(dot.x - x) < PITCH);
  const isFree = (y: number): boolean =>
    Math.abs(y) <= reach + 1e-9 &&
    near.every((dot) => Math.hypot(dot.x - x, dot.y - y) >= PITCH - 1e-9);
  const tries = near.flatMap((dot) => {
    const away = Math.sqrt(PITCH ** 2 - (dot.x - x) ** 2);
    return [dot.y - away, dot.y + away];
  });
  return [0, ...tries.toSorted((a, b) => Math.abs(a) - Math.abs(b))].find(isFree) ?? null;
}
