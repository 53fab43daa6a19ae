import { expect, test } from 'vitest';
import { sceneSizes, sizeOf } from './sceneSizes.ts';

const sizes = { rows: 12, joints: 25, directions: 12 };

test('sizeOf replaces dimension names with the numbers of the scene', () => {
  expect(sizeOf('rows × joints', sizes)).toBe('12 × 25');
  expect(sizeOf('number per joint', sizes)).toBe('per joint');
  expect(sizeOf('joints', sizes)).toBe('25');
  expect(sizeOf('number', sizes)).toBe('number');
});

test('without a scene, sizeOf returns the dimension names', () => {
  expect(sizeOf('rows × joints', sceneSizes(undefined))).toBe('rows × joints');
});
