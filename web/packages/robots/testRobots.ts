/** Small robots for tests, and poses of their links, computed independently of `fold`. */
import { drivesOf } from './mimics.ts';
import { Notes } from './notes.ts';
import type { Read, Robot, RobotJoint } from './robot.ts';
import { readUrdf } from './urdf.ts';
import { readXml } from './xml.ts';

export function urdf(body: string): Read<Robot> {
  const text = `<?xml version="1.0"?>\n<robot name="made">\n${body}\n</robot>`;
  const xml = readXml(text, 'made.urdf');
  return xml.ok ? readUrdf(xml.value) : xml;
}

/** The robot; throws if it is rejected. */
export function robotOf(body: string): Robot {
  const read = urdf(body);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

export const links = (names: string) =>
  names
    .split(' ')
    .map((name) => `<link name="${name}"/>`)
    .join('\n');

/**
 * `more`: attributes and elements inside the joint; `numbers`: for example `xyz="0 0 1" rpy="0 0
 * 0"`.
 */
export const joint = (name: string, ends: string, type = 'revolute', more = '', numbers = '') => {
  const [parent, child] = ends.split(' ');
  const origin = numbers === '' ? '' : `<origin ${numbers}/>`;
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${origin}${more}</joint>`;
};

export const limit = (lower: number, upper: number) =>
  `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/>`;

/** Five joints as in most such arms: a waist, three pitches and a rotation of the hand. */
export const FIVE_JOINTS = (() => {
  const axes = ['0 0 1', '0 1 0', '0 1 0', '0 1 0', '0 0 1'];
  const arm = axes.map((axis, i) =>
    joint(
      `j${i + 1}`,
      `l${i} l${i + 1}`,
      'revolute',
      `<axis xyz="${axis}"/>${limit(-3, 3)}`,
      'xyz="0 0 0.2"',
    ),
  );
  const tool = joint('to_tool', 'l5 tool', 'fixed', '', 'xyz="0 0 0.1"');
  return `<robot name="five">${links('l0 l1 l2 l3 l4 l5 tool')}${arm.join('')}${tool}</robot>`;
})();

type Matrix4 = number[][];

const times = (a: Matrix4, b: Matrix4): Matrix4 =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));

function turn(axis: readonly number[], angle: number): Matrix4 {
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

const shift = ([x = 0, y = 0, z = 0]: readonly number[]): Matrix4 => [
  [1, 0, 0, x],
  [0, 1, 0, y],
  [0, 0, 1, z],
  [0, 0, 0, 1],
];

function motion({ type, axis, pitch }: RobotJoint, value: number): Matrix4 {
  if (type === 'fixed' || type === 'floating') return shift([0, 0, 0]);
  const length = Math.hypot(...axis);
  const along = (by: number) => shift(axis.map((part) => (by * part) / length));
  if (type === 'prismatic') return along(value);
  return times(turn(axis, value), along(type === 'screw' ? pitch * value : 0));
}

/** 4 × 4 matrix of a link in the root’s frame, as a product of the matrices of its joints. */
export function linkMatrix(
  robot: Robot,
  link: string,
  values: ReadonlyMap<string, number>,
): Matrix4 {
  const drives = drivesOf(robot.joints, new Notes());
  const above = robot.joints.find(({ child }) => child === link);
  if (!above) return shift([0, 0, 0]);
  const drive = drives.get(above.name);
  const value =
    drive?.kind === 'follows'
      ? drive.mimic.multiplier * (values.get(drive.mimic.joint) ?? 0) + drive.mimic.offset
      : drive?.kind === 'held'
        ? drive.value
        : (values.get(above.name) ?? 0);
  const [roll, pitch, yaw] = above.rpy;
  const turned = times(times(turn([0, 0, 1], yaw), turn([0, 1, 0], pitch)), turn([1, 0, 0], roll));
  const origin = times(shift(above.xyz), turned);
  return times(linkMatrix(robot, above.parent, values), times(origin, motion(above, value)));
}
