import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from '../methods/testCatalogue.ts';
import { addScaled, cross, distance, dot, unitVector, vectorLength } from '../numbers/vectors.ts';
import { parseScenarioDocument } from '../parse.ts';
import { scenarioPreset, scenarioPresetIds } from '../presets/presets.ts';
import { resolveScenario } from '../resolveScenario.ts';
import { computeEffectorTipFrames } from '../robot/forwardKinematics.ts';
import { isIndependentJoint } from '../robot/trees.ts';
import { requireValue } from '../testRequireValue.ts';
import type { InlineTree, Scene, Vec3 } from '../types.ts';
import {
  commonPlaneNormal,
  type MotionPlane,
  planeDirections,
  projectOntoPlane,
  targetMotionPlane,
  targetMotionPlanes,
} from './motionPlane.ts';

function sceneOf(document: unknown): Scene {
  return resolveScenario(requireValue(parseScenarioDocument(document, sampleCatalogue)));
}

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];

/** Returns a chain of joints with an effector after the last. */
function chain(joints: readonly object[], tip: readonly number[] = [1, 0, 0]): InlineTree {
  const named = joints.map((joint, i) => ({
    id: `j${i}`,
    ...(i > 0 && { parent: `j${i - 1}` }),
    axis: Z,
    ...joint,
  }));
  const effectors = [{ id: 'tip', parent: `j${joints.length - 1}`, xyz: tip }];
  return treeOf({ joints: named, effectors });
}

const treeOf = (tree: object): InlineTree =>
  sceneOf({
    iklab: 1,
    tree,
    targets: [{ effector: 'tip', position: [0, 0, 0] }],
    methods: [{ id: 'dls' }],
  }).tree;

const planeOf = (joints: readonly object[], tip?: readonly number[]): MotionPlane | null =>
  targetMotionPlane(chain(joints, tip), 'tip');

/** Compares planes, with either direction of the normal. */
function expectPlane(plane: MotionPlane | null, normal: readonly number[], height: number): void {
  const sign = plane && dot(plane.normal, normal as unknown as Vec3) < 0 ? -1 : 1;
  expect(plane).not.toBeNull();
  plane?.normal.forEach((part, i) => {
    expect(sign * part).toBeCloseTo(normal[i] as number, 12);
  });
  expect(sign * (plane?.height as number)).toBeCloseTo(height, 12);
}

describe('a chain with a plane', () => {
  test('finds the plane of parallel hinges, at the height of the effector', () => {
    expectPlane(planeOf([{}, { xyz: [1, 0, 0] }]), Z, 0);
    expectPlane(planeOf([{ xyz: [0, 0, 0.4] }, { xyz: [1, 0, 0.2] }], [1, 0, -0.1]), Z, 0.5);
    expectPlane(planeOf([{ axis: Y }, { axis: [0, -3, 0], xyz: [1, 0.3, 0] }]), Y, 0.3);
  });

  test('finds the plane of the planar shorthand, by links and by points', () => {
    expectPlane(targetMotionPlane(treeOf({ planar: { links: [1, 0.8, 0.5] } }), 'tip'), Z, 0);
    const points = [
      [0.3, 0.5],
      [0.8, 0.6],
    ];
    expectPlane(targetMotionPlane(treeOf({ planar: { points } }), 'tip'), Z, 0);
  });

  test('finds the plane of a single hinge', () => {
    expectPlane(planeOf([{ axis: X, xyz: [2, 0, 0] }], [0.5, 1, 0]), X, 2.5);
  });

  test('rotates the normal with the base', () => {
    const [roll, pitch, yaw] = [0.3, -0.7, 1.1];
    const [a, A, b, B, c, C] = [roll, pitch, yaw].flatMap((x) => [Math.sin(x), Math.cos(x)]) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    // The third column of Rz(yaw) Ry(pitch) Rx(roll).
    const normal = [C * b * A + c * a, c * b * A - C * a, B * A] as const;
    const at = [0.2, -0.4, 0.9] as const;
    const plane = planeOf([{ xyz: at, rpy: [roll, pitch, yaw] }, { xyz: [1, 0, 0] }]);
    expectPlane(plane, normal, dot(normal, at));
  });

  test('treats a right angle with four decimals as exact', () => {
    const plane = planeOf([{ rpy: [1.5708, 0, 0] }, { xyz: [1, 0, 0] }, { rpy: [0, 0, 1.57] }]);
    expect(plane?.normal.map(Math.abs)).toEqual([0, 1, 0]);
  });

  test('accepts slides perpendicular to the hinges, and two slides alone', () => {
    const slide = { type: 'prismatic', axis: [1, 2, 0] };
    expectPlane(planeOf([{}, slide, { xyz: [0.2, 0, 0] }]), Z, 0);
    expectPlane(planeOf([slide, {}]), Z, 0);
    const [x, y] = [
      { type: 'prismatic', axis: X },
      { type: 'prismatic', axis: [1, 0, 1] },
    ];
    expectPlane(planeOf([x, x, y], [1, 0.7, 0]), Y, 0.7);
  });

  test('accepts fixed joints and a screw without pitch', () => {
    const fixed = { type: 'fixed', rpy: [0.5, 0, 0], axis: undefined };
    expectPlane(planeOf([fixed, { rpy: [-0.5, 0, 0] }, { xyz: [1, 0, 0] }]), Z, 0);
    expectPlane(planeOf([{}, { type: 'screw', pitch: 0, xyz: [1, 0, 0] }]), Z, 0);
  });

  test('ignores a last joint whose axis passes through the effector', () => {
    const roll = { axis: X, xyz: [1, 0, 0] };
    expectPlane(planeOf([{}, { xyz: [1, 0, 0] }, roll]), Z, 0);
    expectPlane(planeOf([{}, { xyz: [1, 0, 0] }, roll, { axis: Y }], [0, 0, 0]), Z, 0);
  });
});

