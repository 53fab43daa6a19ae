import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { findRobotFile } from '../findRobotFile.ts';
import { createFolder } from '../folder.ts';
import { formatRemark, importRobot } from '../importRobot.ts';
import { readRobot } from '../readRobot.ts';
import type { BaseAttachment } from '../robot.ts';
import { readGltfRig } from './gltfRig.ts';
import {
  HUMANOID_GLTF,
  makeAxisQuaternion,
  SWING_KEYFRAMES,
  withAnimations,
} from './testHumanoid.ts';
import { encodeGlb, encodeGltf } from './testRig.ts';

function rigOf(json: object, root: BaseAttachment = 'held') {
  const rig = readGltfRig(encodeGltf(json), 'figure.gltf', createFolder(new Map()), root);
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  return rig;
}
const fault = (json: object): string => {
  const rig = readGltfRig(encodeGltf(json), 'figure.gltf', createFolder(new Map()));
  return rig.ok ? 'was taken' : (rig.faults[0]?.reason ?? '');
};

describe('a glTF without a skin', () => {
  test('has the limbs of the animated tree as bones, and hands, feet and head as effectors', () => {
    const { value } = rigOf(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES]));
    expect(value.bones.map(({ node }) => node)).toEqual([0, 1, 2, 10, 3, 4, 5, 6, 7, 8, 9]);
    expect(value.bones.filter(({ moves }) => !moves).map(({ link }) => link)).toEqual([
      'Armature',
      'mixamorig:Hips',
    ]);
    expect(value.robot.effectors).toEqual([
      'mixamorig:Head',
      'mixamorig:LeftHand',
      'mixamorig:LeftFoot',
    ]);
  });

  test('has no bones for what is drawn and does not move', () => {
    const nodes = [
      { name: 'room', children: [1, 4] },
      { name: 'base', translation: [1, 0, 0], mesh: 0, children: [2] },
      { name: 'upper', translation: [0, 1, 0], mesh: 0, children: [3] },
      { name: 'fore', translation: [0, 1, 0], mesh: 0, children: [6] },
      { name: 'shelf', children: [5] },
      { name: 'book', mesh: 0 },
      { name: 'grip', translation: [0, 1, 0] },
    ];
    const { value } = rigOf(
      withAnimations({ nodes }, [
        { ...SWING_KEYFRAMES, node: 2 },
        { ...SWING_KEYFRAMES, node: 3 },
      ]),
    );
    // the base holds the arm, whose first joint rotates alone
    expect(value.bones.map(({ link, moves }) => [link, moves])).toEqual([
      ['room', false],
      ['base', false],
      ['upper', true],
      ['fore', true],
      ['grip', true],
    ]);
    expect(value.robot.effectors).toEqual(['grip']);
  });

  test('has its root at a bone that is translated, which a base does not hold', () => {
    const nodes = [
      { name: 'hall', children: [1] },
      { name: 'body', translation: [0, 1, 0], children: [2] },
      { name: 'tail', translation: [0, 1, 0], children: [3] },
      { name: 'tip', translation: [0, 1, 0] },
    ];
    const walk = { node: 1, path: 'translation', times: [0], values: [[0, 2, 0]] } as const;
    const { bones, robot } = rigOf(
      withAnimations({ nodes }, [walk, { ...SWING_KEYFRAMES, node: 2 }]),
      'free',
    ).value;
    expect(bones.filter(({ moves }) => !moves).map(({ link }) => link)).toEqual(['hall']);
    expect(robot.joints[1]).toMatchObject({ name: 'body_shift_x', type: 'prismatic' });
  });

  test('has a free root at its hips, not at what contains them', () => {
    const { robot } = rigOf(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES]), 'free').value;
    expect(robot.joints.filter(({ type }) => type === 'prismatic').map(({ name }) => name)).toEqual(
      ['mixamorig:Hips_shift_x', 'mixamorig:Hips_shift_y', 'mixamorig:Hips_shift_z'],
    );
  });

  test.each([
    [HUMANOID_GLTF],
    [withAnimations(HUMANOID_GLTF, [{ node: 4, path: 'scale', times: [0], values: [[1, 1, 1]] }])],
  ])('is rejected without an animation that moves a node: %#', (json) => {
    expect(fault(json)).toBe(
      'it has no skin, no animation of nodes and no VRM humanoid map, so no bones; export it with its armature or an animation',
    );
  });
});

