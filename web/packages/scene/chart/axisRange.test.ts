import { expect, test } from 'vitest';
import {
  chooseRoundTicks,
  decadeTickText,
  errorAxisDecades,
  fitDecadesToData,
  lengthTickFormatter,
  listDecades,
  rangeFromZero,
  roundUpToRoundNumber,
  visibleRunRange,
} from './axisRange.ts';

test('ticks are round numbers inside the range, two to five of them', () => {
  expect(chooseRoundTicks([0, 40])).toEqual([0, 10, 20, 30, 40]);
  expect(chooseRoundTicks([0, 60])).toEqual([0, 20, 40, 60]);
  expect(chooseRoundTicks([0, 0.3])).toEqual([0, 0.1, 0.2, 0.3]);
  expect(chooseRoundTicks([360, 600])).toEqual([400, 500, 600]);
  expect(chooseRoundTicks([63, 3663], 2.9)).toEqual([1500, 3000]);
  expect(chooseRoundTicks([0, 3663], 2.9)).toEqual([0, 2000]);
  for (let end = 1; end < 4000; end = end * 1.07 + 0.3) {
    const at = chooseRoundTicks([0, end]);
    expect(at.length, String(end)).toBeGreaterThanOrEqual(2);
    expect(at.length, String(end)).toBeLessThanOrEqual(5);
    expect(at.at(-1)).toBeLessThanOrEqual(end);
  }
});

test('axes end at round numbers', () => {
  expect([0.9, 1, 41, 61, 111, 3100].map(roundUpToRoundNumber)).toEqual([1, 1, 50, 80, 120, 4000]);
  expect(rangeFromZero(0.37, 1e-3)).toEqual([0, 0.4]);
  expect(rangeFromZero(0, 4e-3)).toEqual([0, 0.004]);
  expect(rangeFromZero(Number.POSITIVE_INFINITY, 1)).toEqual([0, 1000]);
});

test('a logarithmic error axis goes from a decade below the tolerance to the first error', () => {
  expect(errorAxisDecades(1e-3, 2, 2)).toEqual([-4, 1]);
  expect(errorAxisDecades(1e-3, 2, 70)).toEqual([-4, 2]);
  expect(errorAxisDecades(1e-3, 2, 1e9)).toEqual([-4, 3]); // diverged: two decades above the start
  expect(errorAxisDecades(3e-4, 0, 0)).toEqual([-5, -2]);
  expect(listDecades([-2, 1])).toEqual([-2, -1, 0, 1]);
});

test('a tolerance of 0 or far below rounding still gives an axis of few decades', () => {
  expect(errorAxisDecades(0, 2, 2)).toEqual([-10, 1]);
  expect(errorAxisDecades(0, 0, 0)).toEqual([-10, -7]);
  expect(errorAxisDecades(5e-324, 2, 2)).toEqual([-16, 1]);
  for (const start of [0, 5e-324, 1e-9, 1e15])
    for (const tolerance of [0, 5e-324, 1e-3, 1e15]) {
      const { length } = listDecades(errorAxisDecades(tolerance, start, start));
      expect(length, `${tolerance} at ${start}`).toBeLessThan(400);
      expect(length, `${tolerance} at ${start}`).toBeGreaterThan(1);
    }
});

test('a diverging run does not compress the other curves', () => {
  expect(errorAxisDecades(1e-3, 2, 1e15)[1]).toBe(3);
  expect(errorAxisDecades(1e-3, 2, Number.POSITIVE_INFINITY)[1]).toBe(3);
});

test('decades are written as lengths', () => {
  const said = [3, 1, 0, -1, -2, -3, -4, -5, -6, -9].map((power) => decadeTickText(power));
  expect(said).toEqual([
    ...['1 km', '10 m', '1 m', '10 cm', '1 cm', '1 mm'],
    ...['0.1 mm', '10 µm', '1 µm', '1 nm'],
  ]);
  expect(decadeTickText(6)).toBe('10⁶ m');
  expect([-1, 0, 1].map((power) => decadeTickText(power, 'cm'))).toEqual(['1 mm', '1 cm', '10 cm']);
  expect([-2, 0, 5].map((power) => decadeTickText(power, 'none'))).toEqual(['0.01', '1', '10⁵']);
});

test('the ticks of a linear axis share a unit', () => {
  expect([0, 0.1, 0.2].map(lengthTickFormatter([0, 0.2]))).toEqual(['0', '100 mm', '200 mm']);
  expect([1, 2.5].map(lengthTickFormatter([0, 3]))).toEqual(['1 m', '2.5 m']);
  expect([0, 10].map(lengthTickFormatter([0, 20], 'cm'))).toEqual(['0', '100 mm']);
  expect([0, 10].map(lengthTickFormatter([0, 20], 'none'))).toEqual(['0', '10']);
  expect([2e-6].map(lengthTickFormatter([0, 5e-6]))).toEqual(['2 µm']);
});

test('shows the entire run in round steps, or its last stretch', () => {
  expect(visibleRunRange(0, 3, null, 40)).toEqual([0, 40]);
  expect(visibleRunRange(0, 41, null, 40)).toEqual([0, 50]);
  expect(visibleRunRange(0, 41, 240, 40)).toEqual([0, 50]);
  expect(visibleRunRange(0, 230, 240, 40)).toEqual([0, 240]);
  expect(visibleRunRange(0, 300, 240, 40)).toEqual([60, 300]);
  expect(visibleRunRange(100, 300, null, 40)).toEqual([100, 300]);
});

test('a fitted axis has the decades in use, at least two, within the full range', () => {
  expect(fitDecadesToData([-5, 1], 0.0012, 7.9)).toEqual([-3, 1]);
  expect(fitDecadesToData([-5, 1], 0.6, 0.9)).toEqual([-2, 0]);
  expect(fitDecadesToData([-5, 1], 1, 1)).toEqual([-2, 0]);
  expect(fitDecadesToData([-5, 1], 1e-12, 7.9)).toEqual([-5, 1]); // errors below the tolerance do not extend it
  expect(fitDecadesToData([-5, 1], 1e-12, 1e-11)).toEqual([-5, -3]);
  expect(fitDecadesToData([-5, 3], 2, 1e15)).toEqual([0, 3]);
  expect(fitDecadesToData([-5, 1], Number.POSITIVE_INFINITY, 0)).toEqual([-5, 1]); // no values
});
