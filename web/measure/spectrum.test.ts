import { expect, test } from 'vitest';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { directions, spread } from './spectrum.ts';

const engine = await testEngine();

/** One hinge about z, its tip so far along x. */
function hinge(reach: number) {
  const tree = {
    joints: [{ id: 'a' }],
    effectors: [{ id: 'tip', parent: 'a', xyz: [reach, 0, 0] }],
  };
  const targets = [{ effector: 'tip', position: [1, 1, 0] }];
  const lab = engine.open(
    sceneOf({ iklab: 1, tree, targets, methods: [{ id: 'filtered' }] }, engine),
  );
  const found = lab.inspect(0);
  const seen = { count: directions(found), words: spread(found) };
  lab.close();
  return seen;
}

test('the spread of σ in words: of one direction, and of none where no joint moves a tip', () => {
  expect(hinge(2)).toEqual({ count: 1, words: 'σ from 2 to 2 in 1 direction' });
  expect(hinge(0)).toEqual({ count: 0, words: 'J = 0, no direction' });
});
