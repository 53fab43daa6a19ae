/**
 * The residual error in the view equals that of the solver, for any free components of a target.
 */

import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Target } from '@iklab/core/scenario';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { Quaternion } from 'three';
import { expect, test } from 'vitest';
import { constrainedRotationError, setNearestAllowedPositions } from './freeTargets.ts';

const engine = await testEngine();
const frees = [
  null,
  { position: ['x'] },
  { position: ['x', 'z'], frame: 'target' },
  { position: ['y'], orientation: ['z'] },
  { orientation: ['x'], frame: 'target' },
  { orientation: ['x', 'z'] },
  { orientation: ['z', 'y'], frame: 'target' },
  { orientation: { spin: [1, 2, -1] } },
  { position: ['x', 'y', 'z'], orientation: { spin: [0, 0, 2] } },
  { orientation: { cone: { axis: [0, 1, 1], angle: 0.4 } } },
  { orientation: { cone: { axis: [1, 0, 0], angle: 2.9 } } },
];

test.each(frees)('the residual error with %j free', (free) => {
  for (let seed = 1; seed <= 20; seed++) {
    const some = (i: number) => Math.sin(12.9898 * seed + 78.233 * i);
    const turn = new Quaternion(some(1), some(2), some(3), some(4)).normalize();
    const start = [5, 6, 7, 8, 9, 10].map((i) => 2 * some(i));
    const position = [some(11), some(12), some(13)];
    const scene = makeTestScene(
      {
        iklab: 1,
        tree: { preset: 'ur5' },
        start,
        targets: [{ effector: 'tool', position, orientation: turn.toArray(), free }],
        methods: [{ id: 'dls' }],
      },
      engine,
    );
    const lab = engine.open(scene);
    const { error, orientationError } = lab.status(0);
    const goals = Float64Array.from(lab.goals());
    lab.close();
    const [target] = scene.scenario.targets as readonly [Target];
    const [tip] = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, start);
    const at = Float64Array.from(tip?.position ?? []);
    setNearestAllowedPositions([target], at, goals);
    const way = [0, 1, 2].map((k) => (goals[k] as number) - (at[k] as number));
    expect(Math.hypot(...way)).toBeCloseTo(error, 9);
    const own = new Quaternion(...quaternionFromRotation(tip?.rotation as never));
    expect(
      constrainedRotationError(target.free, new Quaternion(...(target.orientation ?? [])), own),
    ).toBeCloseTo(orientationError, 6);
  }
});