/** A root, hips, a neck, a head with long hair, and four limbs, whose names say nothing. */
const HAIR = 70;
const vrmNodes = [
  { name: 'Root', children: [1] },
  { name: 'a', translation: [0, 1, 0], children: [2, 4, 6, 8, 10] },
  { name: 'b', translation: [0, 0.5, 0], children: [3] },
  { name: 'c', translation: [0, 0.25, 0], children: [12] },
  ...[0, 1, 2, 3].flatMap((i) => [
    { name: `d${i}`, translation: [i - 1.5, 0, 0], children: [5 + 2 * i] },
    { name: `e${i}`, translation: [0, -0.5, 0] },
  ]),
  ...Array.from({ length: HAIR }, (_, i) => ({
    name: `hair_hand_${i}`,
    translation: [0, 0, -0.01],
    children: i + 1 < HAIR ? [13 + i] : [],
  })),
];
const MAP = { hips: 1, head: 3, leftHand: 5, rightHand: 7, leftFoot: 9, rightFoot: 11 };

const VRM_0 = {
  VRM: {
    humanoid: {
      humanBones: [
        ...Object.entries(MAP).map(([bone, node]) => ({ bone, node })),
        { bone: 'jaw', node: -1 },
      ],
    },
  },
};
const VRM_1 = {
  VRMC_vrm: {
    humanoid: {
      humanBones: Object.fromEntries(Object.entries(MAP).map(([bone, node]) => [bone, { node }])),
    },
  },
};
const skins = [{ joints: vrmNodes.map((_, i) => i) }];

describe.each([
  ['0.x', VRM_0],
  ['1.0', VRM_1],
])('VRM %s', (_, extensions) => {
  const json = { nodes: vrmNodes, extensions };

  test('has the effectors of its humanoid map alone, whatever hair it has', () => {
    const { value, remarks } = rigOf({ ...json, skins });
    expect(value.bones).toHaveLength(12 + HAIR);
    expect(value.robot.effectors).toEqual(['c', 'e0', 'e1', 'e2', 'e3']);
    const imported = importRobot(value.robot, {}, remarks, sampleCatalogue);
    if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
    expect(imported.value.report.effectors).toHaveLength(5);
    expect(imported.value.report.joints).toBe(30);
  });

  test('has bones without a skin, and its root at the hips', () => {
    const { robot, bones } = rigOf(json, 'free').value;
    expect(bones).toHaveLength(12 + HAIR);
    expect(robot.effectors).toEqual(['c', 'e0', 'e1', 'e2', 'e3']);
    expect(robot.joints.find(({ type }) => type === 'prismatic')?.name).toBe('a_shift_x');
    expect(robot.joints.find(({ child }) => child === 'Root')?.type).toBe('fixed');
  });
});

test('.vrm is a robot in a folder, and its base can be freed', () => {
  const vrm = encodeGlb({ nodes: vrmNodes, skins, extensions: VRM_1 });
  const folder = createFolder(
    new Map([
      ['avatars/A.VRM', vrm],
      ['a.png', vrm],
    ]),
  );
  expect(findRobotFile(folder).file).toBe('avatars/A.VRM');
  const read = readRobot(folder, 'avatars/A.VRM', new Map());
  expect(read.ok && [read.value.floats, read.value.robot.name]).toEqual([true, 'A']);
});

test('effectors that need more than 256 joints are left out, with a remark', () => {
  const arm = (from: number) =>
    Array.from({ length: 40 }, (_, i) => ({
      name: `arm ${from} ${i}`,
      translation: [0.1, 0, 0],
      children: i < 39 ? [from + i + 1] : [],
    }));
  const nodes = [{ name: 'body', children: [1, 41, 81] }, ...arm(1), ...arm(41), ...arm(81)];
  const { value, remarks } = rigOf({ nodes, skins: [{ joints: nodes.map((_, i) => i) }] });
  expect(value.robot.effectors).toEqual(['arm 1 39', 'arm 41 39']);
  expect(remarks.map(formatRemark)).toContain(
    'figure.gltf: skeleton: left out as effectors, because more than 256 joints would be needed: "arm 81 39"',
  );
  expect(importRobot(value.robot, {}, [], sampleCatalogue).ok).toBe(true);
});

test.each([
  [
    { VRM: { humanoid: { humanBones: [{ bone: 'hips', node: 99 }] } } },
    'the humanoid map references the node 99, which does not exist',
  ],
  [
    { VRMC_vrm: { humanoid: { humanBones: { hips: { node: 0.5 } } } } },
    'the humanoid map references the node 0.5, which does not exist',
  ],
  [{ VRM: { humanoid: 3 }, VRMC_vrm: null }, 'it has no skin'],
])('rejects a humanoid map that names no node: %#', (extensions, reason) => {
  expect(fault({ nodes: vrmNodes, extensions })).toContain(reason);
});

test('rejects an animation of a node that does not exist', () => {
  const json = withAnimations(HUMANOID_GLTF, [
    {
      ...SWING_KEYFRAMES,
      node: 44,
      values: [makeAxisQuaternion('x', 0), makeAxisQuaternion('x', 1)],
    },
  ]);
  expect(fault(json)).toBe('an animation references the node 44, which does not exist');
});
