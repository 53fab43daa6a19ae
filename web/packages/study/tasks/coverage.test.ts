/** Coverage of the intervals for two methods and for means, summed over all possible samples. */
import { describe, expect, test } from 'vitest';
import { pairedProportionsInterval } from '../results/pairedProportions.ts';
import { boundedMeanInterval, type ConfidenceInterval } from '../results/statistics.ts';
import { computeIntervalCoverage, likelySuccessCounts, logFactorial } from './testCoverage.ts';

/**
 * Shares from a thousandth to a half, each paired with zero to almost the same share on the other
 * side.
 */
const PAIRS: readonly (readonly [number, number])[] = Array.from(
  { length: 19 },
  (_, i) => 0.5 * 0.72 ** i,
).flatMap((first) =>
  [0, 0.02, 0.2, 0.6, 0.98].map((part) => [first, Math.min(part, 0.98) * first] as const),
);

/** Probability of the samples of n pairs whose interval contains first − second. */
function pairsCovered(n: number, first: number, second: number): number {
  const [truth, none] = [first - second, Math.log1p(-first - second)];
  const [from, to] = likelySuccessCounts(n, first);
  const [low, high] = second === 0 ? [0, 0] : likelySuccessCounts(n, second);
  let sum = 0;
  for (let x = from; x <= to; x++)
    for (let y = low; y <= Math.min(high, n - x); y++) {
      const ends = pairedProportionsInterval(n, x, y);
      if (truth < ends.low - 1e-12 || truth > ends.high + 1e-12) continue;
      const ways = logFactorial(n) - logFactorial(x) - logFactorial(y) - logFactorial(n - x - y);
      const powers = x * Math.log(first) + (y === 0 ? 0 : y * Math.log(second));
      sum += Math.exp(ways + powers + (n - x - y) * none);
    }
  return sum;
}

const covers = (n: number) => () => {
  test('the interval of a difference of shares covers at least 95 %, and less than 96 % at worst', () => {
    const some = n === 1000 ? PAIRS.filter((_, i) => i % 5 < 2) : PAIRS;
    const least = Math.min(...some.map(([first, second]) => pairsCovered(n, first, second)));
    expect(least).toBeGreaterThanOrEqual(0.95);
    expect(least, 'not much wider than necessary').toBeLessThan(0.96);
  });

  test('the interval of a mean of two-point samples covers at least 95 %, and less than 96 % at worst', () => {
    const ends: ConfidenceInterval[] = Array.from({ length: n + 1 }, (_, k) =>
      boundedMeanInterval(
        Float64Array.from({ length: n }, (_, i) => (i < k ? 500 : 0)),
        { low: 0, high: 500 },
      ),
    ).map(({ low, high }) => ({ low: low / 500, high: high / 500 }));
    let least = 1;
    for (let i = 1; i < 2000; i++)
      least = Math.min(least, computeIntervalCoverage(n, i / 2000, ends));
    expect(least).toBeGreaterThanOrEqual(0.95);
    expect(least).toBeLessThan(0.96);
  });
};

describe('intervals from 100 problems', covers(100));
describe('intervals from 300 problems', covers(300));
describe('intervals from 1000 problems', { tags: 'full' }, covers(1000));
