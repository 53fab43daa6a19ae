import type { Vec3 } from '@iklab/core/scenario';
import { dot } from '@iklab/core/scenario/numbers';
import { expect, test } from 'vitest';
import {
  backAndForthShare,
  circlePoint,
  figureEightPoint,
  interpolatePoses,
  planeAxes,
  slerp,
} from './pathShapes.ts';

const near = (made: readonly number[], wanted: readonly number[]) =>
  wanted.forEach((x, i) => void expect(made[i]).toBeCloseTo(x, 14));
const SHARES = [0, 0.1, 0.25, 0.5, 0.613, 0.75, 0.9];

test.each(SHARES)('circle and figure eight follow their formulas, at %s of the path', (share) => {
  const angle = 2 * Math.PI * share;
  const { position: at, tangent: along } = circlePoint(0.3, share);
  near(at, [0.3 * Math.cos(angle), 0.3 * Math.sin(angle)]);
  expect(at[0] * along[0] + at[1] * along[1]).toBeCloseTo(0, 15);
  const eight = figureEightPoint([0.4, 0.24], share);
  near(eight.position, [0.2 * Math.sin(angle), 0.12 * Math.sin(2 * angle)]);
  // the direction by central differences
  const step = 1e-6;
  const [a, b] = [
    figureEightPoint([0.4, 0.24], share + step).position,
    figureEightPoint([0.4, 0.24], share - step).position,
  ];
  eight.tangent.forEach((x, i) => {
    const change = ((a[i] as number) - (b[i] as number)) / (4 * Math.PI * step);
    expect(change).toBeCloseTo(x, 8);
  });
});

test('planeAxes are orthonormal; the xy plane has the axes of the world', () => {
  expect(planeAxes([0, 0, 5])).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  for (const normal of [
    [1, 0, 0],
    [0, -2, 0],
    [1, 1, 1],
    [0.95, 0.1, 0.2],
  ] as Vec3[]) {
    const [u, v, n] = planeAxes(normal);
    near([dot(u, v), dot(u, n), dot(v, n), dot(u, u), dot(v, v)], [0, 0, 0, 1, 1]);
  }
});

test('thereAndBack goes from 0 to 1 in the first half and back in the second', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map(backAndForthShare)).toEqual([0, 0.5, 1, 0.5, 0]);
});

test('between poses, positions are linear and orientations take the shorter rotation evenly', () => {
  const half = Math.SQRT1_2;
  const poses = [
    { time: 1, position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    { time: 3, position: [1, 2, 0], orientation: [0, 0, -half, -half] }, // 90° about z
    { time: 4, position: [1, 2, 4], orientation: [0, 0, 2, 2] },
  ] as const;
  const third = interpolatePoses({ poses } as never, 1 + 2 / 3);
  near(third.position, [1 / 3, 2 / 3, 0]);
  near(third.orientation ?? [], [0, 0, Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)]);
  near(interpolatePoses({ poses } as never, 3.25).position, [1, 2, 1]);
  near(interpolatePoses({ poses } as never, 4).position, [1, 2, 4]);
  near(interpolatePoses({ poses } as never, 1).position, [0, 0, 0]);
  near(slerp([0, 0, 0, 3], [0, 0, 0, 1], 0.3), [0, 0, 0, 1]);
});

test('a spline passes through its poses smoothly, and is exact for quadratics at equal times', () => {
  const parabola = (time: number): Vec3 => [time, time * time - 3 * time, 1];
  const at = (times: readonly number[]) => ({
    poses: times.map((time) => ({ time, position: parabola(time) })),
    between: 'spline' as const,
  });
  const even = at([0, 1, 2, 3]);
  for (const time of [1, 1.3, 1.75, 2]) near(interpolatePoses(even, time).position, parabola(time));
  const uneven = at([0, 0.5, 2, 2.2, 4]);
  const step = 1e-6;
  for (const { time, position } of uneven.poses.slice(1, -1)) {
    near(interpolatePoses(uneven, time).position, position);
    const [a, b] = [time - step, time + step].map((t) => interpolatePoses(uneven, t).position);
    const [left, right] = [position, b].map((p, i) =>
      (p as Vec3).map((x, axis) => (x - ([a, position][i] as Vec3)[axis as 0]) / step),
    );
    left?.forEach((x, axis) => void expect(x).toBeCloseTo(right?.[axis] as number, 4));
  }
  near(interpolatePoses(uneven, 4).position, parabola(4));
});

test('a closed spline is smooth where it closes', () => {
  const poses = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
  ].map((position, time) => ({ time, position: position as unknown as Vec3 }));
  const path = { poses, between: 'spline' as const };
  const step = 1e-6;
  const begins = interpolatePoses(path, step).position.map((x) => x / step);
  const ends = interpolatePoses(path, 3 - step).position.map((x) => -x / step);
  begins.forEach((x, axis) => void expect(x).toBeCloseTo(ends[axis] as number, 4));
});
