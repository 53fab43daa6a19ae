import { expect, test } from 'vitest';
import { nearestPlace } from './curveMarks.ts';

const circle = (flat: number) =>
  Array.from({ length: 120 }, (_, k) => {
    const angle = (k / 120) * 2 * Math.PI;
    return { x: 100 * Math.cos(angle), y: flat * Math.sin(angle) };
  });

test('returns the place on the curve next to the pointer, near the last place', () => {
  expect(nearestPlace(circle(100), { x: 0, y: 90 }, 25)).toBeCloseTo(30, 1);
  expect(nearestPlace(circle(100), { x: 100, y: -1 }, 4)).toBeCloseTo(119.8, 1);
  expect(nearestPlace(circle(100), { x: 100, y: 1 }, 116)).toBeCloseTo(0.2, 1);
});

test('stays on its side where the other side covers it', () => {
  const flat = circle(0.5);
  const x = 100 * Math.cos(Math.PI / 3);
  expect(nearestPlace(flat, { x, y: -0.4 }, 22)).toBeCloseTo(20, 0);
  expect(nearestPlace(flat, { x, y: 0.4 }, 98)).toBeCloseTo(100, 0);
});