describe('a chain without a plane', () => {
  test.each([
    ['two perpendicular hinges', [{}, { axis: X }], [1, 1, 0]],
    ['two hinges that are almost parallel', [{}, { rpy: [0.01, 0, 0] }], undefined],
    ['a slide along the hinges', [{}, { type: 'prismatic', axis: Z }], undefined],
    [
      'a slide that is not perpendicular to the hinges',
      [{}, { type: 'prismatic', axis: [1, 0, 0.1] }],
      undefined,
    ],
    ['a screw', [{}, { type: 'screw', pitch: 0.1 }], undefined],
    ['a roll before a hinge', [{ axis: X }, { xyz: [1, 0, 0] }], undefined],
    ['a roll beside the effector', [{}, { axis: X, xyz: [1, 0, 0] }], [1, 0.1, 0]],
    ['one slide', [{ type: 'prismatic', axis: X }], undefined],
    ['two slides along one line', [{ type: 'prismatic' }, { type: 'prismatic' }], undefined],
    ['a hinge through the effector alone', [{}], [0, 0, 1]],
  ])('returns null for %s', (_, joints, tip) => {
    expect(planeOf(joints, tip)).toBeNull();
  });
});

const mixed = {
  joints: [
    { id: 'a', axis: Z },
    { id: 'b', parent: 'a', axis: Z, xyz: [1, 0, 0] },
    { id: 'c', parent: 'b', axis: X, xyz: [1, 0, 0] },
  ],
  effectors: [
    { id: 'tip', parent: 'b', xyz: [0.5, 0, 0.2] },
    { id: 'hand', parent: 'c', xyz: [0, 1, 0] },
  ],
};

test('one of two effectors may have a plane and the other none', () => {
  const tree = treeOf(mixed);
  expectPlane(targetMotionPlane(tree, 'tip'), Z, 0.2);
  expect(targetMotionPlane(tree, 'hand')).toBeNull();
  expect(targetMotionPlane(tree, 'nobody')).toBeNull();
});

test('returns a common normal when all targets have parallel planes', () => {
  const [up, down, side] = [
    { normal: [0, 0, 1], height: 1 },
    { normal: [0, 0, -1], height: 2 },
    { normal: [1, 0, 0], height: 0 },
  ] as const;
  expect(commonPlaneNormal([up, down])).toEqual([0, 0, 1]);
  expect(commonPlaneNormal([up, side])).toBeNull();
  expect(commonPlaneNormal([up, null])).toBeNull();
  expect(commonPlaneNormal([null])).toBeNull();
  expect(commonPlaneNormal([])).toBeNull();
});

/** Pseudo-random numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test.each(scenarioPresetIds)('no pose of %s takes an effector out of its plane', (id) => {
  const { tree, scenario } = sceneOf(scenarioPreset(id)?.document);
  const random = numbers(5);
  const moving = tree.joints.filter(isIndependentJoint);
  targetMotionPlanes({ tree, scenario }).forEach((plane, i) => {
    const name = scenario.targets[i]?.effector;
    const effectors = tree.effectors.filter((each) => each.id === name);
    const places = Array.from({ length: 40 }, () => {
      const pose = moving.map(() => 6 * random() - 3);
      return computeEffectorTipFrames(tree.joints, effectors, pose)[0]?.position as Vec3;
    });
    // Three of the points define a plane: the others are on it, or the effector has no plane.
    const [a, b, c] = places as [Vec3, Vec3, Vec3];
    const normal = unitVector(cross(addScaled(b, a, -1), addScaled(c, a, -1)));
    const off = Math.max(...places.map((at) => Math.abs(dot(addScaled(at, a, -1), normal))));
    expect(off < 1e-9).toBe(plane !== null);
    for (const at of plane ? places : [])
      expect(dot(at, (plane as MotionPlane).normal)).toBeCloseTo(plane?.height as number, 12);
  });
});

describe('a plane', () => {
  const oblique = { normal: unitVector([1, 2, -2]), height: 0.7 };

  test('projects a point along the normal', () => {
    const place = [3, -1, 0.25] as const;
    const to = projectOntoPlane(oblique, place);
    expect(dot(to, oblique.normal)).toBeCloseTo(0.7, 14);
    expect(vectorLength(cross(addScaled(to, place, -1), oblique.normal))).toBeLessThan(1e-14);
    expect(distance(projectOntoPlane(oblique, to), to)).toBeLessThan(1e-15);
  });

  test('sets the coordinate along an axis exactly, and keeps the others', () => {
    expect(projectOntoPlane({ normal: [0, 0, -1], height: -0.3 }, [0.1, 0.123, 7])).toEqual([
      0.1, 0.123, 0.3,
    ]);
  });

  test('has perpendicular directions, which are axes if they lie in it', () => {
    for (const normal of [oblique.normal, [0, 0, 1], [0, -1, 0], unitVector([1, 1, 0])] as Vec3[]) {
      const [u, v] = planeDirections(normal);
      for (const each of [u, v]) {
        expect(vectorLength(each)).toBeCloseTo(1, 14);
        expect(dot(each, normal)).toBeCloseTo(0, 14);
      }
      expect(dot(u, v)).toBeCloseTo(0, 14);
    }
    expect(planeDirections([0, 0, 1])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(planeDirections(unitVector([1, 1, 0]))[0]).toEqual([0, 0, 1]);
  });
});
