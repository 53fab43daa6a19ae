/**
 * The text on the bands of a sweep, and how often the bands contain the mean of infinitely many
 * problems.
 */
import { expect, test } from 'vitest';
import { drawTestNormal, makeTestUniformGenerator } from '../results/testSamples.ts';
import type { SweepPoint } from './makeSweepStudy.ts';
import { meanWithInterval } from './solveSweepPoint.ts';
import { availableSweepMeasures, measureBandsText } from './sweepMeasures.ts';

const point: SweepPoint = {
  count: 100,
  solved: 60,
  outcomes: Array.from({ length: 100 }, (_, i) => (i < 60 ? 1 + (i % 3) : null)),
  updates: meanWithInterval([1, 2, 3]),
  error: meanWithInterval([0, 1]),
  moving: null,
};
const PROBLEMS = 100;

/** The share of 2000 samples whose band contains the mean. */
function coverage(mean: number, draw: (next: () => number) => number): number {
  const next = makeTestUniformGenerator(7);
  let count = 0;
  for (let sample = 0; sample < 2000; sample++) {
    const { low, high } = meanWithInterval(Array.from({ length: PROBLEMS }, () => draw(next)));
    if (low <= mean && mean <= high) count++;
  }
  return count / 2000;
}

test('bands contain the mean of skewed counts, but not with rare expensive runs, and the text warns', () => {
  const skewed = (next: () => number): number => 20 * Math.exp(0.8 * drawTestNormal(next));
  expect(coverage(20 * Math.exp(0.32), skewed)).toBeGreaterThan(0.95);
  // one in a hundred takes a hundred times as long
  const rare = (next: () => number): number => (next() < 0.01 ? 100 : 1) * (15 + 10 * next());
  expect(coverage(0.99 * 20 + 0.01 * 2000, rare)).toBeLessThan(0.75);
  for (const { id, band } of availableSweepMeasures([point]))
    if (id !== 'success') {
      expect(band).not.toContain('95 %');
      expect(band).toContain('too narrow if a few problems cost far more');
    }
});

test('measures with the same band are described together; only shares have 95 % intervals', () => {
  expect(measureBandsText([point])).toBe(
    'Mean error, Updates: range of the mean, estimated from these problems; too narrow if a few problems cost far more than any of these. Success: 95 % interval of the share.',
  );
  const moving = { error: point.error, jitter: point.error, shake: point.error };
  expect(measureBandsText([{ ...point, moving }])).toMatch(
    /^Mean error, Jitter, Shake: range of the mean, estimated from eight parts of the settled run\. /,
  );
});
