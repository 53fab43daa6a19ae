/** What is asked of five joints that are dropped: all but the turn about the vertical, where they can. */

import { changed, setKind, setRun } from 'iklab/document';
import { testEngine } from 'iklab/engine/testing';
import { resolve, shelfRobots } from 'iklab/scenario';
import { expect, test } from 'vitest';
import { droppedRobot } from './droppedRobot.ts';
import { leavesOneTurn } from './fiveAxes.ts';
import type { TreeEffector, TreeJoint } from './fold.ts';
import { folderWith } from './testFolder.ts';
import { FIVE_JOINTS } from './testRobots.ts';

const arm = (axes: readonly (readonly [number, number, number])[]) =>
  axes.map(
    (axis, i): TreeJoint => ({
      id: `j${i}`,
      parent: i > 0 ? `j${i - 1}` : null,
      type: 'revolute',
      xyz: [i > 1 ? 0.2 : 0, 0, i < 2 ? 0.1 : 0],
      rpy: [0, 0, 0],
      axis,
    }),
  );
const tool: readonly TreeEffector[] = [
  { id: 'tool', parent: 'j4', xyz: [0.1, 0, 0], rpy: [0, 0, 0] },
];
const [x, y, z] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const start = [0.1, 0.4, -0.6, 0.5, 0.2];

test.each([
  ['a waist, three pitches and a roll', [z, y, y, y, x], true],
  ['a planar arm, which has three to give', [z, z, z, z, z], false],
  ['two rolls along the same line', [z, y, y, x, x], false],
] as const)('%s', (_, axes, expected) => {
  expect(leavesOneTurn(arm(axes), tool, start, 'z')).toBe(expected);
});

test('is asked of arms of five joints alone', () => {
  expect(leavesOneTurn(arm([z, y, y, y]), tool, [0, 0, 0, 0], 'z')).toBe(false);
});

test.each(['so-101', 'widowx-200', 'scorbot-er-4u'])('%s can do it', (id) => {
  const document = shelfRobots.find((each) => each.id === id)?.document as {
    tree: { joints: Partial<TreeJoint>[]; effectors: Partial<TreeEffector>[] };
    start: number[];
  };
  const whole = document.tree.joints.map((joint) => ({
    axis: [0, 0, 1] as const,
    rpy: [0, 0, 0] as const,
    ...joint,
    type: 'revolute' as const,
    parent: joint.parent ?? null,
  }));
  const ends = document.tree.effectors.map((each) => ({ rpy: [0, 0, 0] as const, ...each }));
  expect(
    leavesOneTurn(
      whole as readonly TreeJoint[],
      ends as readonly TreeEffector[],
      document.start,
      'z',
    ),
  ).toBe(true);
});

// Where every σ of what is asked is above λ, an update of DLS closes the share σ² / (σ² + λ²) of an
// error, more than half of it. What stays is then less than what the target moves in a frame.
test('one that is dropped follows a circle by less than a frame of its way', async () => {
  const engine = await testEngine();
  const folder = folderWith({ 'five.urdf': FIVE_JOINTS });
  const read = droppedRobot({ name: 'five', folder, file: 'five.urdf' }, {}, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  let { scenario } = read.value;
  for (const change of [setKind([0], 'circle', scenario), setRun('mode', 'track')]) {
    const next = changed(scenario, change, engine.catalogue);
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
  const lab = engine.open(resolve(scenario));
  for (let frame = 0; frame < 480; frame++) {
    lab.advance();
    const { error, orientationError } = lab.status(dls);
    if (frame < 20) continue; // it begins in the middle, a radius away
    expect(Math.hypot(error, target.orientationWeight * orientationError)).toBeLessThan(way);
    const { sigma } = lab.inspect(null, { angles: lab.angles(dls) });
    expect(sigma[4]).toBeGreaterThan(scenario.methods[dls]?.params.lambda as number);
  }
  lab.close();
});
