/** Checked against printed tables and against numerical integration. */
import { expect, test } from 'vitest';
import {
  normalQuantile,
  normalTailProbability,
  simultaneousCriticalZ,
} from './simultaneousCriticalZ.ts';
import { NORMAL_QUANTILE_95, studentQuantile } from './statistics.ts';

// Abramowitz & Stegun, table 26.1 and 26.2
test.each([
  [0.5, 0.3085375387],
  [1, 0.1586552539],
  [1.96, 0.0249978951],
  [2.9, 0.0018658133],
  [3, 0.001349898],
  [3.1, 0.0009676032],
  [4, 3.167124183e-5],
  [5, 2.866515719e-7],
])('the normal tail above z = %d is the printed value', (z, share) => {
  expect(normalTailProbability(z) / share).toBeCloseTo(1, 7);
});

test('the normal tail is the integral of the density by Simpson’s rule', () => {
  for (const from of [0.2, 2.999, 3.001, 6]) {
    const [steps, to] = [20_000, from + 12];
    const h = (to - from) / steps;
    let sum = 0;
    for (let i = 0; i <= steps; i++) {
      const x = from + i * h;
      sum += (i === 0 || i === steps ? 1 : i % 2 ? 4 : 2) * Math.exp((-x * x) / 2);
    }
    expect((normalTailProbability(from) * Math.sqrt(2 * Math.PI)) / ((sum * h) / 3)).toBeCloseTo(
      1,
      9,
    );
  }
});

test('normalQuantile inverts normalTail', () => {
  expect(normalQuantile(0.025)).toBeCloseTo(NORMAL_QUANTILE_95, 12);
  for (const share of [0.4, 0.01, 1e-3, 1e-6])
    expect(normalTailProbability(normalQuantile(share)) / share).toBeCloseTo(1, 9);
});

test('criticalZ is the usual 95 % for two methods and one look, and divides α by all pairs and looks', () => {
  expect(simultaneousCriticalZ(1)).toBeCloseTo(NORMAL_QUANTILE_95, 9);
  expect(simultaneousCriticalZ(2)).toBeCloseTo(NORMAL_QUANTILE_95, 9);
  expect(2 * normalTailProbability(simultaneousCriticalZ(8))).toBeCloseTo(0.05 / 28, 9);
  expect(2 * normalTailProbability(simultaneousCriticalZ(4, 5))).toBeCloseTo(0.05 / 30, 9);
});

// two-sided 99.8 % and 99 %, from any textbook
test.each([
  [30, 0.001, 3.385],
  [60, 0.001, 3.232],
  [120, 0.001, 3.16],
  [30, 0.005, 2.75],
  [1000, 0.005, 2.581],
])('Student’s t with %d degrees of freedom and tail %d is %d', (freedom, share, t) => {
  expect(studentQuantile(freedom, normalQuantile(share))).toBeCloseTo(t, 2);
});
