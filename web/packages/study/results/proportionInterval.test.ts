/** Checked against printed tables, closed forms and exact coverage. */
import { describe, expect, test } from 'vitest';
import { binomialProbability, computeIntervalCoverage } from '../tasks/testCoverage.ts';
import { proportionInterval } from './proportionInterval.ts';

// Newcombe (1998), Statistics in Medicine 17:857, table I, method 5
test.each([
  [81, 263, 0.2527, 0.3676],
  [15, 148, 0.0578, 0.1617],
  [0, 20, 0, 0.1684],
  [1, 29, 0.0009, 0.1776],
])('the interval of %d in %d is the printed one', (successes, n, low, high) => {
  const interval = proportionInterval(successes, n);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test.each([1, 2, 20, 1000, 1e6, 1e8])(
  'the interval of 0 and of n in n = %d is a closed form',
  (n) => {
    const end = 0.025 ** (1 / n);
    const [none, all] = [proportionInterval(0, n), proportionInterval(n, n)];
    expect([none.low, all.high]).toEqual([0, 1]);
    expect((1 - none.high) / end).toBeCloseTo(1, 12);
    expect(all.low / end).toBeCloseTo(1, 12);
  },
);

test('the interval of 0 in 0 is [0, 1]', () => {
  expect(proportionInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test.each([
  [1, 5],
  [3, 100],
  [97, 100],
  [500, 1000],
  [999, 1000],
])('%d in %d: each tail beyond the interval is 2.5 %', (successes, n) => {
  const { low, high } = proportionInterval(successes, n);
  const sum = (p: number, from: number, to: number): number => {
    let all = 0;
    for (let k = from; k <= to; k++) all += binomialProbability(n, k, p);
    return all;
  };
  expect(sum(low, successes, n)).toBeCloseTo(0.025, 9);
  expect(sum(high, 0, successes)).toBeCloseTo(0.025, 9);
});

test('the interval for 1e8 trials agrees with the normal distribution to 3 digits', () => {
  const [k, n] = [3e7, 1e8];
  const half = 1.959963984540054 * Math.sqrt((0.3 * 0.7) / n);
  const { low, high } = proportionInterval(k, n);
  expect((0.3 - low) / half).toBeCloseTo(1, 3);
  expect((high - 0.3) / half).toBeCloseTo(1, 3);
});

describe.each([100, 300, 1000])('for n = %d', (n) => {
  const ends = Array.from({ length: n + 1 }, (_, k) => proportionInterval(k, n));

  test('the worst coverage over all shares is from 95 to 96 %', () => {
    let least = 1;
    for (let i = 1; i < 2000; i++)
      least = Math.min(least, computeIntervalCoverage(n, i / 2000, ends));
    // coverage is lowest just beyond an end
    for (const { low, high } of ends)
      for (const p of [low - 1e-9, high + 1e-9])
        if (p > 0 && p < 1) least = Math.min(least, computeIntervalCoverage(n, p, ends));
    expect(least).toBeGreaterThanOrEqual(0.95 - 1e-9);
    expect(least).toBeLessThan(0.96);
  });

  test('the interval in the middle is less than 5 % wider than the normal one', () => {
    const { low, high } = ends[n / 2] ?? { low: 0, high: 1 };
    const normal = (2 * 1.959963984540054 * 0.5) / Math.sqrt(n);
    expect((high - low) / normal).toBeLessThan(1.05);
  });
});
