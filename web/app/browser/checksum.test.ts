import { expect, test } from 'vitest';
import { addChecksum, verifyChecksum } from './checksum.ts';

const results: readonly (readonly [string, unknown])[] = [
  ['a slice', { rows: Float64Array.of(1, Number.NaN, -0, 1e-300), milliseconds: 3.25 }],
  ['a map', { rows: new Float64Array(3), poses: Float32Array.of(0.1, 2) }],
  [
    'a table',
    [{ draw: 0, opens: { name: 'é', on: true, no: null }, updates: [[1, Number.NaN], []] }],
  ],
  [
    'a value of a sweep',
    { count: 5, moving: null, error: { mean: 1, low: 0, high: 2 }, x: undefined },
  ],
  ['a number', 5],
];

test.each(results)('%s is restored unchanged, and only under its own key', (_, result) => {
  const kept: unknown = structuredClone(addChecksum('k:0', result));
  expect(verifyChecksum('k:0', kept)).toEqual(result);
  expect(verifyChecksum('k:1', kept), 'at another place').toBe(undefined);
  expect(verifyChecksum('other:0', kept), 'of another run').toBe(undefined);
});

test.each([
  ['null', null],
  ['a string', 'x'],
  ['rows without a checksum', { rows: new Float64Array(3), milliseconds: 1 }],
  ['a NaN checksum', { sum: Number.NaN, result: new Date(0) }],
  ['an empty object', {}],
  ['a checksum without a result', { sum: 1 }],
])('%s is rejected as a stored result', (_, kept) => {
  expect(verifyChecksum('k:0', kept)).toBe(undefined);
});

test('the checksum detects a changed sign, last bit, order, length, array type or key', () => {
  const rows = Float64Array.from({ length: 40 }, (_, i) => i / 7);
  const { sum } = addChecksum('k:0', { rows });
  const other = (result: unknown): unknown => verifyChecksum('k:0', { result, sum });
  expect(other({ rows: rows.slice() })).toEqual({ rows });
  for (let i = 0; i < rows.length; i++) {
    const one = rows.slice();
    one[i] = i === 0 ? -0 : (one[i] ?? 0) * (1 + Number.EPSILON);
    expect(other({ rows: one })).toBe(undefined);
  }
  expect(other({ rows: rows.slice().reverse() })).toBe(undefined);
  expect(other({ rows: rows.subarray(0, 39) })).toBe(undefined);
  expect(other({ rows: [...rows] })).toBe(undefined);
  expect(other({ rows, more: 1 })).toBe(undefined);
  expect(other({ row: rows })).toBe(undefined);
});

test('a circular result is rejected', () => {
  const ring: { self?: unknown } = {};
  ring.self = ring;
  expect(verifyChecksum('k:0', { sum: 1, result: ring })).toBe(undefined);
});
