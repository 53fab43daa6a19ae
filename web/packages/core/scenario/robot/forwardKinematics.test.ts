import { expect, test } from 'vitest';
import { rotateVector, rotationFromRpy } from '../numbers/rigidFrame.ts';
import { addScaled, cross, scaleVector, unitVector } from '../numbers/vectors.ts';
import { makeTestHinge } from '../testDocuments.ts';
import type { InlineTree, Joint, JointType, Vec3 } from '../types.ts';
import {
  computeEffectorTipFrames,
  jointFrames,
  jointValues,
  listJointsToRoot,
} from './forwardKinematics.ts';
import { isIndependentJoint } from './trees.ts';

const joint = (id: string, parent: string | null, more: object = {}): Joint =>
  makeTestHinge(id, { parent, ...more });
const slide = (id: string, parent: string | null, more: object = {}): Joint =>
  joint(id, parent, { type: 'prismatic', axis: [2, 0, 0], ...more });

test('the end of a planar chain is the sum of its link vectors', () => {
  const lengths = [1, 0.7, 0.4];
  const angles = [0.3, -1.1, 2.5];
  const joints = lengths.map((_, i) =>
    joint(`${i}`, i === 0 ? null : `${i - 1}`, { xyz: [lengths[i - 1] ?? 0, 0, 0] }),
  );
  const [tip] = computeEffectorTipFrames(
    joints,
    [{ parent: '2', xyz: [0.4, 0, 0], rpy: [0, 0, 0] }],
    angles,
  );
  let [x, y, heading] = [0, 0, 0];
  lengths.forEach((length, i) => {
    heading += angles[i] as number;
    x += length * Math.cos(heading);
    y += length * Math.sin(heading);
  });
  expect(
    Math.hypot((tip?.position[0] ?? 0) - x, (tip?.position[1] ?? 0) - y, tip?.position[2] ?? 1),
  ).toBeLessThan(1e-14);
  expect(tip?.rotation[1][0]).toBeCloseTo(Math.sin(heading), 14);
});

const KINDS: readonly JointType[] = ['revolute', 'prismatic', 'screw'];

test.each(KINDS)('the velocity of an effector on a %s joint matches its axis', (type) => {
  const joints = [
    joint('a', null, { xyz: [0.1, 0.2, 0.3], rpy: [0.4, -0.3, 1.2], axis: [1, 2, -2] }),
    joint('held', 'a', { type: 'fixed', xyz: [0, 0.3, 0], rpy: [1, 0, 0] }),
    joint('b', 'held', {
      type,
      xyz: [0.2, 0, 0.1],
      axis: [0, 3, 4],
      pitch: type === 'screw' ? 0.25 : 0,
    }),
  ];
  const tip: Vec3 = [0.3, -0.2, 0.5];
  const tipAt = (value: number): Vec3 =>
    computeEffectorTipFrames(joints, [{ parent: 'b', xyz: tip, rpy: [0, 0, 0] }], [0.7, value])[0]
      ?.position as Vec3;
  const [value, step] = [0.9, 1e-6];
  const moved = scaleVector(
    addScaled(tipAt(value + step), tipAt(value - step), -1),
    1 / (2 * step),
  );
  const { position: at, rotation: turn } = jointFrames(joints, [0.7, 0, 0])('held');
  const axis = rotateVector(turn, unitVector([0, 3, 4]));
  const around = cross(
    axis,
    addScaled(tipAt(value), addScaled(at, rotateVector(turn, [0.2, 0, 0.1])), -1),
  );
  const moving: Readonly<Record<string, Vec3>> = {
    revolute: around,
    prismatic: axis,
    screw: addScaled(around, axis, 0.25),
  };
  const wanted = moving[type] ?? [0, 0, 0];
  for (const k of [0, 1, 2] as const) expect(moved[k]).toBeCloseTo(wanted[k], 8);
});

test('a frame moves with its parents, in any order; missing values are 0', () => {
  const lift = joint('lift', null, { xyz: [0, 0, 1], rpy: [0.2, 0.5, -0.3] });
  const wrist = joint('hand', 'lift', { xyz: [0.5, 0, 0] });
  const wanted = addScaled([0, 0, 1], rotateVector(rotationFromRpy([0.2, 0.5, -0.3]), [0.5, 0, 0]));
  for (const joints of [
    [lift, wrist],
    [wrist, lift],
  ])
    expect(jointFrames(joints)('hand').position).toEqual(wanted);
  expect(jointFrames([wrist, lift])(null).position).toEqual([0, 0, 0]);
  expect(listJointsToRoot([wrist, lift], 'hand')).toEqual([lift, wrist]);
  expect(listJointsToRoot([wrist, lift], null)).toEqual([]);
});

test('a cycle of parents does not loop endlessly', () => {
  const joints = [joint('a', 'b'), joint('b', 'a')];
  expect(
    computeEffectorTipFrames(joints, [{ parent: 'a', xyz: [1, 0, 0], rpy: [0, 0, 0] }], [0, 0]),
  ).toHaveLength(1);
});

test('a mimic of a mimic joint applies both ratios, in any order', () => {
  const follows = (leader: string, multiplier: number, offset: number) => ({
    mimic: { joint: leader, multiplier, offset },
  });
  const last = slide('last', 'middle', follows('middle', 3, 1));
  const middle = slide('middle', 'first', follows('first', -2, 0.5));
  const tree: InlineTree = {
    joints: [last, middle, slide('first', null)],
    effectors: [{ id: 'tip', parent: 'last', xyz: [0, 0, 1], rpy: [0, 0, 0] }],
  };
  const values = tree.joints
    .filter(isIndependentJoint)
    .map(({ id }) => (id === 'first' ? 0.25 : 9));
  const [first, second, third] = [0.25, -2 * 0.25 + 0.5, 1];
  expect(jointValues(tree.joints, values)).toEqual([third, second, first]);
  expect(computeEffectorTipFrames(tree.joints, tree.effectors, values)[0]?.position).toEqual([
    first + second + third,
    0,
    1,
  ]);
});
