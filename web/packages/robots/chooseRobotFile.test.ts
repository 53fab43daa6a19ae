import { expect, test } from 'vitest';
import { chooseRobotFile } from './chooseRobotFile.ts';
import { makeTextFolder } from './testFolder.ts';

const arm = (more: string, axis = '0 0 1') => `<robot xmlns:xacro="x" name="a">
<link name="b"/><link name="t"/><joint name="j" type="continuous"><parent link="b"/><child link="t"/>
<axis xyz="${axis}"/></joint>${more}</robot>`;

test('of several xacros with the same joints, the shortest name is used, with a remark', () => {
  const texts = { 'p/arm_mocked.xacro': arm('<ros2_control/>'), 'p/arm.xacro': arm('') };
  const { file, remarks } = chooseRobotFile(makeTextFolder(texts));
  expect(file).toBe('p/arm.xacro');
  expect(remarks.map(({ file: at, reason }) => [at, reason])).toEqual([
    ['p/arm_mocked.xacro', 'has the same joints; arm.xacro is used'],
  ]);
  const broken = { ...texts, 'p/arm_x.xacro': arm('<xacro:m a="${"/>') };
  expect(chooseRobotFile(makeTextFolder(broken)).remarks[0]?.reason).toMatch(/^cannot be read; /);
});

test('xacros with different joints, and several URDFs, are undecided', () => {
  const texts = { 'p/arm_y.xacro': arm('', '0 1 0'), 'p/arm.xacro': arm('') };
  expect(chooseRobotFile(makeTextFolder(texts))).toMatchObject({ file: null, remarks: [] });
  const urdfs = { 'a.urdf': arm(''), 'b.urdf': arm('') };
  expect(chooseRobotFile(makeTextFolder(urdfs))).toMatchObject({ file: null, remarks: [] });
});
