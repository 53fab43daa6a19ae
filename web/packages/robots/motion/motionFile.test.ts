/** Exported motions, opened again by our own readers. */
import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { Vec3 } from '@iklab/core/scenario';
import { distance } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames, isIndependentJoint } from '@iklab/core/scenario/robot';
import { requireValue } from '@iklab/core/scenario/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createFolder } from '../folder.ts';
import { readBvh } from '../rig/bvhRig.ts';
import { readGltfRig } from '../rig/gltfRig.ts';
import { readBvhMotion } from '../rig/testMotionReader.ts';
import { writeMotionFile } from './motionFile.ts';
import { DANCER_BVH, makeCraneRun, makeDancerRun } from './testMotion.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

function rigOf(text: string) {
  return requireValue(readBvh(text, 'a.bvh', 'free'));
}

const apart = (a: Vec3 | undefined, b: Vec3 | undefined): number =>
  a && b ? distance(a, b) : Number.NaN;
const text = (content: string | Uint8Array): string => content as string;
const hierarchy = (bvh: string): string => bvh.slice(0, bvh.indexOf('MOTION'));

describe('a BVH of a mechanism from a BVH', () => {
  test.each(['free', 'held'] as const)(
    'has the hierarchy of the file and the angles of the run, root %s',
    (base) => {
      const { scene, trajectory } = makeDancerRun(engine, base);
      const { content, remarks } = writeMotionFile('bvh', scene, trajectory, DANCER_BVH);
      expect(remarks).toEqual([]);
      expect(hierarchy(text(content))).toBe(hierarchy(DANCER_BVH));
      const [rig, clip] = [rigOf(text(content)), readBvhMotion(text(content))];
      expect([clip.frames, clip.frameTime]).toEqual([41, 1 / 60]);
      const names = scene.tree.joints.filter(isIndependentJoint).map(({ id }) => id);
      expect(names.length).toBe(base === 'free' ? 22 : 16);
      trajectory.poses.forEach((pose, frame) => {
        pose.forEach((value, i) => {
          const column = rig.channelJoints.indexOf(names[i] ?? '');
          expect(rig.bvh.values[frame * rig.bvh.channels + column]).toBeCloseTo(value, 12);
        });
        const places = clip.linkPositions(frame);
        const tips = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, pose);
        scene.tree.effectors.forEach(({ id }, i) => {
          expect(apart(tips[i]?.position, places.get(id)), id).toBeLessThan(1e-9);
        });
      });
    },
  );

  test('keeps the translations and the order of channels that are not joints of the scene', () => {
    const { scene, trajectory } = makeDancerRun(engine, 'free');
    const written = text(writeMotionFile('bvh', scene, trajectory, DANCER_BVH).content);
    const row = written.split('\n').at(-2)?.split(' ').map(Number) ?? [];
    // After six channels of Hips, three of Chest and the rotations of Left Arm.
    expect(row.slice(12, 15)).toEqual([0.5, 0, -0.5]);
    // The tail is in the tree without joints: it keeps its first frame.
    for (const [i, angle] of [7, 0, 9].entries()) expect(row[18 + i]).toBeCloseTo(angle, 12);
  });

  test('has the skeleton of the scene, with a remark, if the mechanism was changed', () => {
    const { scene, trajectory } = makeDancerRun(engine, 'free');
    const { joints, effectors } = scene.tree;
    const changed = joints.map((joint, i) => (i === 7 ? { ...joint, axis: [0, 0, 2] } : joint));
    const longer = joints.map((joint, i) => (i === 9 ? { ...joint, xyz: [0, 31, 2] } : joint));
    for (const list of [changed, longer]) {
      const tree = { joints: list as typeof joints, effectors };
      const { content, remarks } = writeMotionFile(
        'bvh',
        { ...scene, tree },
        trajectory,
        DANCER_BVH,
      );
      expect(remarks).toEqual([
        'the mechanism is not that of the BVH file; its joints are those of the scene',
      ]);
      expect(text(content)).toContain('ROOT Hips');
    }
  });

  test('has its bones even without the file', () => {
    const { scene, trajectory } = makeDancerRun(engine, 'free');
    const written = text(writeMotionFile('bvh', scene, trajectory).content);
    expect(hierarchy(written)).toContain(`HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation
  JOINT Chest
  {
    OFFSET 0 30 2
    CHANNELS 3 Zrotation Yrotation Xrotation
    JOINT Left_Arm
    {
      OFFSET 20.5 10 -0.5
      CHANNELS 3 Zrotation Xrotation Yrotation
`);
    const [rig, clip] = [rigOf(written), readBvhMotion(written)];
    const last = trajectory.poses.length - 1;
    expect(rig.links).toEqual([
      ...['Hips', 'Chest', 'Left_Arm', 'LeftHand', 'LeftHand_end'],
      ...['LeftUpLeg', 'LeftLeg_x', 'LeftFoot', 'LeftFoot_end'],
    ]);
    const tips = computeEffectorTipFrames(
      scene.tree.joints,
      scene.tree.effectors,
      trajectory.poses[last] ?? [],
    );
    scene.tree.effectors.forEach(({ id }, i) => {
      expect(apart(tips[i]?.position, clip.linkPositions(last).get(id)), id).toBeLessThan(1e-9);
    });
  });
});

