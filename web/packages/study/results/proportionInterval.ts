import type { ConfidenceInterval } from './statistics.ts';

/** Greatest error probability at either end of a 95 % interval. */
const TAIL_PROBABILITY = 0.025;

/**
 * Returns the 95 % confidence interval of a share by Clopper & Pearson (1934). Coverage is always
 * at least 95 %. With Wilson's interval, coverage falls to 84 % for shares near 0 or 1.
 */
export const proportionInterval = (successes: number, n: number): ConfidenceInterval => ({
  low: lowerBound(successes, n),
  high: 1 - lowerBound(n - successes, n),
});

/** Returns the lower end of the interval: k or more of n then succeed with probability 2.5 %. */
function lowerBound(k: number, n: number): number {
  if (k === 0) return 0;
  let [low, high] = [0, k / n];
  let p = Math.max((k - 2 * Math.sqrt(k * (1 - k / n))) / n, k / n / 40);
  for (let i = 0; i < 80 && high - low > 1e-15 * high; i++) {
    const { all, one } = binomialTail(k, n, p);
    if (all < TAIL_PROBABILITY) low = p;
    else high = p;
    // Newton's step while it stays within the bracket: the slope is k / p times the probability of
    // exactly k.
    const next = p - ((all - TAIL_PROBABILITY) * p) / (k * one);
    if (Math.abs(next - p) <= 1e-15 * p) return next;
    p = next > low && next < high ? next : (low + high) / 2;
  }
  return p;
}

/**
 * Returns the binomial probabilities of at least k successes (`all`) and exactly k (`one`) in n
 * trials; k > 0, 0 < p < 1.
 */
function binomialTail(k: number, n: number, p: number): { all: number; one: number } {
  const odds = p / (1 - p);
  // Relative to the probability of exactly k, so that no power of p is needed.
  const more = sumProducts(n - k, (j) => ((n - k - j) / (k + j + 1)) * odds);
  if (!Number.isFinite(more)) return { all: 1, one: 0 };
  const fewer = sumProducts(k, (j) => (k - j) / (n - k + j + 1) / odds);
  return { all: (1 + more) / (1 + more + fewer), one: 1 / (1 + more + fewer) };
}

function sumProducts(count: number, factor: (j: number) => number): number {
  let [sum, part] = [0, 1];
  for (let j = 0; j < count; j++) {
    const ratio = factor(j);
    part *= ratio;
    sum += part;
    if (ratio < 1 && part <= 1e-18 * sum) break;
  }
  return sum;
}
