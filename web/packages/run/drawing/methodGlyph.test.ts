import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { logSpacedNumbers, makeMethodGlyph } from './methodGlyph.ts';

const engine = await testEngine();
const { methods } = engine.catalogue;

test.each(methods)('$id has a glyph whose coordinates lie between 0 and 1', (row) => {
  const { kind, points } = makeMethodGlyph(engine, row.id);
  expect(kind).toBe(points.length === 49 ? 'filter' : 'way');
  for (const value of points.flat()) {
    expect(value).toBeGreaterThanOrEqual(-1e-9);
    expect(value).toBeLessThanOrEqual(1 + 1e-9);
  }
});

test('logarithmic spaces its values by equal factors', () => {
  expect(logSpacedNumbers(0.01, 100, 5).map((x) => Number(x.toPrecision(6)))).toEqual([
    0.01, 0.1, 1, 10, 100,
  ]);
});
