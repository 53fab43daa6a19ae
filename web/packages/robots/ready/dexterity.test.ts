import type { Vec3 } from 'iklab/scenario';
import { describe, expect, test } from 'vitest';
import type { TreeJoint } from '../fold.ts';
import { dexterity, freedomOf, rankOf } from './dexterity.ts';
import { limbPose, limbsOf } from './limbs.ts';
import { principal } from './principal.ts';

describe('principal directions', () => {
  const matrix = [
    [4, 1, -2, 0.5],
    [1, 3, 0, 1],
    [-2, 0, 5, -1],
    [0.5, 1, -1, 2],
  ];

  test('are those of the matrix, and across each other', () => {
    const { values, vectors } = principal(matrix.map((row) => [...row]));
    values.forEach((value, k) => {
      const v = vectors[k] as number[];
      matrix.forEach((row, i) => {
        const image = row.reduce((sum, x, j) => sum + x * (v[j] as number), 0);
        expect(image).toBeCloseTo(value * (v[i] as number), 10);
      });
      vectors.forEach((other, m) => {
        const dot = v.reduce((sum, x, i) => sum + x * (other[i] as number), 0);
        expect(dot).toBeCloseTo(k === m ? 1 : 0, 12);
      });
    });
    expect(values.reduce((sum, x) => sum + x)).toBeCloseTo(14, 12);
  });
});

/** Two links of one metre in the x y plane. */
function planar(limits: readonly [number, number] | null) {
  const hinge = (id: string, parent: string | null, xyz: Vec3): TreeJoint => ({
    id,
    parent,
    type: 'revolute',
    axis: [0, 0, 1],
    xyz,
    rpy: [0, 0, 0],
    ...(limits && { limits }),
  });
  const joints = [hinge('a', null, [0, 0, 0]), hinge('b', 'a', [1, 0, 0])];
  const [limb] = limbsOf(joints, [{ id: 'tip', parent: 'b', xyz: [1, 0, 0], rpy: [0, 0, 0] }]);
  if (!limb) throw new Error('no limb');
  const at = (pose: readonly number[]) => freedomOf(limb, limbPose(limb, pose), joints, [0, 1, 2]);
  return {
    rank: (pose: readonly number[]) => rankOf(at(pose)),
    room: (pose: readonly number[]) => dexterity(limb, at(pose), pose, joints, 2),
  };
}

describe('the room of two links', () => {
  // J = (-1 -1; 1 0) there: rows of its inverse have the lengths 1 and √2
  const bent = [0, Math.PI / 2];

  test('is what the inverse of their Jacobian says, a radian at most', () => {
    expect(planar(null).room(bent)).toBeCloseTo(1 / Math.sqrt(2), 12);
  });

  test('ends where a joint meets its limit', () => {
    expect(planar([-0.3, 2.5]).room(bent)).toBeCloseTo(0.3, 12);
    expect(planar([0, 2.5]).room(bent)).toBe(0);
  });

  test('is none where they are straight: a direction is lost', () => {
    expect(planar(null).rank(bent)).toBe(2);
    expect(planar(null).rank([0, 0])).toBe(1);
    expect(planar(null).room([0, 0])).toBe(0);
    expect(planar(null).room([0, 1e-3])).toBeLessThan(2e-3);
  });
});
