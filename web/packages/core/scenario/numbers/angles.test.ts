import { expect, test } from 'vitest';
import { RADIANS_PER_DEGREE, TWO_PI, toDegrees, wrapAngle } from './angles.ts';

test('DEGREE and inDegrees convert angles; wrapped returns the same direction within ±π', () => {
  expect(180 * RADIANS_PER_DEGREE).toBe(Math.PI);
  expect(toDegrees(Math.PI / 2)).toBe(90);
  for (const angle of [-9, -3.2, -1, 0, 0.5, 3.1, 4, 100]) {
    const rest = wrapAngle(angle);
    expect(Math.abs(rest)).toBeLessThanOrEqual(Math.PI);
    expect(Math.cos(rest)).toBeCloseTo(Math.cos(angle), 12);
    expect(Math.sin(rest)).toBeCloseTo(Math.sin(angle), 12);
  }
  expect(wrapAngle(TWO_PI)).toBe(0);
});
