import { expect, test } from 'vitest';
import type { Lab } from '../engine/lab.ts';
import { computeMotionEnvelope } from './computeMotionEnvelope.ts';

test('the envelope contains the outermost recorded points in each of 26 directions (seed 3)', () => {
  let seed = 3;
  const random = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  const seen: number[][] = [];
  let now = Float64Array.of();
  const sizes = { instanceCount: 2, jointCount: 7, sigmaCount: 6 };
  const lab = { ...sizes, points: () => now } as unknown as Lab;
  let frames = 0;
  const hull = computeMotionEnvelope(
    lab,
    () => {
      now = Float64Array.from({ length: 12 }, () => 5 + random()); // Far from the origin.
      for (let i = 0; i < 12; i += 3) seen.push([...now.subarray(i, i + 3)]);
      frames += 1;
      return frames < 40;
    },
    1,
  );
  expect(frames).toBe(40);
  const outer = Array.from({ length: hull.length / 3 }, (_, i) => hull.slice(3 * i, 3 * i + 3));
  const farthest = (points: readonly number[][], direction: readonly number[]): number =>
    Math.max(...points.map((p) => p.reduce((sum, x, i) => sum + x * (direction[i] as number), 0)));
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1])
      for (const z of [-1, 0, 1])
        if (x || y || z) expect(farthest(outer, [x, y, z])).toBe(farthest(seen, [x, y, z]));
  for (const point of outer) expect(seen).toContainEqual(point);
});

test('a scene with expensive updates has only its start in the envelope', () => {
  let advanced = 0;
  const sizes = { instanceCount: 8, jointCount: 256, sigmaCount: 256 };
  const lab = { ...sizes, points: () => Float64Array.of(1, 2, 3) } as unknown as Lab;
  const hull = computeMotionEnvelope(lab, () => ++advanced > 0, 1000);
  expect(advanced).toBe(0);
  expect(hull.slice(0, 3)).toEqual([1, 2, 3]);
});
