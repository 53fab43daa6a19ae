import { expect, test } from 'vitest';
import { stackLabels } from './stackLabels.ts';

test('labels with enough room stay in place', () => {
  expect(stackLabels([20, 40, 80], [0, 100])).toEqual([20, 40, 80]);
});

test('labels at the same place are spread around it, in order', () => {
  expect(stackLabels([50, 50, 50], [0, 100])).toEqual([37, 50, 63]);
  expect(stackLabels([10, 48, 52], [0, 100])).toEqual([10, 43.5, 56.5]);
});

test('labels stay inside the range, closer together if necessary', () => {
  expect(stackLabels([2, 3], [0, 100])).toEqual([0, 13]);
  expect(stackLabels([99, 100], [0, 100])).toEqual([87, 100]);
  expect(stackLabels([7, 7, 7, 7], [0, 30])).toEqual([0, 10, 20, 30]);
  expect(stackLabels([], [0, 30])).toEqual([]);
});
