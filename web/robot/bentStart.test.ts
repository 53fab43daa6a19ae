import { expect, test } from 'vitest';
import type { Vec3 } from '../scenario/types.ts';
import { startPose } from './bentStart.ts';
import type { TreeEffector, TreeJoint } from './fold.ts';

const AXES: readonly Vec3[] = [
  [0, 0, 1],
  [0, 1, 0],
  [0, 1, 0],
];

/** Limbs of three hinges, a long and a short link, nearly straight along a way, from the same base. */
function limbs(ways: readonly Vec3[]) {
  const joints = ways.flatMap((way, k) =>
    AXES.map((axis, i) => ({
      id: `${k}_${i}`,
      parent: i === 0 ? null : `${k}_${i - 1}`,
      type: 'revolute',
      axis,
      xyz: i === 2 ? way : [0, 0, 0],
      rpy: i === 2 ? [0, 0.1, 0] : [0, 0, 0],
      limits: null,
      mimic: null,
    })),
  );
  const effectors = ways.map((way, k) => ({
    id: `${k}`,
    parent: `${k}_2`,
    xyz: way.map((x) => x / 4),
    rpy: [0, 0, 0],
  }));
  return [joints, effectors] as unknown as [TreeJoint[], TreeEffector[]];
}

const largest = (ways: readonly Vec3[]): number =>
  Math.max(...startPose(...limbs(ways)).map(Math.abs));

test('an arm is bent until it moves well, a figure of several limbs little', () => {
  const arm: Vec3 = [0.3, 0, 0];
  expect(largest([arm])).toBeGreaterThan(0.35);
  expect(largest([arm, arm])).toBeGreaterThan(0.35);
  const four = largest([arm, arm, arm, arm]);
  expect(four).toBeGreaterThan(0);
  expect(four).toBeLessThanOrEqual(0.35);
});

test('what hangs below the base is bent like what stands on it', () => {
  expect(startPose(...limbs([[0, 0, -0.3]]))).toEqual(startPose(...limbs([[0, 0, 0.3]])));
});
