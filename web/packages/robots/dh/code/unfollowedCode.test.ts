import { describe, expect, test } from 'vitest';
import { remarkText } from '../../importRobot.ts';
import { readDhTable } from '../readDh.ts';

const faultsOf = (text: string, file: string) => {
  const table = readDhTable(text, file);
  return table.ok ? '' : table.faults.map(remarkText).join('\n');
};
const lengthsOf = (text: string, file: string) => {
  const table = readDhTable(text, file);
  return table.ok ? table.value.rows.map(({ a }) => a) : table.faults;
};

const LINKS = 'links = [RevoluteDH(a=1), RevoluteDH(a=2), RevoluteDH(a=3)]\n';
const ROWS = '# a alpha d theta\ndh = np.array([[1, 0, 2, 0], [3, 0, 4, 0]])\n';

describe('a list that changes', () => {
  test.each([
    ['links.insert(0, PrismaticDH(a=5))', 'arm.py:2: links: "links.insert(0, PrismaticDH(a=5))"'],
    ['links.pop()', 'arm.py:2'],
    ['links.reverse()', 'arm.py:2'],
    ['links.clear()', 'arm.py:2'],
    ['other = links\nother.remove(x)', 'arm.py:3'],
    ['del links[0]', 'arm.py:2'],
    ['links[k] = RevoluteDH(a=9)', 'arm.py:2'],
    ['links[0:1] = []', 'arm.py:2'],
    ['links = [*files, RevoluteDH(a=1)]', 'arm.py:2: links: "*files" is not known'],
  ])('is a fault of a robot: %s', (change, fault) => {
    expect(faultsOf(`${LINKS}${change}\nDHRobot(links)`, 'arm.py')).toContain(fault);
  });

  test.each([
    'dh[:, 2] = 0',
    'dh[:, [0]] = 5',
    'dh.sort()',
    'del dh[0]',
    'for i in n:\n    dh[i, 2] = 5',
    'for i in n:\n    row = dh[0]\n    row[2] = 5',
    'dh[0] = x y',
  ])('is a fault of rows: %s', (change) => {
    expect(faultsOf(`${ROWS}${change}`, 'arm.py')).toMatch(/^arm.py:[34]: dh: .*may be missing$/);
  });

  test('is a fault of one list per column', () => {
    const text = 'a = [1, 2]\nalpha = [0, 0]\nd = [3, 4]\nfor i in n:\n    d[i] = 5';
    expect(faultsOf(text, 'arm.py')).toContain('arm.py:4: column "d"');
  });

  test.each([
    ['dh(1:k, 3) = 5;', 'arm.m:3'],
    ['for i = 1:k\n  dh(i, 3) = 5;\nend', 'arm.m:3'],
    ['dh(1, :) = [];', 'arm.m:3'],
  ])('is a fault in MATLAB: %s', (change, fault) => {
    const text = `% a alpha d theta\ndh = [1 0 2 0; 3 0 4 0];\n${change}`;
    expect(faultsOf(text, 'arm.m')).toContain(fault);
  });

  test('is a fault in C++', () => {
    const text = `// a alpha d theta\ndouble dh[2][4] = {{1, 0, 2, 0}, {3, 0, 4, 0}};\n`;
    expect(faultsOf(`${text}dh.row(0) << 9, 0, 2, 0;`, 'arm.cpp')).toContain('arm.cpp:3');
    expect(faultsOf(`${text}dh.erase(dh.begin());`, 'arm.cpp')).toContain('arm.cpp:3');
  });
});

test('rejects a robot whose links are a part that is not known', () => {
  const fault = 'arm.py:2: robot: the links of "DHRobot(links[:2])" cannot be followed';
  expect(faultsOf(`${LINKS}DHRobot(links[:2])`, 'arm.py')).toContain(fault);
});

test('reads a part of known places, and elements from the end of a row', () => {
  const matlab = "for i = 1:3\n  L(i) = Revolute('a', i);\nend\nSerialLink(L(3:-1:1));";
  expect(lengthsOf(matlab, 'arm.m')).toEqual([3, 2, 1]);
  expect(lengthsOf('p = [1, 2]\nDHRobot([*[RevoluteDH(a=p[-1])]])', 'arm.py')).toEqual([2]);
  const last = 'p = np.array([[1, 2, 3]])\nDHRobot([RevoluteDH(a=p[0, -1])])';
  expect(lengthsOf(last, 'arm.py')).toEqual([3]);
});

test('rejects a program that runs for too long, with the line', () => {
  const loops = 'for i in range(300):\n    for j in range(300):\n        x = i * j\n';
  const text = `${LINKS}${loops}links.append(RevoluteDH(a=4))\nDHRobot(links)`;
  expect(faultsOf(text, 'arm.py')).toMatch(/arm.py:[34]: program: the program runs for too long/);
});
