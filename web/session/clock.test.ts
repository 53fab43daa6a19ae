import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

function frames(hertz: number, seconds: number, jitter = 0): number[] {
  const clock = new Clock();
  return Array.from({ length: hertz * seconds }, (_, i) =>
    clock.due((1000 * i) / hertz + jitter * (i % 2 === 0 ? 1 : -1)),
  );
}
const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

test.each([30, 50, 60, 75, 120, 144, 240])('60 frames a second on a display of %i Hz', (hertz) => {
  expect(Math.abs(sum(frames(hertz, 10)) - 600)).toBeLessThanOrEqual(2);
});

test('one frame at each refresh of a 60 Hz display that jitters by 2 ms', () => {
  expect(new Set(frames(60, 5, 1))).toEqual(new Set([1]));
});

test('a slow page makes up at most 4 frames at once', () => {
  const clock = new Clock();
  clock.due(0);
  expect(clock.due(200)).toBe(4);
  expect(clock.due(216.7)).toBe(1);
});

test('time while hidden does not count', () => {
  const clock = new Clock();
  clock.due(0);
  expect(clock.due(60_000)).toBe(1);
});
