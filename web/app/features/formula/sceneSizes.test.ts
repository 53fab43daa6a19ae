import { expect, test } from 'vitest';
import { formatShape, sceneSizes } from './sceneSizes.ts';

const sizes = { rows: 12, joints: 25, directions: 12 };

test('sizeOf replaces dimension names with the numbers of the scene', () => {
  expect(formatShape('rows × joints', sizes)).toBe('12 × 25');
  expect(formatShape('number per joint', sizes)).toBe('per joint');
  expect(formatShape('joints', sizes)).toBe('25');
  expect(formatShape('number', sizes)).toBe('number');
});

test('without a scene, sizeOf returns the dimension names', () => {
  expect(formatShape('rows × joints', sceneSizes(undefined))).toBe('rows × joints');
});
