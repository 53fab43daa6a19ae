/**
 * Every printed number of a table as a dot: how far ours is from it. Numbers that round to what is
 * printed stand in a band in the middle, in columns; the others beside it, by their deviation.
 */
import type { Figure } from './publishedTable.ts';
import { deviation, type Verdict, verdictOf } from './verdict.ts';

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

export interface Glance {
  readonly dots: readonly PlacedDot[];
  /** From the middle of the row to its edge. */
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
  figures.flatMap((figure) => {
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
const TALL = 10; // dots of a column
const WIDE = 17; // columns

/**
 * `band`: half its width; `side`: of the scale beside it, both in diameters. No two dots overlap but
 * where more have the same deviation than the row is high.
 */
export function glanceOf(dots: readonly Dot[], band: number, side: number): Glance {
  const same = dots.filter(({ kind }) => kind === 'same');
  const rows = columnHeight(same.length);
  const columns = Math.ceil(same.length / rows);
  const inside = same.map((dot, i) => {
    const column = Math.floor(i / rows);
    const high = Math.min(rows, same.length - column * rows);
    const x = PITCH * (column - (columns - 1) / 2);
    return { ...dot, x, y: PITCH * ((i % rows) - (high - 1) / 2) };
  });
  const outside = swarm(
    dots
      .filter(({ kind }) => kind !== 'same')
      .map((dot) => ({ dot, x: Math.sign(dot.off || 1) * (band + 0.5 + side * placeOf(dot.off)) })),
  );
  const all = [...inside, ...outside];
  return { dots: all, half: Math.max(0, ...all.map(({ y }) => Math.abs(y))) + 0.5 };
}

const columnHeight = (count: number): number =>
  count <= 5 ? Math.max(1, count) : Math.max(Math.ceil(count / WIDE), Math.min(TALL, count / 2));

/** Each as near to the middle of the row as those before it leave room. */
function swarm(all: readonly { readonly dot: Dot; readonly x: number }[]): PlacedDot[] {
  const placed: PlacedDot[] = [];
  for (const { dot, x } of all.toSorted((a, b) => a.x - b.x)) {
    const near = placed.filter((other) => Math.abs(other.x - x) < PITCH);
    const free = (y: number): boolean =>
      near.every((other) => Math.hypot(other.x - x, other.y - y) >= PITCH - 1e-9);
    const tries = near.flatMap((other) => {
      const reach = Math.sqrt(PITCH ** 2 - (other.x - x) ** 2);
      return [other.y - reach, other.y + reach];
    });
    const y = [0, ...tries.toSorted((a, b) => Math.abs(a) - Math.abs(b))].find(free) ?? 0;
    placed.push({ ...dot, x, y });
  }
  return placed;
}
