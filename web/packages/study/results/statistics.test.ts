/** Checked against printed tables and against the definitions, computed another way. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arithmeticMean,
  empiricalDistributionSteps,
  histogram,
  meanInterval,
  medianInterval,
  quantile,
  sortedNumbers,
  standardDeviation,
  studentQuantile95,
} from './statistics.ts';

const numbers = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

describe('quantiles', () => {
  test('are the sorted numbers at i / (n − 1) and linear between them (seed 2)', () => {
    const property = fc.property(
      numbers,
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (list, i, part) => {
        const ordered = sortedNumbers(Float64Array.from(list));
        const n = ordered.length;
        const at = i % n;
        if (n > 1) expect(quantile(ordered, at / (n - 1))).toBeCloseTo(ordered[at] ?? 0, 9);
        if (at + 1 < n) {
          const [a = 0, b = 0] = [ordered[at], ordered[at + 1]];
          expect(quantile(ordered, (at + part) / (n - 1))).toBeCloseTo(
            a * (1 - part) + b * part,
            8,
          );
        }
      },
    );
    fc.assert(property, { seed: 2 });
  });

  test('ignore NaN, and are NaN without numbers', () => {
    expect([...sortedNumbers(Float64Array.of(3, Number.NaN, -1, 2))]).toEqual([-1, 2, 3]);
    expect(quantile([], 0.5)).toBeNaN();
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
  });
});

describe('means', () => {
  // Student (1908): hours of sleep gained by one drug over the other, ten patients
  const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];

  test("of Student's sleep data have the printed interval", () => {
    const { mean: middle, low, high } = meanInterval(sleep);
    expect(middle).toBeCloseTo(1.58, 12);
    expect(standardDeviation(sleep)).toBeCloseTo(1.229995, 6);
    expect(low).toBeCloseTo(0.7001142, 6);
    expect(high).toBeCloseTo(2.4598858, 6);
  });

  test('of one number have an infinite interval', () => {
    expect(meanInterval([2])).toEqual({ mean: 2, low: -Infinity, high: Infinity });
  });

  test('and deviations agree with exact sums of squares (seed 3)', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 2 }),
      (list) => {
        const n = BigInt(list.length);
        const sum = list.reduce((s, x) => s + BigInt(x), 0n);
        const squares = list.reduce((s, x) => s + BigInt(x * x), 0n);
        const variance = Number(n * squares - sum * sum) / Number(n * (n - 1n));
        expect(arithmeticMean(list)).toBeCloseTo(Number(sum) / Number(n), 9);
        expect(standardDeviation(list) ** 2 / Math.max(1, variance)).toBeCloseTo(
          variance / Math.max(1, variance),
          9,
        );
      },
    );
    fc.assert(property, { seed: 3 });
  });

  // from any textbook
  test.each([
    [1, 12.7062],
    [2, 4.3027],
    [3, 3.1824],
    [4, 2.7764],
    [5, 2.5706],
    [10, 2.2281],
    [20, 2.086],
    [30, 2.0423],
    [60, 2.0003],
    [120, 1.9799],
    [200, 1.9719],
    [1000, 1.9623],
  ])('Student’s t with %d degrees of freedom is %d', (freedom, t) => {
    expect(studentQuantile95(freedom)).toBeCloseTo(t, 4);
  });

  test('Student’s t is smooth where its formula changes', () => {
    const [a, b, c] = [199, 200, 201].map(studentQuantile95) as [number, number, number];
    expect(Math.abs(a - 2 * b + c)).toBeLessThan(1e-6);
  });
});

describe('the interval of a median', () => {
  /** Probability that the median is between the ranks, from the binomial distribution. */
  function covered(n: number, rank: number): number {
    let [way, below] = [2 ** -n, 0];
    for (let heads = 0; heads <= rank; heads++) {
      below += way;
      way *= (n - heads) / (heads + 1);
    }
    return 1 - 2 * below;
  }

  test('covers 95 % for n from 6 to 1000, and is the narrowest such interval for almost all n', () => {
    let wide = 0;
    for (let n = 6; n <= 1000; n++) {
      const { low, high } = medianInterval(Array.from({ length: n }, (_, i) => i));
      expect(high).toBe(n - 1 - low);
      expect(covered(n, low)).toBeGreaterThanOrEqual(0.95);
      if (covered(n, low + 1) >= 0.95) wide += 1;
    }
    expect(wide).toBeLessThan(20);
  });

  test('is infinite for five numbers', () => {
    expect(medianInterval([1, 2, 3, 4, 5])).toEqual({
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
    });
  });
});

test('ecdf gives the share of numbers up to each value (seed 4)', () => {
  const property = fc.property(
    fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1 }),
    (list) => {
      const steps = empiricalDistributionSteps(sortedNumbers(Float64Array.from(list)));
      expect(steps.map(({ x }) => x)).toEqual([...new Set(list)].sort((a, b) => a - b));
      for (const { x, share } of steps)
        expect(share).toBe(list.filter((y) => y <= x).length / list.length);
    },
  );
  fc.assert(property, { seed: 4 });
});

test('ecdf of many numbers keeps both ends and the requested number of steps', () => {
  const steps = empiricalDistributionSteps(
    Float64Array.from({ length: 5000 }, (_, i) => i),
    100,
  );
  expect(steps).toHaveLength(100);
  expect([steps[0], steps.at(-1)]).toEqual([
    { x: 0, share: 1 / 5000 },
    { x: 4999, share: 1 },
  ]);
});

test('histogram counts each number in the range once (seed 5)', () => {
  const property = fc.property(numbers, fc.integer({ min: 1, max: 20 }), (list, bins) => {
    const counts = histogram(list, -500, 500, bins);
    const inside = list.filter((x) => x >= -500 && x <= 500);
    expect(counts.reduce((sum, x) => sum + x, 0)).toBe(inside.length);
    const below = (bin: number) =>
      inside.filter((x) => x < -500 + (1000 * bin) / bins - 1e-9).length;
    let sum = 0;
    counts.forEach((count, bin) => {
      expect(sum).toBeGreaterThanOrEqual(below(bin));
      sum += count;
    });
  });
  fc.assert(property, { seed: 5 });
  expect([...histogram([0, 1, 2, 3, 4, Number.NaN, 5], 0, 4, 4)]).toEqual([1, 1, 1, 2]);
  expect([...histogram([7, 7], 7, 7, 3)]).toEqual([2, 0, 0]);
});
