import { describe, expect, test } from 'vitest';
import { digitsOf, LIMITS, meansSentence, sharesSentence } from './conclusion.ts';
import { pairedMeans, pairedShares } from './pairing.ts';
import { deviation, mean, Z95 } from './statistics.ts';

/** Yes and no for so many pairs each: both, first only, second only, neither. */
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

/** Uniform numbers of a seed: mulberry32. */
function uniform(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe('shares of two methods on the same problems', () => {
  test('are counted, with those that one alone solved', () => {
    expect(pairedShares(...pairs(5, 3, 1, 2))).toMatchObject({
      n: 11,
      first: 8,
      second: 6,
      firstOnly: 3,
      secondOnly: 1,
      difference: 2 / 11,
    });
  });

  test('differ by the mean of the pairs, their spread that of the pairs and two more', () => {
    const counts = [40, 12, 5, 9] as const;
    const [first, second] = pairs(counts[0], counts[1], counts[2], counts[3]);
    const differences = [...first].map((x, i) => x - (second[i] ?? 0)).concat([1, -1]);
    const n = differences.length;
    const error = (deviation(differences) * Math.sqrt((n - 1) / n)) / Math.sqrt(n);
    const { interval } = pairedShares(first, second);
    expect(interval.low).toBeCloseTo(mean(differences) - Z95 * error, 12);
    expect(interval.high).toBeCloseTo(mean(differences) + Z95 * error, 12);
  });

  test('have an interval that holds the truth in 95 of 100 studies', () => {
    const next = uniform(7);
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
      const { low, high } = pairedShares(...pairs(...counts)).interval;
      if (low <= firstOnly - secondOnly && firstOnly - secondOnly <= high) held++;
    }
    expect(held / 2000).toBeGreaterThan(0.935);
    expect(held / 2000).toBeLessThan(0.965);
  });

  test('that differ nowhere are not known to be the same', () => {
    const { low, high } = pairedShares(...pairs(90, 0, 0, 10)).interval;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});

test('means are compared on the problems that both solved', () => {
  const first = Float64Array.of(1.2, 2.4, 9, 1.3, 5);
  const second = Float64Array.of(0.2, 1.4, 1, Number.NaN, 2);
  const pair = pairedMeans(first, second, (i) => i !== 2);
  expect(pair).toMatchObject({ n: 3, difference: 5 / 3 });
  expect(pair.first).toBeCloseTo(8.6 / 3, 12);
  expect(pair.second).toBeCloseTo(3.6 / 3, 12);
  // of 1, 1, 3: 5/3 ± 4.3027 x 1.1547 / √3
  expect(pair.interval.low).toBeCloseTo(5 / 3 - 2.8685, 3);
});

describe('what may be concluded', () => {
  test('no difference, and how large one may still be', () => {
    const pair = pairedShares(...pairs(9880, 40, 30, 50));
    expect(sharesSentence('SDLS', 'DLS 0.1', pair)).toBe(
      'SDLS and DLS 0.1 do not differ in what they solve: 99.20 against 99.10 %, ± 0.17; a difference of more than 0.27 points can be ruled out.',
    );
  });

  test('who solves more, and by how much', () => {
    const pair = pairedShares(...pairs(8000, 300, 900, 800));
    expect(sharesSentence('DLS', 'SDLS', pair)).toBe(
      'SDLS solves more than DLS: 83.0 against 89.0 % (DLS, SDLS), 5.3 to 6.7 points more.',
    );
  });

  test('too few problems allow none', () => {
    const pair = pairedShares(...pairs(10, 9, 0, 0));
    expect(sharesSentence('A', 'B', pair)).toBe(
      '19 problems are too few to say whether A or B solves more.',
    );
    expect(
      meansSentence(
        'A',
        'B',
        'updates',
        pairedMeans(new Float64Array(5), new Float64Array(5), () => true),
      ),
    ).toBe('5 problems that both solved are too few to say whether A or B needs fewer updates.');
  });

  test('who needs fewer updates', () => {
    const [a, b] = [0, 1].map((m) =>
      Float64Array.from({ length: 400 }, (_, i) => 20 + (i % 7) + m * (3 + (i % 5))),
    );
    const pair = pairedMeans(a as Float64Array, b as Float64Array, () => true);
    expect(meansSentence('A', 'B', 'updates', pair)).toBe(
      'A needs fewer updates than B on the 400 problems that both solved: 22.99 against 27.99 (A, B), 4.86 to 5.14 fewer.',
    );
    const same = pairedMeans(a as Float64Array, (a as Float64Array).toReversed(), () => true);
    expect(meansSentence('A', 'B', 'updates', same)).toMatch(
      /^A and B do not differ in updates on the 400 problems that both solved: 23\.0 against 23\.0, ± 0\.3; a difference of more than 0\.3 can be ruled out\.$/,
    );
  });

  test('never more than the study holds', () => {
    expect(LIMITS).toContain('this sampling');
    expect([0.7, 0.06, 0.004, 1e-9].map((x) => digitsOf(x))).toEqual([1, 2, 3, 3]);
  });
});
