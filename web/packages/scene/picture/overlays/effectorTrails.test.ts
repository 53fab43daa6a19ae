import { expect, test } from 'vitest';
import { TargetRingUniforms } from '../targets/targetRings.ts';
import { EffectorTrails, TRAIL_UPDATE_COUNT } from './effectorTrails.ts';

const trails = (tips: readonly number[]) =>
  new EffectorTrails(tips, new TargetRingUniforms(tips.length, [], () => []), 1, false);

/** Both ends of each segment of the first end effector along x, newest first. */
const along = (of: EffectorTrails, tips = 1): [number, number][] => {
  const ends = of.newest(TRAIL_UPDATE_COUNT);
  return Array.from({ length: ends.length / 6 / tips }, (_, i) => [
    ends[6 * tips * i] as number,
    ends[6 * tips * i + 3] as number,
  ]);
};

const at = (...xs: number[]): Float64Array => Float64Array.from(xs.flatMap((x) => [x, 0, 0]));

test('resting does not shorten a trail', () => {
  const way = trails([0]);
  for (const x of [0, 1, 2]) way.record(at(x));
  for (let i = 0; i < 10 * TRAIL_UPDATE_COUNT; i++) way.record(at(2));
  const seen = along(way);
  expect(seen.slice(-2)).toEqual([
    [1, 2],
    [0, 1],
  ]);
  expect(seen[0]?.[1]).toBe(2);
});

test('slow motion leaves one continuous line of segments the size of a pixel', () => {
  const way = trails([0]);
  const step = 1e-3;
  for (let i = 0; i <= 5 * TRAIL_UPDATE_COUNT; i++) way.record(at(i * step));
  const seen = along(way);
  expect(seen.at(-1)?.[0]).toBe(0);
  expect(seen[0]?.[1]).toBeCloseTo(5 * TRAIL_UPDATE_COUNT * step, 5);
  for (let i = 1; i < seen.length; i++) {
    expect(seen[i]?.[1]).toBe(seen[i - 1]?.[0]);
    expect((seen[i]?.[1] ?? 0) - (seen[i]?.[0] ?? 0)).toBeLessThan(0.01);
  }
});

test('an end effector at rest does not shorten the trail of another', () => {
  const way = trails([0, 1]);
  for (let i = 0; i <= 20; i++) way.record(at(i, 0));
  const seen = along(way, 2);
  expect(seen).toHaveLength(20);
  expect(seen[0]).toEqual([19, 20]);
  expect(seen[19]).toEqual([0, 1]);
});

test('fast motion loses only the oldest segments', () => {
  const way = trails([0]);
  for (let i = 0; i <= TRAIL_UPDATE_COUNT + 5; i++) way.record(at(i));
  expect(along(way)).toHaveLength(TRAIL_UPDATE_COUNT);
  expect(along(way).at(-1)).toEqual([5, 6]);
});
