import { expect, test } from 'vitest';
import { RingUniforms } from './rings.ts';
import { Trails, UPDATES } from './trails.ts';

const trails = (tips: readonly number[]) =>
  new Trails(tips, new RingUniforms(tips.length, [], () => []), 1, false);

/** Both ends of every segment of the first tip, newest first: along x. */
const along = (of: Trails, tips = 1): [number, number][] => {
  const ends = of.newest(UPDATES);
  return Array.from({ length: ends.length / 6 / tips }, (_, i) => [
    ends[6 * tips * i] as number,
    ends[6 * tips * i + 3] as number,
  ]);
};

const at = (...xs: number[]): Float64Array => Float64Array.from(xs.flatMap((x) => [x, 0, 0]));

test('a rest of any length leaves the way to there', () => {
  const way = trails([0]);
  for (const x of [0, 1, 2]) way.record(at(x));
  for (let i = 0; i < 10 * UPDATES; i++) way.record(at(2));
  const seen = along(way);
  expect(seen.slice(-2)).toEqual([
    [1, 2],
    [0, 1],
  ]);
  expect(seen[0]?.[1]).toBe(2);
});

test('who creeps leaves a line from the start to where it is, of segments of a pixel', () => {
  const way = trails([0]);
  const step = 1e-3;
  for (let i = 0; i <= 5 * UPDATES; i++) way.record(at(i * step));
  const seen = along(way);
  expect(seen.at(-1)?.[0]).toBe(0);
  expect(seen[0]?.[1]).toBeCloseTo(5 * UPDATES * step, 5);
  for (let i = 1; i < seen.length; i++) {
    expect(seen[i]?.[1]).toBe(seen[i - 1]?.[0]);
    expect((seen[i]?.[1] ?? 0) - (seen[i]?.[0] ?? 0)).toBeLessThan(0.01);
  }
});

test('one tip at rest takes nothing from another that moves', () => {
  const way = trails([0, 1]);
  for (let i = 0; i <= 20; i++) way.record(at(i, 0));
  const seen = along(way, 2);
  expect(seen).toHaveLength(20);
  expect(seen[0]).toEqual([19, 20]);
  expect(seen[19]).toEqual([0, 1]);
});

test('large steps fall off at the far end alone', () => {
  const way = trails([0]);
  for (let i = 0; i <= UPDATES + 5; i++) way.record(at(i));
  expect(along(way)).toHaveLength(UPDATES);
  expect(along(way).at(-1)).toEqual([5, 6]);
});
