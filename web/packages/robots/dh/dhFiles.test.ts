import { describe, expect, test } from 'vitest';
import { findRobotFile } from '../findRobotFile.ts';
import { readRobot } from '../readRobot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { hasDhTable } from './findDhTable.ts';
import { isLikelyDhText, MAX_DH_CHARACTERS } from './likelyDhText.ts';

const TABLE = 'a,alpha,d,theta\n0.1,0,0.2,0\n';
const CODE = 'from math import pi\narm = DHRobot([RevoluteDH(a=0.1, alpha=pi/2)])\n';

describe('a table of numbers', () => {
  test.each([
    'a,alpha,d,theta',
    'theta;d;a;α',
    'α_{i-1}\ta_{i-1}\td\tθ',
    'link twist,link length,d (mm),theta',
    'joint,T,a,alpha,d,theta',
  ])('is a robot under %j', (headings) => {
    const mark = /[;\t]/.exec(headings)?.[0] ?? ',';
    const row = headings.split(mark).fill('1').join(mark);
    expect(hasDhTable(`${headings}\n${row}\n`, 'x.csv')).toBe(true);
  });

  test.each(['time,q1,q2\n0,1,2\n', 't,alpha,a,d\n0,1,2,3\n', 'shoulder,elbow,alpha\n1,2,3\n'])(
    'is not a robot: %j',
    (text) => {
      expect(hasDhTable(text, 'x.csv')).toBe(false);
    },
  );
});

describe('isLikelyDhText', () => {
  test.each([
    TABLE,
    CODE,
    'α_{i-1}\ta_{i-1}\td\tθ\n',
    'link twist,link length,d,theta\n',
    "SerialLink(Revolute('a', 1))",
    "setFixedTransform(joint, dh(1,:), 'dh')",
  ])('returns true for %j', (text) => {
    expect(isLikelyDhText(text)).toBe(true);
  });

  test('returns false for a log and for a text that is too long to be read', () => {
    expect(isLikelyDhText('time,q1,q2\n0,1,2\n')).toBe(false);
    const long = TABLE + '0.1,0,0.2,0\n'.repeat(MAX_DH_CHARACTERS / 10);
    expect(isLikelyDhText(long)).toBe(false);
    expect(hasDhTable(long, 'x.csv')).toBe(false);
  });
});

describe('a folder', () => {
  test('opens by its table only if it has no other description', () => {
    expect(findRobotFile(makeTextFolder({ 'arm.csv': TABLE, 'read.txt': 'alpha' })).file).toBe(
      'arm.csv',
    );
    expect(findRobotFile(makeTextFolder({ 'arm.py': CODE, 'run.py': 'alpha = 1' })).file).toBe(
      'arm.py',
    );
    const urdf = '<robot name="a"><link name="b"/></robot>';
    expect(findRobotFile(makeTextFolder({ 'arm.csv': TABLE, 'a.urdf': urdf })).file).toBe('a.urdf');
    expect(findRobotFile(makeTextFolder({ 'a.csv': TABLE, 'b.py': CODE })).candidates).toEqual([
      'a.csv',
      'b.py',
    ]);
  });

  test.each([
    ['number', 39, 'alpha is the twist\n'],
    ['size', 40, 'x'.repeat(200_000)],
  ])('does not parse texts beyond a maximum %s', (_, count, text) => {
    const candidatesOf = (others: number) => {
      const many = Array.from({ length: others }, (_, i) => [`b${i}.txt`, text]);
      const files = [['a.csv', TABLE], ...many, ['z.csv', TABLE]];
      return findRobotFile(makeTextFolder(Object.fromEntries(files))).candidates;
    };
    expect(candidatesOf(count - 1)).toEqual(['a.csv', 'z.csv']);
    expect(candidatesOf(count)).toEqual(['a.csv']);
  });

  test('recognises a table whose name has no ending', () => {
    expect(readRobot(makeTextFolder({ table: TABLE }), 'table', new Map()).ok).toBe(true);
  });
});
