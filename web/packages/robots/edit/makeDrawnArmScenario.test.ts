import { computeEffectorReaches, computeReachShortfall } from '@iklab/core/measure';
import { resolveScenario } from '@iklab/core/scenario';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import {
  addDrawnPoint,
  computeDrawnLinkLengths,
  makeDrawnArmScenario,
  type PlanarPoint,
} from './makeDrawnArmScenario.ts';

test('points are rounded to 1 cm; a second click at the same point is ignored', () => {
  const one = addDrawnPoint([], [0.3012, 0.4049]);
  expect(one).toEqual([[0.3, 0.4]]);
  expect(addDrawnPoint(one, [0.305, 0.405])).toBe(one);
  expect(addDrawnPoint([], [0.01, 0])).toEqual([]);
  expect(computeDrawnLinkLengths([...one, [0.3, 0.9]])).toEqual([0.5, 0.5]);
});

test.each<[string, readonly PlanarPoint[]]>([
  ['one link', [[0.4, 0.3]]],
  [
    'two links',
    [
      [0.3, 0.4],
      [0.6, 0.4],
    ],
  ],
  [
    'a long link and a short one',
    [
      [-0.9, 0.1],
      [-0.9, 0.15],
    ],
  ],
  [
    'straight',
    [
      [0.2, 0],
      [0.4, 0],
      [0.6, 0],
      [0.8, 0],
    ],
  ],
  [
    'ending at its base',
    [
      [0.5, 0],
      [0.5, 0.5],
      [0.01, 0.01],
    ],
  ],
])('%s: the scene has the drawn links and a reachable target away from the tip', (_, points) => {
  const read = makeDrawnArmScenario(points, sampleCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const scene = resolveScenario(read.value);
  expect(read.value.tree).toEqual({ planar: { points } });
  expect(scene.tree.joints).toHaveLength(points.length);
  expect(read.value.methods).toHaveLength(4);
  const [reach] = computeEffectorReaches(scene);
  const position = read.value.targets[0]?.position ?? [9, 9, 9];
  if (!reach) throw new Error('no reach');
  expect(computeReachShortfall(reach, position)).toBeLessThan(1e-4);
  const [x, y] = points.at(-1) ?? [0, 0];
  expect(Math.hypot(position[0] - x, position[1] - y)).toBeGreaterThan(0.001);
});

test('an empty drawing is rejected', () => {
  expect(makeDrawnArmScenario([], sampleCatalogue).ok).toBe(false);
});
