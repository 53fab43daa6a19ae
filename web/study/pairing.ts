/** Two methods on the same problems: what differs, with its 95 % interval. */
import { type Interval, meanInterval, Z95 } from './statistics.ts';

export interface PairedShares {
  readonly n: number;
  /** Problems that each of them solved, */
  readonly first: number;
  readonly second: number;
  /** and those that it alone solved. */
  readonly firstOnly: number;
  readonly secondOnly: number;
  /** Share of the first less that of the second. */
  readonly difference: number;
  readonly interval: Interval;
}

/**
 * Of yes (1) and no (0). The interval is that of McNemar's differing pairs, with one more to each
 * side (Bonett & Price 2012): so it has a width where none differ.
 */
export function pairedShares(first: Float64Array, second: Float64Array): PairedShares {
  const n = first.length;
  let [a, b, aOnly, bOnly] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [first[i] === 1, second[i] === 1];
    if (x) a++;
    if (y) b++;
    if (x && !y) aOnly++;
    if (y && !x) bOnly++;
  }
  const [more, less, all] = [aOnly + 1, bOnly + 1, n + 2];
  const middle = (more - less) / all;
  const spread = more + less - ((more - less) * (more - less)) / all;
  const half = (Z95 * Math.sqrt(spread)) / all;
  const interval = { low: Math.max(-1, middle - half), high: Math.min(1, middle + half) };
  const shares = { first: a, second: b, firstOnly: aOnly, secondOnly: bOnly };
  return { n, ...shares, difference: n === 0 ? 0 : (aOnly - bOnly) / n, interval };
}

export interface PairedMeans {
  /** Problems that both solved: only these are compared. */
  readonly n: number;
  readonly first: number;
  readonly second: number;
  readonly difference: number;
  readonly interval: Interval;
}

/** Of a number where both have one and both have solved; by Student's t of the differences. */
export function pairedMeans(
  first: Float64Array,
  second: Float64Array,
  both: (index: number) => boolean,
): PairedMeans {
  const differences: number[] = [];
  let [a, b] = [0, 0];
  for (let i = 0; i < first.length; i++) {
    const [x, y] = [first[i] ?? Number.NaN, second[i] ?? Number.NaN];
    if (!both(i) || Number.isNaN(x - y)) continue;
    a += x;
    b += y;
    differences.push(x - y);
  }
  const n = differences.length;
  const { mean, low, high } = meanInterval(differences);
  return { n, first: a / n, second: b / n, difference: mean, interval: { low, high } };
}
