import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { MapSpec } from '@iklab/study/maps';
import { expect, test } from 'vitest';
import { TWO_HINGES } from '../../testing.ts';
import { mapPositionText } from './mapWords.ts';

const scene = makeTestScene(TWO_HINGES, await testEngine());
const mapped = { scene, points: [] };

const plane: MapSpec = {
  ...{ over: 'targets', effector: 'tip', plane: 'xy' },
  ...{ centre: [0, 0], size: 4 },
};
const poses: MapSpec = {
  ...{ over: 'starts', joints: ['a', 'b'] },
  ...{ low: [-Math.PI, 0], high: [Math.PI, Math.PI] },
};

test.each<[string, MapSpec, string]>([
  ['the plane of two axes', plane, 'Target x 0.5, y −1.5 m'],
  ['a plane at a height', { ...plane, lift: 0.25 }, 'Target x 0.5, y −1.5, z 0.25 m'],
  ['two joint values', poses, 'Start a 45°, b 22.5°'],
])('names the target or the start pose of a cell in a map of %s', (_, spec, text) => {
  expect(mapPositionText(mapped, spec, 4, 2)).toBe(text); // the third of the lowest four
});
