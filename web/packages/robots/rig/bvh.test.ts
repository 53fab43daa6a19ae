import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark, importRobot } from '../importRobot.ts';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from '../makeScenarioTree.ts';
import { readRobot } from '../readRobot.ts';
import type { BaseAttachment } from '../robot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { readBvh } from './bvhRig.ts';
import { computeClipPathFrames, getClipJointValues, makeClipTargetPaths } from './motionClip.ts';
import { readBvhClip } from './readBvhClip.ts';

const FIGURE = `HIERARCHY
ROOT Hips
{
  OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Chest {
    OFFSET 0 0 0
    CHANNELS 3 Yrotation Xrotation Zrotation
    JOINT LeftHand
    {
      OFFSET 2 0 0
      CHANNELS 3 Xrotation Zrotation Yrotation
      End Site
      {
        OFFSET 1 0 0
      }
    }
  }
  JOINT Hip
  {
    OFFSET 0 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Left Foot
    {
      OFFSET 0 -3 0
      CHANNELS 4 Zposition Xrotation Yrotation Zrotation
      End Site
      {
        OFFSET 0 0 1
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0  0 0 0   0 0 0   0 0 0   0 0 0   0.5 0 0 0
10 20 30  90 0 0   90 0 0   0 90 0   0 0 0   0.5 90 0 0
`;

function rigOf(text: string, root: BaseAttachment = 'held') {
  const read = readBvh(text, 'figure.bvh', root);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read;
}
function clipOf(text: string, root: BaseAttachment) {
  return requireValue(readBvhClip(rigOf(text, root).value));
}
const rounded = (v: readonly number[] = []) => v.map((x) => +x.toFixed(9) + 0);

describe('BVH', () => {
  test('has a hinge per rotation, in the file’s order; bones without motion are fixed', () => {
    const { value, remarks } = rigOf(FIGURE, 'free');
    const moving = value.robot.joints.filter(({ type }) => type !== 'fixed');
    expect(moving.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['x', 'y', 'z'].map((axis) => `Hips_shift_${axis} prismatic`),
      ...['z', 'y', 'x'].map((axis) => `Hips_${axis} revolute`),
      ...['y', 'x', 'z'].map((axis) => `Chest_${axis} revolute`),
      ...['x', 'z', 'y'].map((axis) => `LeftHand_${axis} revolute`),
      ...['x', 'y', 'z'].map((axis) => `Left Foot_${axis} revolute`),
    ]);
    expect(value.links).toEqual([
      'Hips',
      'Chest',
      'LeftHand',
      'LeftHand_end',
      'Hip',
      'Left Foot',
      'Left Foot_end',
    ]);
    expect(remarks.map(formatRemark)).toEqual([
      'figure.bvh:1: lengths: a BVH file has no unit; the values are used as they are',
      'figure.bvh:1: joints: without length and motion, therefore fixed: "Hip"',
      'figure.bvh:1: MOTION: 2 frames (1 s) are not part of the tree',
    ]);
  });

  test('holds its root unless it is free', () => {
    const { value, remarks } = rigOf(FIGURE);
    expect(value.robot.joints[0]).toMatchObject({ name: 'Hips_fixed', type: 'fixed' });
    expect(remarks.map(formatRemark)).toContain(
      'figure.bvh:2: joint "Hips": the root is fixed at its OFFSET',
    );
    expect(value.robot).toMatchObject({
      unit: 'none',
      up: 'y',
      effectors: ['LeftHand_end'],
    });
  });

  test('is recognized by its first line', () => {
    const read = readRobot(makeTextFolder({ 'clip.txt': FIGURE }), 'clip.txt', new Map());
    expect(read.ok && read.value.robot.joints.length).toBeGreaterThan(3);
  });
});

