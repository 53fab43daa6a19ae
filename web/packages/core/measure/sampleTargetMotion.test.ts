/** The drawn path of a motion, checked against the targets that the module moves. */
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { makePresetTestScene, testEngine } from '../engine/testEngine.ts';
import type { Motion, Vec3 } from '../scenario/types.ts';
import { sampleTargetMotion } from './sampleTargetMotion.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const square: readonly Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0.5],
  [0, 1, 0],
];
const motions: readonly Motion[] = [
  { kind: 'sine', amplitude: [1, 2, 0.5], period: [4, 3, 2], phase: [0, 0.3, 1] },
  { kind: 'sine', amplitude: [1, 0, 1], period: [2, 1, 2], phase: [0, 0, Math.PI / 2] },
  { kind: 'path', period: 4, points: square },
];

test.each(motions)(
  'targets with a $kind motion stay on the drawn path and cover all of it',
  (motion) => {
    const { targets } = makePresetTestScene('planar-3-link', engine).scenario;
    const moved = targets.map((target) => ({ ...target, position: [0, 0, 0], motion }));
    const lab = engine.open(makePresetTestScene('planar-3-link', engine, { targets: moved }));
    const goals: Vec3[] = [];
    for (let frame = 0; frame < 12 * 60; frame++) {
      const [x = 0, y = 0, z = 0] = lab.goals();
      goals.push([x, y, z]);
      lab.advance();
    }
    lab.close();
    const way = sampleTargetMotion(motion);
    const off = (from: readonly Vec3[], to: readonly Vec3[]): number =>
      Math.max(
        ...from.map(([x, y, z]) =>
          Math.min(...to.map((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z))),
        ),
      );
    expect(off(goals, way)).toBeLessThan(0.15); // at most half the distance between two points
    expect(off(way, goals)).toBeLessThan(0.06);
  },
);

test('aperiodic sines give a finite path; zero amplitude gives one point', () => {
  const sines = { kind: 'sine', amplitude: [1, 1, 0], phase: [0, 0, 0] } as const;
  expect(sampleTargetMotion({ ...sines, period: [1, Math.SQRT2, 1] }).length).toBe(8 * 64);
  expect(sampleTargetMotion({ ...sines, amplitude: [0, 0, 0], period: [1, 1, 1] })).toEqual([
    [0, 0, 0],
  ]);
});
