import { expect, test } from 'vitest';
import { perpendicular } from './rowLabels.ts';

test.each([
  [
    [10, 0],
    [0, -1],
    [0, 1],
  ], // horizontal: above, below
  [
    [-10, 0],
    [0, -1],
    [0, 1],
  ],
  [
    [0, 10],
    [1, 0],
    [-1, 0],
  ], // vertical: right, left
  [
    [0, -10],
    [1, 0],
    [-1, 0],
  ],
  [
    [6, 8],
    [0.8, -0.6],
    [-0.8, 0.6],
  ],
  [
    [0, 0],
    [1, 0],
    [-1, 0],
  ],
] as const)(
  'labels of the line %j are placed perpendicular to it, on either side',
  (line, first, second) => {
    const close = (pair: readonly number[]) => pair.map((x) => expect.closeTo(x, 12));
    expect(perpendicular(line, true)).toEqual(close(first));
    expect(perpendicular(line, false)).toEqual(close(second));
  },
);
