/**
 * Every printed number of a table as a dot: how far ours is from it. Numbers that round to what is
 * printed stand in a band in the middle, in columns; the others beside it, by their deviation.
 */
import type { Figure } from './publishedTable.ts';
import { deviation, isPrinted, type Verdict, verdictOf } from './verdict.ts';

export type DotKind = Exclude<Verdict, 'not-printed'>;

export interface Dot {
  readonly figure: Figure;
  readonly kind: DotKind;
  /** Ours less the paper's, as `deviationShown` tells it; infinite: one of them never gets there. */
  readonly off: number;
}

/** In units of a dot's diameter; x from the middle, to the right where ours is larger. */
export interface PlacedDot extends Dot {
  readonly x: number;
  readonly y: number;
}

/** Where the dots of a row have room, in diameters from its middle. */
export interface GlanceRoom {
  /** Half of what stands for "as printed". */
  readonly band: number;
  /** Of the scale on either side of it. */
  readonly side: number;
  /** Half the height of the row. */
  readonly half: number;
}

/** Ends of the scale beside the band: nearer dots stand at its edge, farther ones at its end. */
export const LEAST_OFF = 0.1;
export const MOST_OFF = 100;

/** What a deviation is told in: points of a share, degrees of an angle, else per cent of what is printed. */
export function deviationShown(figure: Figure): number {
  if (Number.isNaN(figure.ours) || Number.isNaN(figure.paper)) return Number.POSITIVE_INFINITY;
  const off = deviation(figure);
  if (figure.unit === '%' || figure.unit === '°') return off;
  return (100 * off) / Math.max(Math.abs(figure.paper ?? 0), 10 ** -figure.decimals);
}

/** Those that are printed. */
export const dotsOf = (figures: readonly Figure[]): Dot[] =>
  figures.filter(isPrinted).flatMap((figure) => {
    const kind = verdictOf(figure);
    if (kind === 'not-printed') return [];
    return [{ figure, kind, off: kind === 'same' ? 0 : deviationShown(figure) }];
  });

/** From the edge of the band, 0, to the end of the scale, 1; logarithmic. */
export function placeOf(off: number): number {
  const size = Math.min(MOST_OFF, Math.max(LEAST_OFF, Math.abs(off)));
  return Math.log(size / LEAST_OFF) / Math.log(MOST_OFF / LEAST_OFF);
}

const PITCH = 1.08; // of dots in columns
const LEAST = 5; // dots of a column,
const TALL = 10; // where there are more, and where there are many
const WIDE = 17; // columns
const STEP = 0.2; // by which a dot gives way where its place is full

/** Half the height that a row of so many printed numbers has, before any is there. */
export const halfOf = (count: number): number => (PITCH * (columnHeight(count) - 1)) / 2 + 0.5;

/** No two dots overlap; where a row is full, one beside the band stands nearer to it than its deviation. */
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

/** Dots of a column, of so many in all. */
const columnHeight = (count: number): number =>
  count <= LEAST
    ? Math.max(1, count)
    : Math.max(LEAST, Math.ceil(count / WIDE), Math.min(TALL, Math.ceil(count / 4)));

/** Each as near to the middle of the row as those before it leave room, the farthest from the band first. */
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

/** Where its deviation is, else nearer to the band as far as there is room beside it, else farther. */
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

/** How far from the middle a dot at x has room; null: it has none within `reach`. */
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
