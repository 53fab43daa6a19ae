/** Makes small robots for tests, and computes poses of their links independently of `makeScenarioTree`. */
import { requireValue } from '@iklab/core/scenario/testing';
import { ReaderNotes } from './readerNotes.ts';
import { readUrdf } from './readUrdf.ts';
import { readXml } from './readXml.ts';
import { resolveMimicJoints } from './resolveMimicJoints.ts';
import type { ReadResult, Robot, RobotJoint } from './robot.ts';

export function readTestUrdf(body: string): ReadResult<Robot> {
  const text = `<?xml version="1.0"?>\n<robot name="made">\n${body}\n</robot>`;
  const xml = readXml(text, 'made.urdf');
  return xml.ok ? readUrdf(xml.value) : xml;
}

export function makeTestRobot(body: string): Robot {
  return requireValue(readTestUrdf(body));
}

export const makeUrdfLinks = (names: string) =>
  names
    .split(' ')
    .map((name) => `<link name="${name}"/>`)
    .join('\n');

/**
 * Makes a URDF joint element. `ends`: names of parent and child link; `more`: attributes and
 * elements inside the joint; `numbers`: for example `xyz="0 0 1" rpy="0 0 0"`.
 */
export const makeUrdfJoint = (
  name: string,
  ends: string,
  type = 'revolute',
  more = '',
  numbers = '',
) => {
  const [parent, child] = ends.split(' ');
  const origin = numbers === '' ? '' : `<origin ${numbers}/>`;
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${origin}${more}</joint>`;
};

export const makeUrdfLimit = (lower: number, upper: number) =>
  `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/>`;

/**
 * URDF of an arm with five joints in the usual order: a waist, three pitch joints and a rotation of
 * the hand.
 */
export const FIVE_JOINT_ARM_URDF = (() => {
  const axes = ['0 0 1', '0 1 0', '0 1 0', '0 1 0', '0 0 1'];
  const arm = axes.map((axis, i) =>
    makeUrdfJoint(
      `j${i + 1}`,
      `l${i} l${i + 1}`,
      'revolute',
      `<axis xyz="${axis}"/>${makeUrdfLimit(-3, 3)}`,
      'xyz="0 0 0.2"',
    ),
  );
  const tool = makeUrdfJoint('to_tool', 'l5 tool', 'fixed', '', 'xyz="0 0 0.1"');
  return `<robot name="five">${makeUrdfLinks('l0 l1 l2 l3 l4 l5 tool')}${arm.join('')}${tool}</robot>`;
})();

type Matrix4 = number[][];

const multiply = (a: Matrix4, b: Matrix4): Matrix4 =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));

function rotationMatrix(axis: readonly number[], angle: number): Matrix4 {
  const length = Math.hypot(...axis);
  const [x = 0, y = 0, z = 0] = axis.map((part) => part / length);
  const [s, c, k] = [Math.sin(angle), Math.cos(angle), 1 - Math.cos(angle)];
  return [
    [k * x * x + c, k * x * y - s * z, k * x * z + s * y, 0],
    [k * x * y + s * z, k * y * y + c, k * y * z - s * x, 0],
    [k * x * z - s * y, k * y * z + s * x, k * z * z + c, 0],
    [0, 0, 0, 1],
  ];
}

const translationMatrix = ([x = 0, y = 0, z = 0]: readonly number[]): Matrix4 => [
  [1, 0, 0, x],
  [0, 1, 0, y],
  [0, 0, 1, z],
  [0, 0, 0, 1],
];

function jointMatrix({ type, axis, pitch }: RobotJoint, value: number): Matrix4 {
  if (type === 'fixed' || type === 'floating') return translationMatrix([0, 0, 0]);
  const length = Math.hypot(...axis);
  const translateBy = (distance: number) =>
    translationMatrix(axis.map((part) => (distance * part) / length));
  if (type === 'prismatic') return translateBy(value);
  return multiply(rotationMatrix(axis, value), translateBy(type === 'screw' ? pitch * value : 0));
}

/**
 * Returns the 4 × 4 matrix of a link in the frame of the root link, as a product of joint matrices.
 * `values`: joint values by name.
 */
export function computeLinkMatrix(
  robot: Robot,
  link: string,
  values: ReadonlyMap<string, number>,
): Matrix4 {
  const drives = resolveMimicJoints(robot.joints, new ReaderNotes());
  const above = robot.joints.find(({ child }) => child === link);
  if (!above) return translationMatrix([0, 0, 0]);
  const drive = drives.get(above.name);
  const value =
    drive?.kind === 'follows'
      ? drive.mimic.multiplier * (values.get(drive.mimic.joint) ?? 0) + drive.mimic.offset
      : drive?.kind === 'held'
        ? drive.value
        : (values.get(above.name) ?? 0);
  const [roll, pitch, yaw] = above.rpy;
  const rotation = multiply(
    multiply(rotationMatrix([0, 0, 1], yaw), rotationMatrix([0, 1, 0], pitch)),
    rotationMatrix([1, 0, 0], roll),
  );
  const origin = multiply(translationMatrix(above.xyz), rotation);
  return multiply(
    computeLinkMatrix(robot, above.parent, values),
    multiply(origin, jointMatrix(above, value)),
  );
}
