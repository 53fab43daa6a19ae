import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { MapLayer, type MapSpec, NO_MAP_BRANCH } from '@iklab/study/maps';
import { expect, test } from 'vitest';
import { TWO_HINGES } from '../../testing.ts';
import { mapCellText, mapPositionText, mapSolutionText } from './mapWords.ts';

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

test('names the solution that a cell reached', () => {
  const layer = new MapLayer(2, 2);
  layer.add(0, {
    rows: Float64Array.from([
      1,
      12,
      4e-4,
      Number.NaN,
      Number.NaN,
      0,
      40,
      0.5,
      Number.NaN,
      Number.NaN,
    ]),
    poses: new Float32Array(4),
  });
  expect(mapCellText(layer, 0, mapped, 'solution 3')).toBe(
    'reached in 12 updates, 0.40 mm off, solution 3',
  );
  expect(mapCellText(layer, 0, mapped)).toBe('reached in 12 updates, 0.40 mm off');
  expect(mapCellText(layer, 1, mapped, '')).toBe('not reached, 500 mm off after 40 updates');
});

test('names solutions by number; without a closed form, the last number is for all others', () => {
  expect([0, 7].map((label) => mapSolutionText(label, true))).toEqual(['solution 1', 'solution 8']);
  expect([0, 7].map((label) => mapSolutionText(label, false))).toEqual([
    'solution 1',
    'solution 8 or more',
  ]);
  expect([undefined, NO_MAP_BRANCH].map((label) => mapSolutionText(label, true))).toEqual(['', '']);
});
