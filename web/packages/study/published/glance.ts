/**
 * Layout of the overview: every printed number of a table as a dot. Numbers that round to the
 * printed value are stacked in a band in the middle, the others beside it by their deviation.
 */
import type { Figure } from './publishedTable.ts';
import { deviation, isPrinted, type Verdict, verdictOf } from './verdict.ts';

export type DotKind = Exclude<Verdict, 'not-printed'>;

export interface Dot {
  readonly figure: Figure;
  readonly kind: DotKind;
  /**
   * Ours minus the paper's, as in `deviationShown`; infinite if one of them never reaches the
   * target.
   */
  readonly off: number;
}

/** In units of the diameter of a dot; x from the middle, positive where ours is larger. */
export interface PlacedDot extends Dot {
  readonly x: number;
  readonly y: number;
}

/** Space for the dots of a row, in diameters from its middle. */
export interface GlanceRoom {
  /** Half the width of the band "as printed". */
  readonly band: number;
  /** Width of the scale on either side of the band. */
  readonly side: number;
  /** Half the height of the row. */
  readonly half: number;
}

/** Ends of the scale beside the band; smaller and larger deviations are clamped to it. */
export const LEAST_OFF = 0.1;
export const MOST_OFF = 100;

/**
 * Returns the deviation: percentage points for shares, degrees for angles, otherwise per cent of
 * the printed value.
 */
export function deviationShown(figure: Figure): number {
  if (Number.isNaN(figure.ours) || Number.isNaN(figure.paper)) return Number.POSITIVE_INFINITY;
  const off = deviation(figure);
  if (figure.unit === '%' || figure.unit === '°') return off;
  return (100 * off) / Math.max(Math.abs(figure.paper ?? 0), 10 ** -figure.decimals);
}

export const dotsOf = (figures: readonly Figure[]): Dot[] =>
  figures.filter(isPrinted).flatMap((figure) => {
    const kind = verdictOf(figure);
    if (kind === 'not-printed') return [];
    return [{ figure, kind, off: kind === 'same' ? 0 : deviationShown(figure) }];
  });

/** Position on the logarithmic scale from the edge of the band (0) to the end of the scale (1). */
export function placeOf(off: number): number {
  const size = Math.min(MOST_OFF, Math.max(LEAST_OFF, Math.abs(off)));
  return Math.log(size / LEAST_OFF) / Math.log(MOST_OFF / LEAST_OFF);
}

const PITCH = 1.08; // Distance of dots in columns.
const LEAST = 5; // Minimum dots per column.
const TALL = 10; // Maximum dots per column, unless there are too many columns.
const WIDE = 17; // Maximum number of columns.
const STEP = 0.2; // Distance by which a dot is moved if its position is taken.

/** Half the height of a row with this many printed numbers, used before any dot is placed. */
export const halfOf = (count: number): number => (PITCH * (columnHeight(count) - 1)) / 2 + 0.5;

/**
 * Places dots without overlap; where a row is full, a dot beside the band is closer to it than its
 * deviation.
 */
export function glanceOf(dots: readonly Dot[], { band, side, half }: GlanceRoom): PlacedDot[] {
  const same = dots.filter(({ kind }) => kind === 'same');
  const most = Math.floor((2 * half - 1) / PITCH + 1 + 1e-9);
  const columns = Math.ceil(same.length / Math.max(1, Math.min(most, columnHeight(same.length))));
  const rows = Math.ceil(same.length / columns);
  const inside = same.map((dot, i) => {
    const column = Math.floor(i / rows);
    const high = Math.min(rows, same.length - column * rows);
    const x = PITCH * (column - (columns - 1) / 2);
    return { ...dot, x, y: PITCH * ((i % rows) - (high - 1) / 2) };
  });
  const outside = dots
    .filter(({ kind }) => kind !== 'same')
    .map((dot) => ({ dot, x: Math.sign(dot.off || 1) * (band + 0.5 + side * placeOf(dot.off)) }));
  return [...inside, ...swarm(outside, band + 0.5, half - 0.5)];
}

const columnHeight = (count: number): number =>
  count <= LEAST
    ? Math.max(1, count)
    : Math.max(LEAST, Math.ceil(count / WIDE), Math.min(TALL, Math.ceil(count / 4)));

/**
 * Places each dot as near to the middle of the row as earlier dots allow, starting with the
 * farthest from the band.
 */
function swarm(
  all: readonly { readonly dot: Dot; readonly x: number }[],
  edge: number,
  reach: number,
): PlacedDot[] {
  const placed: PlacedDot[] = [];
  for (const { dot, x } of all.toSorted((a, b) => Math.abs(b.x) - Math.abs(a.x)))
    placed.push({ ...dot, ...placeFor(placed, x, edge, reach) });
  return placed;
}

/** Tries the exact deviation first, then nearer to the band, then farther. */
function placeFor(placed: readonly PlacedDot[], wanted: number, edge: number, reach: number) {
  const side = Math.sign(wanted);
  for (let x = wanted; Math.abs(x) >= edge - 1e-9 && x * side > 0; x -= side * STEP) {
    const y = freeAt(placed, x, reach);
    if (y !== null) return { x, y };
  }
  for (let x = wanted; ; x += side * STEP) {
    const y = freeAt(placed, x, reach);
    if (y !== null) return { x, y };
  }
}

/**
 * Returns the distance from the middle at which a dot at x fits; null if it fits nowhere within
 * `reach`.
 */
function freeAt(placed: readonly PlacedDot[], x: number, reach: number): number | null {
  const near = placed.filter((other) => Math.abs(other.x - x) < PITCH);
  const isFree = (y: number): boolean =>
    Math.abs(y) <= reach + 1e-9 &&
    near.every((other) => Math.hypot(other.x - x, other.y - y) >= PITCH - 1e-9);
  const tries = near.flatMap((other) => {
    const away = Math.sqrt(PITCH ** 2 - (other.x - x) ** 2);
    return [other.y - away, other.y + away];
  });
  return [0, ...tries.toSorted((a, b) => Math.abs(a) - Math.abs(b))].find(isFree) ?? null;
}
