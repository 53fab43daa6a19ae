import type { ConfidenceInterval } from '../results/statistics.ts';

const LOG_FACTORIALS = new Float64Array(2001);
for (let n = 1; n < LOG_FACTORIALS.length; n++)
  LOG_FACTORIALS[n] = (LOG_FACTORIALS[n - 1] ?? 0) + Math.log(n);
export const logFactorial = (n: number): number => LOG_FACTORIALS[n] ?? Number.NaN;

export const binomialProbability = (n: number, k: number, p: number): number =>
  Math.exp(
    logFactorial(n) -
      logFactorial(k) -
      logFactorial(n - k) +
      k * Math.log(p) +
      (n - k) * Math.log1p(-p),
  );

export function likelySuccessCounts(n: number, p: number): [from: number, to: number] {
  const away = 8 * Math.sqrt(n * p * (1 - p)) + 12;
  return [Math.max(0, Math.floor(n * p - away)), Math.min(n, Math.ceil(n * p + away))];
}

/**
 * Returns the probability that an interval contains the true share p; `ends`: the interval for each
 * number of successes in n samples.
 */
export function computeIntervalCoverage(
  n: number,
  p: number,
  ends: readonly ConfidenceInterval[],
): number {
  const [from, to] = likelySuccessCounts(n, p);
  let sum = 0;
  for (let k = from; k <= to; k++) {
    const { low, high } = ends[k] as ConfidenceInterval;
    if (low <= p && p <= high) sum += binomialProbability(n, k, p);
  }
  return sum;
}
