/**
 * The purpose of the target clamp: Double-Y on its moving targets, updates 401 to 2400. Buss & Kim
 * 2005 compare the motion by eye; this test compares the measures of the table.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { makePresetTestScene, testEngine } from '../engine/testEngine.ts';
import { LabTrajectoryStats, type TrajectoryMeasures } from './trajectoryStats.ts';

const UPDATES = 2400;
const clamped = { mode: 'adaptive', distance: 0.25, rule: 'paper' };

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Returns the measures of a method without the clamp and with it. */
function measured(method: object): readonly [TrajectoryMeasures, TrajectoryMeasures] {
  const methods = [
    { ...method, targetClamp: { mode: 'off' } },
    { ...method, targetClamp: clamped },
  ];
  const scene = makePresetTestScene('double-y', engine, { methods });
  const lab = engine.open(scene);
  const courses = new LabTrajectoryStats(scene.tree, 2);
  for (let update = 0; update < UPDATES; update++) {
    lab.advance();
    courses.record(lab);
  }
  lab.close();
  const [off, on] = courses.instances.map((course) => course.measures('settled'));
  return [off as TrajectoryMeasures, on as TrajectoryMeasures];
}

test.each([
  ['DLS, λ 0.7', { id: 'dls', params: { lambda: 0.7 } }, 10],
  ['SDLS', { id: 'sdls' }, 5],
] as const)(
  'the clamp reduces the shake of %s at least 5 times, without a larger error',
  (_, method, times) => {
    const [off, on] = measured(method);
    expect([off.updates, on.updates]).toEqual([2000, 2000]);
    expect(off.shake / on.shake).toBeGreaterThanOrEqual(times);
    expect(on.error).toBeLessThanOrEqual(off.error);
    expect(on.jitter).toBeLessThan(off.jitter);
  },
);