describe('a BVH of another mechanism', () => {
  test('has a root with six channels, y up, and the positions of the run', () => {
    const { scene, trajectory } = makeCraneRun(engine);
    const written = text(writeMotionFile('bvh', scene, trajectory).content);
    expect(written.split('\n').slice(0, 8)).toEqual([
      'HIERARCHY',
      'ROOT world',
      '{',
      '  OFFSET 0 0 0',
      '  CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation',
      '  JOINT turret',
      '  {',
      '    OFFSET 0.2 1 0',
    ]);
    // The rotation about z of a scene with z up is one about y.
    expect(written).toContain('    CHANNELS 3 Yrotation Xrotation Zrotation\n    JOINT rail');
    expect(written).toContain('      CHANNELS 3 Xposition Yposition Zposition\n      JOINT mount');
    expect(written).toMatch(/JOINT spindle\n *\{\n *OFFSET 0 0 0\n *CHANNELS 6/);
    const clip = readBvhMotion(written);
    expect([clip.frames, clip.frameTime]).toEqual([31, 0.02]);
    const { joints, effectors } = scene.tree;
    const ends = [
      ['wrist', 'wrist_x', [0, 0, 0]],
      ['finger_end', 'finger', effectors[0]?.xyz],
      ['mount_end', 'mount', effectors[1]?.xyz],
      ['boom', 'boom', [0, 0, 0]],
    ] as const;
    const placed = ends.map(([id, parent, xyz]) => ({
      id,
      parent,
      xyz: xyz as Vec3,
      rpy: [0, 0, 0] as const,
    }));
    trajectory.poses.forEach((pose, frame) => {
      const tips = computeEffectorTipFrames(joints, placed, pose);
      placed.forEach(({ id }, i) => {
        const [x = 9, y = 9, z = 9] = tips[i]?.position ?? [];
        const [a = 0, b = 0, c = 0] = clip.linkPositions(frame).get(id) ?? [];
        expect(Math.hypot(a - x, b - z, c + y), `${id} ${frame}`).toBeLessThan(1e-9);
      });
    });
  });

  test('has names without spaces and braces, which end a name in the file', () => {
    const { scene, trajectory } = makeCraneRun(engine, 1);
    const names = ['a b', 'c{', '}d\ne', ' ', 'End Site', 'JOINT'];
    let at = 0;
    const renamed = new Map(scene.tree.joints.map(({ id }) => [id, names[at++] ?? id]));
    const joints = scene.tree.joints.map((joint) => ({
      ...joint,
      id: renamed.get(joint.id) ?? '',
      parent: joint.parent && (renamed.get(joint.parent) ?? null),
      ...(joint.mimic && { mimic: { ...joint.mimic, joint: renamed.get('boom') ?? '' } }),
    }));
    const effectors = scene.tree.effectors.map((each) => ({
      ...each,
      parent: renamed.get(each.parent) ?? '',
    }));
    const tree = { joints, effectors };
    const written = text(writeMotionFile('bvh', { ...scene, tree }, trajectory).content);
    expect(rigOf(written).bvh.joints.map(({ name }) => name)).toEqual([
      ...['world', 'a_b', 'c_', '_d_e', 'joint', 'End_Site', 'JOINT', 'wrist_x', 'finger'],
      ...['finger_end', '_d_e_end'],
    ]);
  });

  test('is the same text for the same run', () => {
    const [one, other] = [makeCraneRun(engine), makeCraneRun(engine)].map(({ scene, trajectory }) =>
      (['bvh', 'csv', 'yaml', 'glb'] as const).map((form) =>
        Buffer.from(writeMotionFile(form, scene, trajectory).content).toString('base64'),
      ),
    );
    expect(one).toEqual(other);
  });
});

test('a glTF opens again as a figure with the joints and the effectors of the scene', () => {
  const { scene, trajectory } = makeCraneRun(engine);
  const bytes = writeMotionFile('glb', scene, trajectory).content as Uint8Array;
  const rig = readGltfRig(bytes, 'a.glb', createFolder(new Map()));
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  const { bones, clip } = rig.value;
  expect(bones.map(({ link }) => link)).toEqual([
    ...['Crane', 'turret', 'rail', 'mount', 'boom', 'spindle', 'wrist', 'finger', 'tip', 'lamp'],
  ]);
  // The reader samples 30 frames per second: both have 0.6 s.
  expect([clip?.frames, clip?.frameTime]).toEqual([19, expect.closeTo(1 / 30, 6)]);
});

describe('a joint trajectory', () => {
  const small = {
    scene: () => {
      const { scene } = makeCraneRun(engine, 1);
      return { ...scene, scenario: { ...scene.scenario, unit: 'mm' as const } };
    },
    trajectory: {
      timeStep: 0.75,
      poses: [
        [0, 1500, 0.1, -0.25, 1e-7, 2],
        [1, 2, 3, 4, 5, -6],
        [0, 0, 0, 0, 0, 0],
      ],
    },
  };

  test('of ROS has the independent joints, metres, seconds and nanoseconds', () => {
    const yaml = text(writeMotionFile('yaml', small.scene(), small.trajectory).content);
    expect(yaml.split('\n').slice(7, 10)).toEqual([
      'points:',
      '- positions: [0.0, 1.5, 0.1, -0.25, 1.0e-7, 2.0]',
      '  time_from_start: {sec: 0, nanosec: 0}',
    ]);
    const read = parse(yaml);
    expect(read.joint_names).toEqual(['turret', 'rail', 'boom', 'spindle', 'wrist_z', 'wrist_x']);
    expect(read.points[1]).toEqual({
      positions: [1, 0.002, 3, 4, 5, -6],
      time_from_start: { sec: 0, nanosec: 750_000_000 },
    });
    expect(read.points[2].time_from_start).toEqual({ sec: 1, nanosec: 500_000_000 });
  });

  test('has names of any characters, and numbers that YAML 1.1 reads', () => {
    const { scene } = makeCraneRun(engine, 1);
    const odd = ['a: b', '- c', 'd\'"', '#e', 'ü\u{1f9be}', 'no'];
    let at = 0;
    const joints = scene.tree.joints.map((joint) =>
      isIndependentJoint(joint) ? { ...joint, id: odd[at++] ?? '' } : joint,
    );
    const tree = { ...scene.tree, joints };
    const yaml = text(writeMotionFile('yaml', { ...scene, tree }, small.trajectory).content);
    expect(parse(yaml).joint_names).toEqual(odd);
    // yaml.org/type/float.html: with a point, and a sign in the exponent
    for (const [, numbers = ''] of yaml.matchAll(/positions: \[(.*)\]/g))
      for (const number of numbers.split(', ')) expect(number).toMatch(/^-?\d+\.\d+(e[-+]\d+)?$/);
  });

  test('as CSV has seconds and the values of the run', () => {
    const csv = text(writeMotionFile('csv', small.scene(), small.trajectory).content);
    expect(csv).toBe(`time,turret,rail,boom,spindle,wrist_z,wrist_x
0,0,1500,0.1,-0.25,1e-7,2
0.75,1,2,3,4,5,-6
1.5,0,0,0,0,0,0
`);
  });
});
