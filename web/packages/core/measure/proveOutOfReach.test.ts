import { expect, test, vi } from 'vitest';
import { makeTestScene, testEngine } from '../engine/testing.ts';
import { proveOutOfReach } from './proveOutOfReach.ts';

const engine = await testEngine();

const ORIENTATION = [0, 0, 0, 1];

/** Returns the arguments with which the proof is made. */
function proofArguments(changes: object): readonly unknown[] {
  const { scenario } = makeTestScene(
    {
      iklab: 1,
      tree: {
        joints: [{ id: 'joint' }],
        effectors: ['tip', 'side'].map((id) => ({ id, parent: 'joint', xyz: [1, 0, 0] })),
      },
      targets: [{ effector: 'tip', position: [1, 1, 0], orientation: ORIENTATION }],
      methods: [{ id: 'dls' }],
      ...changes,
    },
    engine,
  );
  const finder = { proveOutOfReach: vi.fn(() => null) };
  proveOutOfReach(finder, scenario);
  return finder.proveOutOfReach.mock.calls[0] ?? [];
}

test('uses the tolerances of the run', () => {
  const run = { mode: 'converge', tolerance: 2e-3, orientationTolerance: 3e-3 };
  expect(proofArguments({ run })).toEqual([2e-3, 3e-3, false]);
});

test('uses the largest tolerance of a target: the diagonal of its box', () => {
  const tolerance = { position: 0.01, rotation: 0.02 };
  const target = { effector: 'tip', position: [1, 1, 0], orientation: ORIENTATION };
  const targets = [
    { ...target, tolerance },
    { ...target, effector: 'side' },
  ];
  const [position, rotation] = proofArguments({ targets });
  expect(position).toBeCloseTo(0.01 * Math.sqrt(3), 12);
  expect(rotation).toBeCloseTo(0.02 * Math.sqrt(3), 12);
});

test('uses the norm of the task, divided by the weight for the orientation', () => {
  const target = { effector: 'tip', position: [1, 1, 0], orientation: ORIENTATION };
  const changes = {
    targets: [{ ...target, orientationWeight: 0.5 }],
    run: { mode: 'converge', residual: 0.01 },
  };
  expect(proofArguments(changes)).toEqual([0.01, 0.02, false]);
});

test('uses the limits unless the scenario ignores them', () => {
  expect(proofArguments({ limitPolicy: 'ignore' })[2]).toBe(false);
  expect(proofArguments({ limitPolicy: 'lock' })[2]).toBe(true);
});
