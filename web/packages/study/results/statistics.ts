/** Shares, quantiles and means with intervals, bit-identical in every JavaScript engine. */
import { arcTangent } from '@iklab/core/scenario/numbers';

/** Two-sided 95 % quantile of the standard normal distribution. */
export const NORMAL_QUANTILE_95 = 1.959963984540054;

export interface ConfidenceInterval {
  readonly low: number;
  readonly high: number;
}

/** Sorts numbers in ascending order; leaves out NaN. */
export const sortedNumbers = (values: Float64Array): Float64Array =>
  values.filter((x) => !Number.isNaN(x)).sort();

/**
 * Returns the p-quantile of ascending values, interpolated at position p (n - 1); NaN without
 * values.
 */
export function quantile(ordered: ArrayLike<number>, p: number): number {
  const last = ordered.length - 1;
  if (last < 0) return Number.NaN;
  const position = Math.min(Math.max(p, 0), 1) * last;
  const below = Math.floor(position);
  const [a, b] = [ordered[below] ?? 0, ordered[Math.min(below + 1, last)] ?? 0];
  const part = position - below;
  return part === 0 || a === b ? a : a + part * (b - a);
}

/** Returns the median of the values that are not NaN; NaN if there are none. */
export const median = (values: readonly number[]): number =>
  quantile(sortedNumbers(Float64Array.from(values.filter((x) => !Number.isNaN(x)))), 0.5);

/** Returns the mean of values; NaN if there are none, or if one is NaN. */
export function arithmeticMean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
}

/** Computes the standard deviation of a sample (divisor n - 1) in two passes. */
export function standardDeviation(
  values: ArrayLike<number>,
  middle = arithmeticMean(values),
): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const off = (values[i] ?? 0) - middle;
    sum += off * off;
  }
  return Math.sqrt(sum / (values.length - 1));
}

export interface MeanInterval extends ConfidenceInterval {
  readonly mean: number;
}

/** Returns Student's 95 % interval of the mean; infinite for fewer than two values. */
export function meanInterval(values: ArrayLike<number>): MeanInterval {
  const middle = arithmeticMean(values);
  const n = values.length;
  if (n < 2) return { mean: middle, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const half = (studentQuantile95(n - 1) * standardDeviation(values, middle)) / Math.sqrt(n);
  return { mean: middle, low: middle - half, high: middle + half };
}

/**
 * Returns Student's interval of the mean of bounded values. One more value at either bound is
 * assumed, and the interval is widened by half of the effect of one value. Without this, coverage
 * can fall to a half if rare values dominate the mean.
 */
export function boundedMeanInterval(
  values: ArrayLike<number>,
  { low, high }: ConfidenceInterval,
  z = NORMAL_QUANTILE_95,
): MeanInterval {
  const n = values.length;
  const all = Float64Array.from({ length: n + 2 }, (_, i) => values[i] ?? (i === n ? low : high));
  const middle = arithmeticMean(all);
  const half =
    (studentQuantile(n + 1, z) * standardDeviation(all, middle)) / Math.sqrt(n + 2) +
    (high - low) / (2 * (n + 2));
  return {
    mean: arithmeticMean(values),
    low: Math.max(low, middle - half),
    high: Math.min(high, middle + half),
  };
}

/**
 * Returns a 95 % confidence interval of the median for any distribution, from two of the sorted
 * values. Infinite for fewer than six values.
 */
export function medianInterval(ordered: ArrayLike<number>): ConfidenceInterval {
  const n = ordered.length;
  const rank = Math.floor((n - 1 - NORMAL_QUANTILE_95 * Math.sqrt(n)) / 2);
  if (rank < 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: ordered[rank] as number, high: ordered[n - 1 - rank] as number };
}

const MAX_EXACT_FREEDOM = 200;

/** Returns t such that 95 % of Student's distribution is between -t and t. */
export function studentQuantile95(freedom: number): number {
  if (freedom > MAX_EXACT_FREEDOM) return fisherExpansion(freedom, NORMAL_QUANTILE_95);
  let [low, high] = [NORMAL_QUANTILE_95, 13];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (centralShare(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return high;
}

const MIN_EXPANDED_FREEDOM = 25; // Degrees of freedom from which the expansion is accurate to 1e-3.

/**
 * Returns Student's quantile t with the two-sided probability of the normal quantile z. `freedom`
 * is at least `MIN_EXPANDED_FREEDOM`, unless z is the 95 % quantile.
 */
export const studentQuantile = (freedom: number, z: number): number =>
  z === NORMAL_QUANTILE_95
    ? studentQuantile95(freedom)
    : fisherExpansion(Math.max(MIN_EXPANDED_FREEDOM, freedom), z);

/** Returns Student's probability between -t and t (Abramowitz & Stegun 26.7.3 and 26.7.4). */
function centralShare(t: number, freedom: number): number {
  const angle = arcTangent(t, Math.sqrt(freedom));
  const square = freedom / (freedom + t * t); // cos² of the angle.
  const [sine, cosine] = [Math.sqrt(1 - square), Math.sqrt(square)];
  const odd = freedom % 2;
  let [sum, term] = [0, odd ? cosine : 1];
  for (let k = odd ? 1 : 0; k <= freedom - 2; k += 2) {
    sum += term;
    term *= square * ((k + 1) / (k + 2));
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** Approximates t by Fisher's expansion. The error is below 1e-9 of t for n > 200 and 95 %. */
function fisherExpansion(n: number, z: number): number {
  const q = z * z;
  const terms = [
    (z * (q + 1)) / 4,
    (z * ((5 * q + 16) * q + 3)) / 96,
    (z * (((3 * q + 19) * q + 17) * q - 15)) / 384,
  ];
  return z + (terms[0] ?? 0) / n + (terms[1] ?? 0) / (n * n) + (terms[2] ?? 0) / (n * n * n);
}

/** Returns the empirical distribution function of ascending values in at most `most` steps. */
export function empiricalDistributionSteps(
  ordered: ArrayLike<number>,
  most = 1000,
): { readonly x: number; readonly share: number }[] {
  const n = ordered.length;
  const steps: { x: number; share: number }[] = [];
  for (let i = 0; i < n; i++) {
    const x = ordered[i] ?? 0;
    if (i + 1 < n && ordered[i + 1] === x) continue;
    steps.push({ x, share: (i + 1) / n });
  }
  if (steps.length <= most) return steps;
  return Array.from({ length: most }, (_, i) => {
    const index = Math.round((i * (steps.length - 1)) / (most - 1));
    return steps[index] as { x: number; share: number };
  });
}

/** Counts values in `bins` equal bins from `low` to `high`; the last bin includes its upper end. */
export function histogram(
  values: ArrayLike<number>,
  low: number,
  high: number,
  bins: number,
): Uint32Array {
  const counts = new Uint32Array(bins);
  const width = (high - low) / bins;
  for (let i = 0; i < values.length; i++) {
    const x = values[i] ?? Number.NaN;
    if (!(x >= low && x <= high)) continue;
    const bin = Math.min(width > 0 ? Math.floor((x - low) / width) : 0, bins - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
