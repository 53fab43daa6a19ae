import { expect, test } from 'vitest';
import { makeTestScene, testEngine } from '../engine/testEngine.ts';
import type { Target } from '../scenario/types.ts';
import { countSingularDirections, sigmaRangeText, targetPositionRows } from './spectrum.ts';

const engine = await testEngine();

/** A single revolute joint about z with its end effector `reach` along x. */
function hinge(reach: number) {
  const tree = {
    joints: [{ id: 'a' }],
    effectors: [{ id: 'tip', parent: 'a', xyz: [reach, 0, 0] }],
  };
  const targets = [{ effector: 'tip', position: [1, 1, 0] }];
  const lab = engine.open(
    makeTestScene({ iklab: 1, tree, targets, methods: [{ id: 'filtered' }] }, engine),
  );
  const found = lab.inspect(0);
  const seen = { count: countSingularDirections(found), words: sigmaRangeText(found) };
  lab.close();
  return seen;
}

test('sigmaSpread describes one direction, and none if no joint moves an end effector', () => {
  expect(hinge(2)).toEqual({ count: 1, words: 'σ from 2 to 2 in 1 direction' });
  expect(hinge(0)).toEqual({ count: 0, words: 'J = 0, no direction' });
});

test('targetMotions returns positions in world axes, also for targets with their own axes', () => {
  const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const; // 90° about z: x becomes y
  const target = (free: object | null, orientation: object | null = turn) =>
    ({ orientation, free }) as unknown as Target;
  const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const own = { position: ['z'], orientation: [], frame: 'target' };
  const [x = 0, y = 0, z = 0, ...rest] = targetPositionRows(rows, [
    target(own),
    target(null, null),
  ]);
  expect(Math.hypot(x + 2, y - 1, z - 3)).toBeLessThan(1e-12);
  expect(rest).toEqual([7, 8, 9]);
  const all = { position: [], orientation: ['x', 'y', 'z'], frame: 'world' };
  expect(targetPositionRows(rows, [target(all), target(null, null)])).toEqual([1, 2, 3, 4, 5, 6]);
});
