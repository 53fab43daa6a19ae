import { expect, test } from 'vitest';
import { DEGREE, inDegrees, TURN, wrapped } from './angles.ts';

test('DEGREE and inDegrees convert angles; wrapped returns the same direction within ±π', () => {
  expect(180 * DEGREE).toBe(Math.PI);
  expect(inDegrees(Math.PI / 2)).toBe(90);
  for (const angle of [-9, -3.2, -1, 0, 0.5, 3.1, 4, 100]) {
    const rest = wrapped(angle);
    expect(Math.abs(rest)).toBeLessThanOrEqual(Math.PI);
    expect(Math.cos(rest)).toBeCloseTo(Math.cos(angle), 12);
    expect(Math.sin(rest)).toBeCloseTo(Math.sin(angle), 12);
  }
  expect(wrapped(TURN)).toBe(0);
});
