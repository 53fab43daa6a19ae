import { expect, test } from 'vitest';
import { readPathPoses } from './readPathPoses.ts';

const read = (text: string, name = 'path.csv') =>
  readPathPoses(new TextEncoder().encode(text), name, 'tool0');

test('reads positions and orientations from columns x to qw', () => {
  expect(read('t,x,y,z,qx,qy,qz,qw\n1,0.1,0.2,0.3,0,0,0,2\n1.5,0.2,0.2,0.3,0,0,1,0\n')).toEqual([
    { time: 0, position: [0.1, 0.2, 0.3], orientation: [0, 0, 0, 1] },
    { time: 0.5, position: [0.2, 0.2, 0.3], orientation: [0, 0, 1, 0] },
  ]);
});

test('reads the goals of the effector, and ignores other columns', () => {
  const head = 'time,x,goal_pose.tool0.x,goal_pose.tool0.y,goal_pose.tool0.z';
  expect(read(`${head}\n0,9,1,2,3\n2,9,4,5,6\n`)).toEqual([
    { time: 0, position: [1, 2, 3] },
    { time: 2, position: [4, 5, 6] },
  ]);
});

test('poses without time are 0.5 s apart; rows with decreasing time are ignored', () => {
  expect(read('x,y,z\n0,0,0\n1,0,0\n2,0,0\n').map(({ time }) => time)).toEqual([0, 0.5, 1]);
  expect(read('t_ms,x,y,z\n0,0,0,0\n2,1,0,0\n').map(({ time }) => time)).toEqual([0, 0.002]);
  const times = read('t,x,y,z\n0,0,0,0\n2,1,0,0\n1,9,9,9\n3,2,0,0\n').map(({ time }) => time);
  expect(times).toHaveLength(3);
});

test('rejects a file without a path', () => {
  expect(() => read('t,q0,q1\n0,1,2\n')).toThrow(
    'has no goals of tool0: expected columns x, y, z, and qx, qy, qz, qw if the tool rotates; got t, q0, q1',
  );
  expect(() => read('')).toThrow();
});

test.each([
  ['a single row', 't,x,y,z\n5,1,2,3\n', '1 in 1 row'],
  ['a single row without a time', 'x,y,z\n1,2,3\n', '1 in 1 row'],
  ['equal times', 't,x,y,z\n5,1,2,3\n5,4,5,6\n5,7,8,9\n', '1 in 3 rows'],
  ['decreasing times', 't,x,y,z\n7,1,2,3\n6,4,5,6\n', '1 in 2 rows'],
  ['invalid times', 't,x,y,z\n1e300,1,2,3\n1e301,4,5,6\n', '0 in 2 rows'],
])('rejects a path with %s', (_, text, has) => {
  expect(() => read(text)).toThrow(`must have at least 2 poses at increasing times; got ${has}`);
});
