import { expect, test } from 'vitest';
import { countBoxCrossings, doBoxesOverlap, isBoxCrossedByLines } from './screenBox.ts';

const box = { x: 10, y: 20, width: 30, height: 10 };

test.each([
  ['through the box', [0, 25, 50, 25], 1],
  ['inside', [15, 22, 20, 26], 1],
  ['across a corner', [5, 26, 14, 32], 1],
  ['that ends before the box', [0, 25, 9, 25], 0],
  ['above the box', [0, 10, 50, 10], 0],
  ['beside the box', [45, 0, 45, 50], 0],
  ['past a corner', [0, 26, 12, 40], 0],
  ['through the box twice in three segments', [0, 25, 50, 25, 0, 0, 5, 5, 20, 0, 20, 50], 2],
])('a line %s crosses it as often as expected', (_, lines, count) => {
  expect(countBoxCrossings(box, lines)).toBe(count);
  expect(isBoxCrossedByLines(box, lines)).toBe(count > 0);
});

test('boxes that only touch do not overlap', () => {
  expect(doBoxesOverlap(box, { x: 40, y: 20, width: 5, height: 5 })).toBe(false);
  expect(doBoxesOverlap(box, { x: 39, y: 29, width: 5, height: 5 })).toBe(true);
});
