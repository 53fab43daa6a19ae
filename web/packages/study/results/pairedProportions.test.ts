import { describe, expect, test } from 'vitest';
import {
  meanCostsSentence,
  percentagePointsText,
  significantDecimals,
  studyLimitsSentence,
  successRatesSentence,
} from './conclusion.ts';
import { pairedMeans, pairedProportions } from './pairedProportions.ts';
import type { CostKind, ProblemCosts } from './problemCosts.ts';
import {
  arithmeticMean,
  boundedMeanInterval,
  NORMAL_QUANTILE_95,
  standardDeviation,
} from './statistics.ts';
import { drawTestNormal, makeTestUniformGenerator } from './testSamples.ts';

/**
 * Ones and zeros for the given numbers of pairs: solved by both, first only, second only, neither.
 */
function pairs(both: number, first: number, second: number, neither: number) {
  const times = (n: number, a: number, b: number) =>
    Array.from({ length: n }, () => [a, b] as const);
  const all = [
    ...times(both, 1, 1),
    ...times(first, 1, 0),
    ...times(second, 0, 1),
    ...times(neither, 0, 0),
  ];
  return [0, 1].map((i) => Float64Array.from(all, (pair) => pair[i] as number)) as [
    Float64Array,
    Float64Array,
  ];
}

