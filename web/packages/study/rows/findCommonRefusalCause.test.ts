/**
 * Finds the common cause of many misses; each cause is applied to poses that reach their targets.
 */
import { openProblemBatch } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { findCommonRefusalCause, type RefusedSolverPose } from './findCommonRefusalCause.ts';

const engine = await testEngine();
const arm = makePresetTestScene('ur5e', engine, {
  methods: [{ id: 'levenberg-marquardt' }],
  run: { mode: 'converge', tolerance: 1e-6, orientationTolerance: 1e-6 },
});

/** Answers that reach their targets. */
function right(): RefusedSolverPose[] {
  const sampling = { kind: 'reachable', start: 'near', spread: 0.3 } as const;
  const batch = openProblemBatch(engine, arm, { sampling, seed: 9 });
  const [panel] = arm.scenario.methods;
  const found: RefusedSolverPose[] = [];
  for (let i = 0; found.length < 20; i++) {
    const [solved] = batch.solve(panel as never, i, 1);
    if (solved === 1) found.push({ q: [...batch.poses], drawn: batch.draw(i) });
  }
  batch.delete();
  return found;
}

const answers = right();
const withGoals = (
  change: (position: Vec3, turn: Quaternion) => [Vec3, Quaternion],
): RefusedSolverPose[] =>
  answers.map(({ q, drawn }) => ({
    q,
    drawn: {
      ...drawn,
      targets: drawn.targets.map((goal) => {
        const [position, orientation] = change(goal.position, goal.orientation);
        return { position, orientation };
      }),
    },
  }));
const withValues = (change: (q: readonly number[]) => number[]): RefusedSolverPose[] =>
  answers.map(({ q, drawn }) => ({ q: change(q), drawn }));

const cause = (missed: readonly RefusedSolverPose[]) =>
  findCommonRefusalCause(missed, arm.scenario, arm.tree);

test('names no cause for answers that reach their targets', () => {
  expect(cause(answers.slice(0, 7))).toBeNull();
});

const [, pan, lift, elbow, , , roll] = ['', ...arm.tree.joints.map(({ id }) => id)];

test.each<[string, RefusedSolverPose[], string]>([
  [
    'two joints swapped',
    withValues(([a, b, c, ...more]) => [a, c, b, ...more] as number[]),
    `${lift} and ${elbow} swapped`,
  ],
  [
    'the first joint inverted',
    withValues(([a, ...more]) => [-(a as number), ...more]),
    `inverted sign of ${pan}`,
  ],
  [
    'the last joint inverted',
    withValues((q) => [...q.slice(0, 5), -(q[5] as number)]),
    `inverted sign of ${roll}`,
  ],
  ['joints in reverse order', withValues((q) => q.toReversed()), 'joints in reverse order'],
  ['angles in degrees', withValues((q) => q.map((x) => (x * 180) / Math.PI)), 'degrees'],
  [
    'quaternions read as w x y z',
    withGoals((p, [x, y, z, w]) => [p, [w, x, y, z]]),
    'quaternions were read as w x y z',
  ],
  [
    'inverted orientations',
    withGoals((p, [x, y, z, w]) => [p, [-x, -y, -z, w]]),
    'inverted orientations',
  ],
  [
    'a base offset along one axis',
    withGoals(([x, y, z], turn) => [[x + 0.1, y, z], turn]),
    'another base: its end effector is ours moved by 100 mm along x',
  ],
  [
    'a base offset along two axes',
    withGoals(([x, y, z], turn) => [[x + 0.1, y - 0.02, z], turn]),
    'moved by [100, -20, 0] mm',
  ],
])('%s', (_, missed, said) => {
  expect(cause(missed)).toContain(said);
});

test('names no cause for misses without a common one', () => {
  const off = withGoals(([x, y, z], turn) => [
    [x + 0.05 * Math.sin(900 * x), y, z + 0.05 * Math.cos(700 * y)],
    turn,
  ]);
  expect(cause(off)).toBeNull();
});

test('does not blame a joint that moves no target for an inexact solver', () => {
  const place = makePresetTestScene('ur5e', engine, {
    methods: [{ id: 'dls' }],
    targets: [{ effector: 'tool0', position: [0.4, 0.2, 0.3] }],
    run: { mode: 'converge', tolerance: 1e-3 },
  });
  // a few millimetres off, each in another direction; the last joint rotates the tip about itself
  const off = withGoals(([x, y, z], turn) => [
    [x + 0.003 * Math.sin(900 * x), y, z + 0.003 * Math.cos(700 * y)],
    turn,
  ]);
  expect(findCommonRefusalCause(off, place.scenario, place.tree)).toBeNull();
});
