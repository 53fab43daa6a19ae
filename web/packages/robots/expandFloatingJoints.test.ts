import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { createFolder } from './folder.ts';
import { formatRemark, importRobot } from './importRobot.ts';
import { readRobot } from './readRobot.ts';
import { encodeGlb, RIG_FIGURE_GLTF } from './rig/testRig.ts';
import type { BaseAttachment } from './robot.ts';
import { makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';

const SIX = ['shift_x', 'shift_y', 'shift_z', 'x', 'y', 'z'];
const encoded = (text: string) => new TextEncoder().encode(text);
const URDF = `<robot name="made">${makeUrdfLinks('world base hand')}
${makeUrdfJoint('float', 'world base', 'floating', '', 'xyz="1 2 3" rpy="0 0 1"')}${makeUrdfJoint('arm', 'base hand', 'continuous')}</robot>`;
const MJCF = `<mujoco><worldbody><body name="base" pos="1 2 3" euler="0 0 1"><freejoint name="float"/>
<body name="hand"><joint name="arm" axis="1 0 0"/></body></body></worldbody><compiler angle="radian"/></mujoco>`;

function jointsOf(name: string, bytes: Uint8Array, base: BaseAttachment) {
  const read = readRobot(createFolder(new Map([[name, bytes]])), name, new Map(), base);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const imported = importRobot(read.value.robot, {}, read.remarks, sampleCatalogue);
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  const { joints } = imported.value.document.tree as {
    joints: { id: string; type: string; xyz: number[]; rpy: number[] }[];
  };
  return { joints, said: imported.remarks.map(formatRemark).join('\n') };
}

describe('a floating base', () => {
  test.each([
    ['made.urdf', URDF],
    ['made.xml', MJCF],
  ])('is held, or gets six joints: %s', (name, text) => {
    const held = jointsOf(name, encoded(text), 'held');
    expect(held.joints.map(({ id }) => id)).toEqual(['arm']);
    expect(held.said).toContain('joint "float": a floating joint is fixed in place');
    const { joints, said } = jointsOf(name, encoded(text), 'free');
    expect(joints.map(({ id }) => id)).toEqual([...SIX.map((each) => `float_${each}`), 'arm']);
    expect(joints.map(({ type }) => type).slice(0, 6)).toEqual([
      ...['prismatic', 'prismatic', 'prismatic'],
      ...['revolute', 'revolute', 'revolute'],
    ]);
    expect(joints[0]).toMatchObject({ xyz: [1, 2, 3], rpy: [0, 0, 1] });
    expect(joints[1]).toMatchObject({ xyz: [0, 0, 0], rpy: [0, 0, 0] });
    expect(said).not.toContain('is fixed in place');
  });

  test('of a robot does not change which axis points up, z unless chosen otherwise', () => {
    const read = readRobot(
      createFolder(new Map([['made.urdf', encoded(URDF)]])),
      'made.urdf',
      new Map(),
    );
    const upOf = (up?: 'x' | 'y') => {
      if (!read.ok) return read.faults;
      const imported = importRobot(read.value.robot, { up }, [], sampleCatalogue);
      return imported.ok && imported.value.document.view;
    };
    expect(read.ok && read.value.floats).toBe(true);
    expect([upOf(), upOf('x'), upOf('y')]).toEqual([{ up: 'z' }, { up: 'x' }, { up: 'y' }]);
  });

  test('is the root bone of a skeleton', () => {
    const names = (base: BaseAttachment) =>
      jointsOf('figure.glb', encodeGlb(RIG_FIGURE_GLTF), base).joints.map(({ id }) => id);
    expect(names('held')[0]).toBe('Spine_x');
    expect(names('free').slice(0, 7)).toEqual([...SIX.map((each) => `Hips_${each}`), 'Spine_x']);
  });
});
