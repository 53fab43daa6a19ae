import { expect, test } from 'vitest';
import { smallestDistanceBetweenPoints } from './smallestDistanceBetweenPoints.ts';

test('finds the smallest distance between two places, ignoring those closer than a minimum', () => {
  const places = [
    [0, 0],
    [3, 4],
    [3, 5],
  ];
  expect(smallestDistanceBetweenPoints(places)).toBe(1);
  expect(smallestDistanceBetweenPoints(places, 1)).toBeCloseTo(5, 12); // (3, 4) and (3, 5) count as one place
  expect(smallestDistanceBetweenPoints([[1, 2]])).toBe(Number.POSITIVE_INFINITY);
});
