/** Which methods solve most, in simulated studies of methods that are known to be equal or not. */
import { describe, expect, test } from 'vitest';
import { EQUIVALENT_SHARE_DIFFERENCE, interimSampleSizes } from './earlyStop.ts';
import type { ProblemCosts } from './problemCosts.ts';
import {
  intervalIncludesZero,
  isStudyDecided,
  rankMethods,
  type StudyVerdict,
} from './studyVerdict.ts';
import { drawTestNormal, makeTestUniformGenerator } from './testSamples.ts';

const HORIZON = 500;

/** Rows of costs per problem, one per method; ∞: not solved. */
function costsOf(rows: readonly Float64Array[], n = rows[0]?.length ?? 0): ProblemCosts {
  const until = (cell: number) => (rows[cell] ?? new Float64Array()).subarray(0, n);
  const restricted = (cell: number) => until(cell).map((cost) => Math.min(cost, HORIZON));
  return { kind: 'updates', horizon: HORIZON, costToSolve: until, cappedCost: restricted };
}
const studyOf = (k: number) => ({
  cells: Array.from({ length: k }, (_, index) => ({ index })),
});
const verdict = (costs: ProblemCosts, k: number, looks = 1): StudyVerdict | null =>
  rankMethods(studyOf(k) as never, costs, looks);

/** A problem is hard or easy for all methods alike, as on a robot. */
function drawn(next: () => number, k: number, n: number, powers: readonly number[]) {
  const rows = Array.from({ length: k }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const hard = drawTestNormal(next);
    for (const [m, row] of rows.entries()) {
      const solved = 0.8 * hard + 0.6 * drawTestNormal(next) < (powers[m] ?? 0);
      row[i] = solved ? 10 + Math.floor(20 * next()) : Number.POSITIVE_INFINITY;
    }
  }
  return rows;
}

const POWER = 1.04; // quantile of the normal distribution: 85 % are solved

describe('equal methods', () => {
  test.each([
    [2, 300, 900],
    [4, 300, 900],
    [8, 100, 900],
    [8, 1000, 150],
  ])('%d methods, %d problems: at most 6 %% of studies rank one lower', (k, n, studies) => {
    const next = makeTestUniformGenerator(17 + k + n);
    let [left, dearer] = [0, 0];
    for (let study = 0; study < studies; study++) {
      const rows = drawn(next, k, n, new Array<number>(k).fill(POWER));
      const said = verdict(costsOf(rows), k);
      if (said && said.undecided.length < k) left++;
      if (said && said.cheapest.length < said.undecided.length) dearer++;
    }
    expect(left / studies).toBeLessThanOrEqual(0.06);
    expect(dearer / studies).toBeLessThanOrEqual(0.06);
  });

  test('one is excluded in at most 6 of 100 studies with four looks', () => {
    const next = makeTestUniformGenerator(5);
    const [k, count, looks, studies] = [4, 2000, 4, 150];
    const at = interimSampleSizes({ count, looks });
    expect(at).toEqual([250, 500, 1000, 2000]);
    let left = 0;
    for (let study = 0; study < studies; study++) {
      const rows = drawn(next, k, count, new Array<number>(k).fill(POWER));
      const first = at
        .map((n) => verdict(costsOf(rows, n), k, at.length))
        .find(
          (each, i) =>
            (each && isStudyDecided(each, EQUIVALENT_SHARE_DIFFERENCE)) || i === at.length - 1,
        );
      if (first && first.undecided.length < k) left++;
    }
    expect(left / studies).toBeLessThanOrEqual(0.06);
  });
});

test('a method that solves far more is the only best, whatever the ties among others', () => {
  const rows = drawn(makeTestUniformGenerator(3), 4, 600, [POWER, 1.9, POWER, POWER]);
  const said = verdict(costsOf(rows), 4) as StudyVerdict;
  expect(said.undecided).toEqual([1]);
  expect(said.best).toBe(1);
  expect(said.order[0]).toBe(1);
  expect(said.comparisons).toHaveLength(3);
  expect(isStudyDecided(said, EQUIVALENT_SHARE_DIFFERENCE)).toBe(true);
});

test('the largest difference bounds the observed ones and decides whether the methods are close', () => {
  const rows = drawn(makeTestUniformGenerator(9), 3, 400, [POWER, POWER, POWER]);
  const said = verdict(costsOf(rows), 3) as StudyVerdict;
  expect(said.undecided).toHaveLength(3);
  const shares = said.solved.map((solved) => solved / 400);
  expect(said.largestDifference).toBeGreaterThan(Math.max(...shares) - Math.min(...shares));
  expect(said.largestDifference).toBeLessThan(0.12);
  expect(isStudyDecided(said, said.largestDifference + 1e-9)).toBe(true);
  expect(isStudyDecided(said, EQUIVALENT_SHARE_DIFFERENCE)).toBe(false);
});

test('methods that solve equally many are ordered by cost', () => {
  const rows = [50, 20, 30].map((cost) => new Float64Array(100).fill(cost));
  const said = verdict(costsOf(rows), 3) as StudyVerdict;
  expect(said.order).toEqual([1, 2, 0]);
  expect(said.undecided).toEqual([1, 2, 0]);
  expect(said.cheapest[0]).toBe(1);
});

test('there is no verdict without problems, or if nothing is solved', () => {
  expect(verdict(costsOf([new Float64Array(), new Float64Array()]), 2)).toBe(null);
  const lost = new Float64Array(40).fill(Number.POSITIVE_INFINITY);
  expect(verdict(costsOf([lost, lost]), 2)).toBe(null);
});

test('looks double up to the last; few problems have a single look', () => {
  expect(interimSampleSizes({ count: 4000, looks: 4 })).toEqual([500, 1000, 2000, 4000]);
  expect(interimSampleSizes({ count: 1001, looks: 3 })).toEqual([251, 501, 1001]);
  expect(interimSampleSizes({ count: 400, looks: 4 })).toEqual([400]);
  expect(interimSampleSizes({ count: 1000, looks: 1 })).toEqual([1000]);
});

test('an interval contains zero unless both ends are on one side', () => {
  const containing = [
    [-1, 1],
    [-1, 0],
    [0, 1],
    [0, 0],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ];
  for (const [low = 0, high = 0] of containing)
    expect(intervalIncludesZero({ low, high })).toBe(true);
  for (const [low = 0, high = 0] of [
    [0.1, 1],
    [-1, -0.1],
  ])
    expect(intervalIncludesZero({ low, high })).toBe(false);
  // with unknown ends, no difference is certain
  expect(intervalIncludesZero({ low: Number.NaN, high: Number.NaN })).toBe(true);
});
