import { expect, test } from 'vitest';
import { sceneSizes, sizeOf } from './sceneSizes.ts';

const sizes = { rows: 12, joints: 25, directions: 12 };

test('a shape is told by the numbers of its scene', () => {
  expect(sizeOf('rows × joints', sizes)).toBe('12 × 25');
  expect(sizeOf('number per joint', sizes)).toBe('per joint');
  expect(sizeOf('joints', sizes)).toBe('25');
  expect(sizeOf('number', sizes)).toBe('number');
});

test('without a scene its names are all that is known', () => {
  expect(sizeOf('rows × joints', sceneSizes(undefined))).toBe('rows × joints');
});
