import { expect, test } from 'vitest';
import { makeSweepAxisScale, sweepMeasureText } from './sweepAxisScale.ts';

test('a linear axis has three to eight ticks, all within its range', () => {
  for (const [low, high] of [
    [0.201, 0.399],
    [0, 1],
    [0.0031, 0.0034],
    [-2, 7],
    [1e-9, 1.05e-9],
    [17, 17.4],
  ] as const) {
    const { ticks, toShare: at } = makeSweepAxisScale([low, high], false);
    expect(ticks.length, `${low} to ${high}`).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(8);
    for (const tick of ticks) {
      expect(at(tick)).toBeGreaterThanOrEqual(-1e-6);
      expect(at(tick)).toBeLessThanOrEqual(1 + 1e-6);
    }
  }
  expect(makeSweepAxisScale([0.201, 0.399], false).ticks).toEqual([0.25, 0.3, 0.35]);
});

test('a logarithmic axis has ticks at decades, and between them if the range is short', () => {
  expect(makeSweepAxisScale([0.01, 100], true).ticks).toEqual([0.01, 0.1, 1, 10, 100]);
  expect(makeSweepAxisScale([0.0011, 0.04], true).ticks).toEqual([0.002, 0.005, 0.01, 0.02]);
  for (const [low, high] of [
    [0.3, 0.9],
    [1.1, 1.3],
    [2.1e-3, 4.9e-3],
    [0.9, 95],
  ] as const)
    expect(makeSweepAxisScale([low, high], true).ticks.length, `${low} to ${high}`).toBeGreaterThan(
      1,
    );
});

test('an axis of a single value has more than one tick', () => {
  expect(makeSweepAxisScale([3, 3], true).ticks.length).toBeGreaterThan(1);
});

test('ticks of errors far below a millimetre have distinct labels', () => {
  const labels = makeSweepAxisScale([4e-7, 5e-5], true).ticks.map((tick) =>
    sweepMeasureText('error', tick, 'm'),
  );
  expect(labels).toEqual(['1 µm', '10 µm']);
  expect(sweepMeasureText('error', 0.0123, 'm')).toBe('12 mm');
});
