import { expect, test } from 'vitest';
import { makeLinearPlotScale, makeLogarithmicPlotScale } from './plotScale.ts';

test('a scale inverts its own mapping, and clamps values outside its range', () => {
  for (const scale of [
    makeLinearPlotScale([2, 10], [40, 240]),
    makeLogarithmicPlotScale([1, 1000], [40, 340]),
  ]) {
    for (const value of [2, 3.5, 9])
      expect(scale.value(scale.toPixels(value))).toBeCloseTo(value, 9);
    expect(scale.toPixels(Number.POSITIVE_INFINITY)).toBe(scale.toPixels(1e9));
    expect(scale.toPixels(-1)).toBe(40);
  }
  expect(makeLinearPlotScale([0, 1], [100, 20]).toPixels(0.25)).toBe(80);
});

test('logarithmic ticks: 1-2-5 on a short axis; every decade, some labelled, on a long one', () => {
  const short = makeLogarithmicPlotScale([1, 60], [0, 300]).ticks.map(({ at }) => at);
  expect([...short].sort((a, b) => a - b)).toEqual([1, 2, 5, 10, 20, 50]);
  const long = makeLogarithmicPlotScale([1e-12, 1], [0, 300]).ticks;
  expect(long).toHaveLength(13);
  expect(long.filter(({ text }) => text !== '')).toHaveLength(5);
});
