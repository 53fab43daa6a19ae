import { describe, expect, test } from 'vitest';
import { readRobot } from './readRobot.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';
import { explainNoRobot } from './unread/explainUnsupportedFormat.ts';

/** The side of the branch replaces `written`. */
const conflict = (written: string, name = 'HEAD') =>
  `<<<<<<< ${name}\n${written}\n=======\n${written.replace('0.3', '0.4')}\n>>>>>>> 1f2e3d4 (later)`;
const arm = (origin: string) =>
  `<robot name="a">\n${makeUrdfLinks('base hand')}\n${makeUrdfJoint('j', 'base hand', 'continuous', `\n${origin}\n`)}\n</robot>`;
const ORIGIN = '<origin xyz="0 0 0.3"/>';

function faultsOf(files: Readonly<Record<string, string>>, file: string): readonly string[] {
  const read = readRobot(makeTextFolder(files), file, new Map());
  return read.ok
    ? ['read']
    : read.faults.map((fault) => `${fault.file}:${fault.line} ${fault.reason}`);
}
const left = (file: string, from: number, to: number) =>
  `${file}:${from} a merge conflict was left in the file, lines ${from} to ${to}`;

describe('a merge conflict left in a file is named with its lines', () => {
  test('in a URDF', () => {
    expect(faultsOf({ 'a.urdf': arm(conflict(ORIGIN)) }, 'a.urdf')).toEqual([left('a.urdf', 5, 9)]);
    const windows = arm(conflict(ORIGIN)).replaceAll('\n', '\r\n');
    expect(faultsOf({ 'a.urdf': windows }, 'a.urdf')).toEqual([left('a.urdf', 5, 9)]);
  });

  test('all of them, also before the root element and with the common ancestor', () => {
    const ancestor = conflict('<axis xyz="0 0 1"/>').replace('=======', '||||||| base\n\n=======');
    const text = `${conflict('<?xml version="1.0"?>')}\n${arm(`${conflict(ORIGIN)}\n${ancestor}`)}`;
    expect(faultsOf({ 'a.urdf': text }, 'a.urdf')).toEqual([
      left('a.urdf', 1, 5),
      left('a.urdf', 10, 14),
      left('a.urdf', 15, 21),
    ]);
  });

  test('in the include and the YAML of a xacro', () => {
    const macro = `<robot xmlns:xacro="x">\n${conflict('<xacro:macro name="m"/>')}\n</robot>`;
    const root = '<robot xmlns:xacro="x"><xacro:include filename="m.xacro"/></robot>';
    expect(faultsOf({ 'a.xacro': root, 'm.xacro': macro }, 'a.xacro')).toEqual([
      left('m.xacro', 2, 6),
    ]);
    const yaml = `<robot xmlns:xacro="x"><xacro:property name="p" value="\${xacro.load_yaml('l.yaml')}"/>
<link name="\${p.name}"/></robot>`;
    expect(faultsOf({ 'a.xacro': yaml, 'l.yaml': conflict('name: base') }, 'a.xacro')).toEqual([
      left('l.yaml', 1, 5),
    ]);
  });

  test('in an MJCF and its include', () => {
    const part = `<mujocoinclude>\n${conflict('<body/>')}\n</mujocoinclude>`;
    const model = '<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>';
    expect(faultsOf({ 'm.xml': model, 'part.xml': part }, 'm.xml')).toEqual([
      left('part.xml', 2, 6),
    ]);
  });

  test.each([
    ['a.bvh', 'HIERARCHY\nROOT Hips\n{\n', 4],
    ['a.csv', 'a,alpha,d,theta\n', 2],
    ['a.gltf', '{ "asset": {},\n', 2],
    ['b.bvh', '', 1],
  ])('in %s', (file, before, line) => {
    const text = `${before}${conflict('OFFSET 0 0.3 0')}\n`;
    expect(faultsOf({ [file]: text }, file)).toEqual([left(file, line, line + 4)]);
  });

  test('in a folder whose xacro files cannot be read', () => {
    const files = { 'a.xacro': arm(conflict(ORIGIN)), 'b.xacro': '<robot/>' };
    expect(explainNoRobot(makeTextFolder(files))).toMatch(
      /; a\.xacro:5: a merge conflict was left/,
    );
  });
});

test.each([
  ['in a comment', `<!--\n${conflict(ORIGIN)}\n-->${ORIGIN}`],
  ['that is only a line', `<!--\n=======\n-->${ORIGIN}`],
])('a conflict %s does no harm', (_, origin) => {
  expect(faultsOf({ 'a.urdf': arm(origin) }, 'a.urdf')).toEqual(['read']);
});

test('marks that do not belong together are no conflict', () => {
  const text = arm('<<<<<<< HEAD\n>>>>>>> other');
  expect(faultsOf({ 'a.urdf': text }, 'a.urdf').join()).not.toContain('merge conflict');
});
