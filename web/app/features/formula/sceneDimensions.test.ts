import { expect, test } from 'vitest';
import { formatFormulaShape, sceneDimensions } from './sceneDimensions.ts';

const sizes = { rows: 12, joints: 25, directions: 12 };

test('sizeOf replaces dimension names with the numbers of the scene', () => {
  expect(formatFormulaShape('rows × joints', sizes)).toBe('12 × 25');
  expect(formatFormulaShape('number per joint', sizes)).toBe('per joint');
  expect(formatFormulaShape('joints', sizes)).toBe('25');
  expect(formatFormulaShape('number', sizes)).toBe('number');
});

test('without a scene, sizeOf returns the dimension names', () => {
  expect(formatFormulaShape('rows × joints', sceneDimensions(undefined))).toBe('rows × joints');
});
