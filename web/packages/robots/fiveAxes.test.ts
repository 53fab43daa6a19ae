/**
 * Default goals of arms with five joints: the pose without rotation about the vertical, where
 * possible.
 */

import { applyDocumentEdit, setRunSetting, setTargetMotionKind } from '@iklab/core/document/edits';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { type InlineTree, jointDefaults, resolveScenario } from '@iklab/core/scenario';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { expect, test } from 'vitest';
import { importDroppedRobot } from './importDroppedRobot.ts';
import { makeTextFolder } from './testFolder.ts';
import { FIVE_JOINT_ARM_URDF } from './testRobots.ts';

const engine = await testEngine();

type Vec = readonly [number, number, number];
const arm = (axes: readonly Vec[]): InlineTree => ({
  joints: axes.map((axis, i) => ({
    ...{ ...jointDefaults, rest: 0, axis, id: `j${i}` },
    parent: i > 0 ? `j${i - 1}` : null,
    xyz: [i > 1 ? 0.2 : 0, 0, i < 2 ? 0.1 : 0],
  })),
  effectors: [{ id: 'tool', parent: `j${axes.length - 1}`, xyz: [0.1, 0, 0], rpy: [0, 0, 0] }],
});
const [x, y, z]: readonly Vec[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const all = 'pose-without-heading';

test.each([
  ['a waist, three pitches and a roll', [z, y, y, y, x], all],
  ['a planar arm: position only', [z, z, z, z, z], 'position'],
  ['two rolls about the same axis: position only', [z, y, y, x, x], 'position'],
  ['four joints: position only', [z, y, y, y], 'position'],
  ['six joints: the full pose', [z, y, y, x, y, x], 'pose'],
] as const)('%s', (_, axes, expected) => {
  expect(engine.catalogue.defaultGoals(arm(axes as readonly Vec[]), 'z')).toEqual([expected]);
});

test.each(['so-101', 'widowx-200', 'scorbot-er-4u'])(
  '%s has the goal "pose-without-heading"',
  (id) => {
    const scene = makeTestScene(knownRobotPresets.find((each) => each.id === id)?.document, engine);
    expect(engine.catalogue.defaultGoals(scene.tree, 'z')).toEqual([all]);
  },
);

test('a tree without effectors has no goals and no start pose', () => {
  const none = { ...arm([z, y]), effectors: [] };
  expect(engine.catalogue.defaultGoals(none, 'z')).toEqual([]);
  expect(engine.catalogue.readyPose(none, 'z')).toEqual([]);
});

// If every constrained σ is above λ, an update of DLS reduces an error by σ² / (σ² + λ²), more than
// half of it. The rest is then less than the target’s movement per frame.
test('a dropped robot follows a circle with an error below the movement per frame', async () => {
  const folder = makeTextFolder({ 'five.urdf': FIVE_JOINT_ARM_URDF });
  const read = importDroppedRobot(
    { name: 'five', folder, file: 'five.urdf' },
    {},
    engine.catalogue,
  );
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  let { scenario } = read.value;
  for (const change of [
    setTargetMotionKind([0], 'circle', scenario),
    setRunSetting('mode', 'track'),
  ]) {
    const next = applyDocumentEdit(scenario, change, engine.catalogue);
    if (!next.ok) throw new Error(JSON.stringify(next.faults));
    scenario = next.value;
  }
  const [target] = scenario.targets;
  if (target?.motion?.kind !== 'sine') throw new Error('not a circle');
  const { amplitude, period } = target.motion;
  const speed = (2 * Math.PI * amplitude[0]) / period[0];
  const way = speed * scenario.run.timeStep;
  expect(way).toBeCloseTo(0.0026, 4);
  const dls = scenario.methods.findIndex(({ id }) => id === 'dls');
  const lab = engine.open(resolveScenario(scenario));
  for (let frame = 0; frame < 480; frame++) {
    lab.advance();
    const { error, orientationError } = lab.status(dls);
    if (frame < 20) continue; // the circle begins one radius away
    expect(Math.hypot(error, target.orientationWeight * orientationError)).toBeLessThan(way);
    const { sigma } = lab.inspect(null, { angles: lab.angles(dls) });
    expect(sigma[4]).toBeGreaterThan(scenario.methods[dls]?.params.lambda as number);
  }
  lab.close();
});
