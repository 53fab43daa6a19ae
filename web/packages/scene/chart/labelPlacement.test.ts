import { expect, test } from 'vitest';
import { stack } from './labelPlacement.ts';

test('labels with enough room stay in place', () => {
  expect(stack([20, 40, 80], [0, 100])).toEqual([20, 40, 80]);
});

test('labels at the same place are spread around it, in order', () => {
  expect(stack([50, 50, 50], [0, 100])).toEqual([37, 50, 63]);
  expect(stack([10, 48, 52], [0, 100])).toEqual([10, 43.5, 56.5]);
});

test('labels stay inside the range, closer together if necessary', () => {
  expect(stack([2, 3], [0, 100])).toEqual([0, 13]);
  expect(stack([99, 100], [0, 100])).toEqual([87, 100]);
  expect(stack([7, 7, 7, 7], [0, 30])).toEqual([0, 10, 20, 30]);
  expect(stack([], [0, 30])).toEqual([]);
});