describe('the clip', () => {
  test('has the positions worked out on paper', () => {
    const still = clipOf(FIGURE, 'free').linkPositions(0);
    expect(rounded(still.get('LeftHand_end'))).toEqual([3, 1, 0]);
    expect(rounded(still.get('Left Foot_end'))).toEqual([0, -2, 1.5]);
    const moved = clipOf(FIGURE, 'free').linkPositions(1);
    expect(rounded(moved.get('Hips'))).toEqual([10, 21, 30]);
    // the hips rotate x to y; then the chest rotates its x to −z: the hand is 2 along −z
    expect(rounded(moved.get('LeftHand'))).toEqual([10, 21, 28]);
    // the hand rotates about its z, which chest and hips rotated to y: on along +y of the chest, −x
    expect(rounded(moved.get('LeftHand_end'))).toEqual([9, 21, 28]);
    // −3 along y is 3 along x; half a unit along z; the foot rotates z to −y of the hips, +x
    expect(rounded(moved.get('Left Foot'))).toEqual([13, 21, 30.5]);
    expect(rounded(moved.get('Left Foot_end'))).toEqual([14, 21, 30.5]);
  });

  test('is relative to the root if the root is held', () => {
    const held = clipOf(FIGURE, 'held').linkPositions(1);
    expect(rounded(held.get('Hips'))).toEqual([0, 1, 0]);
    expect(rounded(held.get('LeftHand_end'))).toEqual([0, 2, -2]);
  });

  test.each(['free', 'held'] as const)(
    'has the joint values that put the imported robot at its positions, root %s',
    (root) => {
      const { value, remarks } = rigOf(FIGURE, root);
      const imported = importRobot(
        value.robot,
        { effectors: value.links },
        remarks,
        sampleCatalogue,
      );
      if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
      const tree = imported.value.document.tree as {
        joints: ScenarioTreeJoint[];
        effectors: ScenarioTreeEffector[];
      };
      const clip = clipOf(FIGURE, root);
      for (const frame of [0, 1]) {
        const values = getClipJointValues(clip, frame);
        const own = tree.joints.filter(({ type }) => type !== 'fixed');
        const tips = computeEffectorTipFrames(
          tree.joints,
          tree.effectors,
          own.map(({ id }) => values.get(id) ?? 9),
        );
        const places = clip.linkPositions(frame);
        tree.effectors.forEach(({ id }, i) => {
          expect(rounded(tips[i]?.position), id).toEqual(rounded(places.get(id)));
        });
      }
    },
  );

  test('gives target paths for effectors, forward and back', () => {
    const paths = makeClipTargetPaths(clipOf(FIGURE, 'held'), ['LeftHand_end']);
    expect(paths.ok && paths.value[0]?.motion).toMatchObject({ kind: 'path', period: 1 });
    const points = paths.ok ? (paths.value[0]?.motion.points ?? []) : [];
    expect(points.map(rounded)).toEqual([
      [0, 0, 0],
      [-3, 1, -2],
    ]);
    expect(paths.ok && paths.value[0]?.position).toEqual([3, 1, 0]);
    const wrong = makeClipTargetPaths(clipOf(FIGURE, 'held'), ['Hand']);
    expect(wrong.ok ? '' : wrong.faults[0]?.reason).toBe('the clip does not have this joint');
  });

  test('gives paths of at most 256 evenly spaced frames', () => {
    expect(computeClipPathFrames(4)).toEqual([0, 1, 2, 3, 2, 1]);
    expect(computeClipPathFrames(1)).toEqual([0, 0]);
    const many = computeClipPathFrames(2752);
    expect(many.length).toBe(256);
    expect(Math.max(...many)).toBe(2751);
  });
});

describe('rejects', () => {
  const faultsOf = (text: string) => {
    const read = readBvh(text, 'f.bvh');
    return read.ok
      ? 'was taken'
      : read.faults.map(({ line, element, reason }) => `${line} ${element}: ${reason}`).join();
  };
  test.each([
    ['ROOT', 'RUUT', '2 hierarchy: "RUUT Hips" is not part of a hierarchy'],
    ['  JOINT Hip\n', '  ROOT Hip\n', '19 hierarchy: ROOT is not allowed here'],
    ['OFFSET 2 0 0', 'OFFSET 2 0', '11 joint "LeftHand", OFFSET: must be three numbers; got "2 0"'],
    [
      'OFFSET 2 0 0',
      'OFFSET 2 0,5 0',
      '11 joint "LeftHand", OFFSET: expected numbers up to 1e+15; got "0,5"',
    ],
    ['CHANNELS 3 Y', 'CHANNELS 2 Y', '8 joint "Chest", CHANNELS: expected "2" channels; got 3'],
    [
      'Yrotation Xrotation Z',
      'Wrotation Xrotation Z',
      '8 joint "Chest", CHANNELS: unknown channel "Wrotation"; expected Xposition … Zrotation',
    ],
    ['MOTION', 'MOTIN', '34 hierarchy: expected MOTION; got "MOTIN"'],
    ['Frames: 2', 'Frames: two', '35 BVH: expected Frames: and their number; got "Frames: two"'],
    [
      'Frame Time: 0.5',
      'Frame Time: 0',
      '36 Frame Time: must be a time above 0 s, at most 3600 s; got "0"',
    ],
    [
      'Frames: 2',
      'Frames: 999999999',
      '999999999 frames of 19 numbers; the maximum is 10000000 numbers',
    ],
    ['0.5 0 0 0', '0.5 0 0', '37 frame 0: must have 19 numbers, one per channel; got 18'],
    ['10 20', 'nan 20', '38 frame 1: expected numbers up to 1e+15; got "nan"'],
    ['0.5 90', '0.5 1e9', '38 frame 1: 1000000000 degrees is too large'],
  ])('%s replaced by %s', (written, wrong, fault) => {
    expect(faultsOf(FIGURE.replace(written, wrong))).toContain(fault);
  });

  test('has spaces before the colons, and no duration for a single pose', () => {
    const spaced = FIGURE.replace('Frames:', 'Frames :').replace('Frame Time:', 'Frame Time :');
    expect(rigOf(spaced).value.bvh).toMatchObject({ frames: 2, frameTime: 0.5 });
    const still = FIGURE.replace('Frames: 2', 'Frames: 1').replace('Time: 0.5', 'Time: 0.0');
    expect(rigOf(still).value.bvh).toMatchObject({ frames: 1, frameTime: 1 / 30 });
  });

  test('an early end of the file; missing frames are a remark', () => {
    expect(faultsOf('HIERARCHY\nROOT a\n{\nOFFSET 0 0 0')).toContain(
      'the file ends before its last }',
    );
    const short = readBvh(FIGURE.replace('Frames: 2', 'Frames: 3'), 'f.bvh');
    expect(short.ok && short.remarks[0]?.reason).toBe('expected 3; got 2');
    const none = rigOf(FIGURE.slice(0, FIGURE.indexOf('MOTION')));
    const clip = readBvhClip(none.value);
    expect(clip.ok ? '' : clip.faults[0]?.reason).toBe('must have at least one frame; got 0');
  });
});
