/** What a share may be, of which so many of so many were seen; the same to the bit in every engine. */
import type { Interval } from './statistics.ts';

/** 95 % between the ends: no more than so much beyond each, whatever the share is. */
const BEYOND = 0.025;

/**
 * The 95 % interval of Clopper & Pearson (1934): all shares that the binomial distribution allows for
 * what was seen. It covers at least 95 % for every share and every n; Wilson's falls to 84 % where
 * nearly all or nearly none are seen.
 */
export const shareInterval = (successes: number, n: number): Interval => ({
  low: leastShare(successes, n),
  high: 1 - leastShare(n - successes, n),
});

/** The share of which so many or more are seen in 2.5 of 100 samples. */
function leastShare(k: number, n: number): number {
  if (k === 0) return 0;
  let [low, high] = [0, k / n];
  let p = Math.max((k - 2 * Math.sqrt(k * (1 - k / n))) / n, k / n / 40);
  for (let i = 0; i < 80 && high - low > 1e-15 * high; i++) {
    const { all, one } = atLeast(k, n, p);
    if (all < BEYOND) low = p;
    else high = p;
    // Newton's step while it stays between: the slope is k / p times the chance of just k
    const next = p - ((all - BEYOND) * p) / (k * one);
    if (Math.abs(next - p) <= 1e-15 * p) return next;
    p = next > low && next < high ? next : (low + high) / 2;
  }
  return p;
}

/** Of n with a share 0 < p < 1: the chance of k > 0 or more, and of just k. */
function atLeast(k: number, n: number, p: number): { all: number; one: number } {
  const odds = p / (1 - p);
  // in parts of the chance of just k, so that no power of p is needed
  const more = partsFrom(n - k, (j) => ((n - k - j) / (k + j + 1)) * odds);
  if (!Number.isFinite(more)) return { all: 1, one: 0 };
  const fewer = partsFrom(k, (j) => (k - j) / (n - k + j + 1) / odds);
  return { all: (1 + more) / (1 + more + fewer), one: 1 / (1 + more + fewer) };
}

/** The sum of products of the first factors, 1, 2, … of them, until they add nothing. */
function partsFrom(count: number, factor: (j: number) => number): number {
  let [sum, part] = [0, 1];
  for (let j = 0; j < count; j++) {
    const by = factor(j);
    part *= by;
    sum += part;
    if (by < 1 && part <= 1e-18 * sum) break;
  }
  return sum;
}
