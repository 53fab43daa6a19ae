import { expect, test } from 'vitest';
import { Jitter } from './jitter.ts';

function jitter(angle: (update: number) => number[], updates: number): number {
  const way = new Jitter(angle(0).length);
  for (let i = 0; i <= updates; i++) way.record(Float64Array.from(angle(i)));
  return way.value;
}

test('a steady turn has none, a swing at every update has 2', () => {
  expect(jitter((i) => [0.01 * i], 300)).toBeCloseTo(0, 9);
  expect(jitter((i) => [0.01 * (i % 2)], 300)).toBeCloseTo(2, 3);
});

test('a slow swing has little', () => {
  expect(jitter((i) => [Math.sin(i / 20)], 300)).toBeLessThan(0.1);
});

test('it is the mean over the joints; one that stands still has none', () => {
  expect(jitter((i) => [0.01 * (i % 2), 0.01 * i, 3, 0.3 * (i % 2)], 300)).toBeCloseTo(1, 3);
});

test('only the last 120 updates count, and no pose is none', () => {
  expect(jitter((i) => [i < 100 ? i % 2 : 0.1 * i], 230)).toBeCloseTo(0, 9);
  expect(new Jitter(3).value).toBe(0);
});

test('cleared, it starts anew', () => {
  const way = new Jitter(1);
  for (let i = 0; i < 50; i++) way.record(Float64Array.of(i % 2));
  way.clear();
  for (let i = 0; i < 50; i++) way.record(Float64Array.of(0.1 * i));
  expect(way.value).toBeCloseTo(0, 9);
});
