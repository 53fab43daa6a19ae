import { expect, test } from 'vitest';
import { traceZeroLine } from './traceZeroLine.ts';

test('the lines of a circle have their ends on it, and its circumference together', () => {
  const lines = traceZeroLine((x, y) => x * x + y * y - 4);
  for (const point of lines.flat()) expect(Math.hypot(...point)).toBeCloseTo(2, 2);
  const lengths = lines.map(([[x, y], [u, v]]) => Math.hypot(u - x, v - y));
  const sum = lengths.reduce((all, each) => all + each, 0);
  expect(sum / (4 * Math.PI)).toBeCloseTo(1, 2);
  expect(Math.max(...lengths)).toBeLessThan(0.13); // the diagonal of a cell
});

test('returns no line where the function has no zero', () => {
  expect(traceZeroLine((x, y) => 1 + x * x + y * y)).toEqual([]);
});