describe('shares of two methods on the same problems', () => {
  test('are counted, including problems that only one method solved', () => {
    expect(pairedProportions(...pairs(5, 3, 1, 2))).toMatchObject({
      n: 11,
      first: 8,
      second: 6,
      firstOnly: 3,
      secondOnly: 1,
      difference: 2 / 11,
    });
  });

  test('have the Bonett & Price interval: two pairs added, with half a pair of continuity correction', () => {
    const counts = [40, 12, 5, 9] as const;
    const [first, second] = pairs(counts[0], counts[1], counts[2], counts[3]);
    const differences = [...first].map((x, i) => x - (second[i] ?? 0)).concat([1, -1]);
    const n = differences.length;
    const error = (standardDeviation(differences) * Math.sqrt((n - 1) / n)) / Math.sqrt(n);
    const { interval } = pairedProportions(first, second);
    expect(interval.low).toBeCloseTo(
      arithmeticMean(differences) - NORMAL_QUANTILE_95 * error - 0.5 / n,
      12,
    );
    expect(interval.high).toBeCloseTo(
      arithmeticMean(differences) + NORMAL_QUANTILE_95 * error + 0.5 / n,
      12,
    );
  });

  test('have an interval that covers the true difference in about 95 of 100 studies', () => {
    const next = makeTestUniformGenerator(7);
    const [firstOnly, secondOnly, both] = [0.06, 0.03, 0.8];
    let held = 0;
    for (let study = 0; study < 2000; study++) {
      const counts = [0, 0, 0, 0] as [number, number, number, number];
      for (let i = 0; i < 200; i++) {
        const u = next();
        const kind =
          u < both ? 0 : u < both + firstOnly ? 1 : u < both + firstOnly + secondOnly ? 2 : 3;
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      const { low, high } = pairedProportions(...pairs(...counts)).interval;
      if (low <= firstOnly - secondOnly && firstOnly - secondOnly <= high) held++;
    }
    expect(held / 2000).toBeGreaterThan(0.945);
    expect(held / 2000).toBeLessThan(0.975);
  });

  test('without any difference still have an interval of positive width', () => {
    const { low, high } = pairedProportions(...pairs(90, 0, 0, 10)).interval;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});

describe('a bounded mean', () => {
  test('has Student’s interval with one more number at either bound, widened by half the range over n', () => {
    const numbers = [
      3, 5, 4, 9, 3, 3, 7, 4, 4, 5, 6, 3, 4, 8, 5, 4, 3, 6, 5, 4, 3, 5, 4, 6, 5, 3, 4, 5,
    ];
    const all = [...numbers, 0, 20];
    const half = (2.0452 * standardDeviation(all)) / Math.sqrt(30) + 20 / 60; // Student’s t of 29 degrees of freedom
    const { mean: middle, low, high } = boundedMeanInterval(numbers, { low: 0, high: 20 });
    expect(middle).toBe(arithmeticMean(numbers));
    expect(low).toBeCloseTo(arithmeticMean(all) - half, 3);
    expect(high).toBeCloseTo(arithmeticMean(all) + half, 3);
  });

  /** Updates per problem: most few, some many; a share `never` solves and counts as the horizon. */
  const updates = (next: () => number, never: number, spread: number): number =>
    next() < never ? 500 : Math.min(500, Math.ceil(12 * Math.exp(spread * drawTestNormal(next))));

  // Student’s own interval covers 94, 90, 90 and 48 % of these at n = 100
  const holdsTheTruth = (never: number, spread: number) => {
    const next = makeTestUniformGenerator(11);
    const many = Float64Array.from({ length: 400_000 }, () => updates(next, never, spread));
    const truth = arithmeticMean(many);
    for (const n of [100, 300, 1000]) {
      let held = 0;
      const samples = 1500;
      for (let sample = 0; sample < samples; sample++) {
        const drawn = Float64Array.from({ length: n }, () => updates(next, never, spread));
        const { low, high } = boundedMeanInterval(drawn, { low: 0, high: 500 });
        if (low <= truth && truth <= high) held++;
      }
      expect(held / samples, `n = ${n}`).toBeGreaterThan(0.943);
    }
  };
  const holds = 'covers the true mean in 95 of 100 samples, share unsolved %d, spread %d';
  test.each([[0.15, 0.8]])(holds, holdsTheTruth);
  test.each([
    [0.02, 1.3],
    [0, 1.3],
    [0.004, 0.5],
  ])(holds, { tags: 'full' }, holdsTheTruth);
});

test('costs of two methods are compared on all problems, each capped at the horizon', () => {
  const first = Float64Array.of(1, 2, 9, 1, 20);
  const second = Float64Array.of(2, 2, 1, 20, 20);
  const pair = pairedMeans(first, second, 20);
  expect(pair).toMatchObject({ n: 5, first: 33 / 5, second: 9, difference: -12 / 5 });
  const { low, high } = boundedMeanInterval([-1, 0, 8, -19, 0], { low: -20, high: 20 });
  expect(pair.interval).toEqual({ low, high });
});

const costs = (kind: CostKind = 'updates'): ProblemCosts => ({
  kind,
  horizon: kind === 'time' ? 0.05 : 50,
  costToSolve: () => new Float64Array(),
  cappedCost: () => new Float64Array(),
});

describe('conclusions', () => {
  test('say that rates do not differ significantly, and by how much they may differ', () => {
    const pair = pairedProportions(...pairs(9880, 40, 30, 50));
    expect(successRatesSentence('SDLS', 'DLS 0.1', pair)).toBe(
      'SDLS and DLS 0.1 do not differ significantly in success rate: 99.20 against 99.10 %, at most 0.3 points between them.',
    );
  });

  test('say which method solves more, and by how much', () => {
    const pair = pairedProportions(...pairs(8000, 300, 900, 800));
    expect(successRatesSentence('DLS', 'SDLS', pair)).toBe(
      'SDLS solves more than DLS: 83.0 against 89.0 % (DLS, SDLS), 5.3 to 6.7 points more.',
    );
  });

  test('say that problems are too few', () => {
    const pair = pairedProportions(...pairs(10, 9, 0, 0));
    expect(successRatesSentence('A', 'B', pair)).toBe(
      '19 problems are too few to say whether A or B solves more.',
    );
    const five = pairedMeans(new Float64Array(5), new Float64Array(5), 500);
    expect(meanCostsSentence('A', 'B', costs(), five)).toBe(
      '5 problems are too few to say whether A or B needs fewer updates.',
    );
  });

  test('do not round a positive end of an interval to zero', () => {
    const pair = pairedProportions(...pairs(800, 65, 43, 92));
    expect(pair.interval.low).toBeGreaterThan(0);
    expect(pair.interval.low).toBeLessThan(0.005);
    expect(successRatesSentence('A', 'B', pair)).toMatch(/\(A, B\), 0\.[1-4] to 4 points more\.$/);
  });

  test('say which method needs fewer updates or less time', () => {
    const [a, b] = [0, 1].map((m) =>
      Float64Array.from({ length: 400 }, (_, i) => 20 + (i % 7) + m * (3 + (i % 5))),
    );
    const pair = pairedMeans(a as Float64Array, b as Float64Array, 50);
    expect(meanCostsSentence('A', 'B', costs(), pair)).toBe(
      'A needs fewer updates than B: 23.0 against 28.0 on average (A, B), unsolved problems count as 50; 4.5 to 5.5 fewer.',
    );
    const same = pairedMeans(a as Float64Array, (a as Float64Array).toReversed(), 50);
    expect(meanCostsSentence('A', 'B', costs(), same)).toMatch(
      /^A and B do not differ significantly in updates: 23\.0 against 23\.0 on average, unsolved problems count as 50; at most 0\.6 between them\.$/,
    );
    const quick = pairedMeans(
      (a as Float64Array).map((x) => x / 1000),
      (b as Float64Array).map((x) => x / 1000),
      0.05,
    );
    expect(meanCostsSentence('A', 'B', costs('time'), quick)).toBe(
      'A takes less time than B: 23 µs against 28 µs on average (A, B), unsolved problems count as 50 µs; 4.5 µs to 5.5 µs less.',
    );
  });

  test('state their confidence level and validity, and round differences up', () => {
    expect(studyLimitsSentence(2, 1, costs())).toMatch(
      /^Intervals are 95 %\. They are valid only .*sampling/,
    );
    expect(studyLimitsSentence(8, 4, costs())).toMatch(
      /95 % for all 28 comparisons of two methods together, and for all 4 looks .*within 50 updates/,
    );
    expect([0.03, 0.0291, 0.0007, 0.0101].map(percentagePointsText)).toEqual([
      ...['3 points', '3 points', '0.1 points', '2 points'],
    ]);
    expect([0.7, 0.06, 0.004, 1e-9].map((x) => significantDecimals(x))).toEqual([1, 2, 3, 3]);
  });
});
