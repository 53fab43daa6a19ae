import { expect, test } from 'vitest';
import { readRobot } from './readRobot.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';

const arm = (name: string) =>
  `<robot${name}>${makeUrdfLinks('base hand')}${makeUrdfJoint('j', 'base hand', 'continuous')}</robot>`;

test.each([
  [' name="made"', 'arms/left.urdf', 'made'],
  ['', 'arms/left.urdf', 'left'],
  ['', 'left.v2.urdf.xacro', 'left.v2'],
])('the name of <robot%s> in %s is %s', (name, file, called) => {
  const read = readRobot(makeTextFolder({ [file]: arm(name) }), file, new Map());
  expect(read.ok && read.value.robot.name).toBe(called);
});

test('xacro elements left in a plain URDF are ignored with a remark; in a real xacro they are faults', () => {
  const text = arm(' name="a"').replace('</robot>', '<xacro:gripper parent="hand"/>\n</robot>');
  const read = readRobot(makeTextFolder({ 'a.urdf': text }), 'a.urdf', new Map());
  expect(read.ok && read.value.robot.joints).toHaveLength(1);
  expect(read.ok && read.remarks).toMatchObject([
    { element: '<xacro:gripper>', file: 'a.urdf', kind: 'left-out', grave: true },
  ]);
  const plain = text.replace('<link', '<xacro:property name="p" value="${q}"/><link');
  const real = plain.replace('<xacro:gripper', '<xacro:gripper v="${p}"');
  expect(readRobot(makeTextFolder({ 'a.urdf': real }), 'a.urdf', new Map()).ok).toBe(false);
  expect(readRobot(makeTextFolder({ 'a.xacro': text }), 'a.xacro', new Map()).ok).toBe(false);
});

test.each([
  [
    '<xacro:macro name="arm" params="prefix"/>',
    'a.xacro',
    'it only defines the macro "arm"; drop the file that includes it, together with this one',
  ],
  [
    '<xacro:macro name="a" params=""/><macro name="b" params=""/>',
    'a.xacro',
    'the macros "a", "b"',
  ],
  [
    '<material name="red"/>',
    'a.urdf',
    'if it is a part of a robot, drop the file that includes it',
  ],
  ['\n<xi:include href="b.urdf"/>', 'a.urdf', '<xi:include> (line 2) is not supported'],
])('says why there is no link in %s', (body, file, reason) => {
  const text = `<robot name="part">${body}</robot>`;
  const read = readRobot(makeTextFolder({ [file]: text }), file, new Map());
  expect(read.ok ? [] : read.faults).toMatchObject([
    { file, line: 1, element: '<robot>', reason: expect.stringContaining(reason) },
  ]);
});
