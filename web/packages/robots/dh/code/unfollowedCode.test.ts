import { describe, expect, test } from 'vitest';
import { formatRemark } from '../../importRobot.ts';
import { readDhTable } from '../readDh.ts';

const faultsOf = (text: string, file: string) => {
  const table = readDhTable(text, file);
  return table.ok ? '' : table.faults.map(formatRemark).join('\n');
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
    expect(faultsOf(`${ROWS}${change}`, 'arm.py')).toMatch(
      /^arm.py:[34]: dh: .*may be missing; write them one by one$/,
    );
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

describe('code that may not run', () => {
  test.each([
    ['for i in range(3):\n    if i == 1:\n        continue\n    links.append(x[i])', '`continue`'],
    ['for i in range(3):\n    if i == 1: break\n    links.append(RevoluteDH(a=i))', '`break`'],
    ['while i < 3:\n    links.append(RevoluteDH(a=i))', '`while` is not supported in a program'],
    ['try:\n    links.append(x)\nexcept E:\n    pass', '`try` is not supported'],
    ['if long:\n    links.append(x)', 'arm.py:2: links: its condition is not known'],
    ['if long:\n    links = [RevoluteDH(a=5)]\nelse:\n    links = [RevoluteDH(a=6)]', 'condition'],
  ])('makes a fault of the links that it changes: %s', (code, fault) => {
    expect(faultsOf(`${LINKS}${code}\nDHRobot(links)`, 'arm.py')).toContain(fault);
  });

  test.each([
    ['for row in dh:\n    if row[0] == 1: continue\n    row[0] = 5', 'arm.py:4'],
    ['while i < 2:\n    dh[i][2] = 5', 'arm.py:3'],
    ['match k:\n    case 1:\n        dh[0][2] = 5', 'arm.py:3: dh: `match` is not supported'],
    ['if metric:\n    dh = dh * 0.001', 'condition'],
    ['row = dh[0, :]\nrow[2] = 5', 'arm.py:4: dh: a part of it is changed'],
    ['def scale(k):\n    dh[0][2] = k', 'it is changed inside a function'],
  ])('makes a fault of the rows that it changes: %s', (code, fault) => {
    expect(faultsOf(`${ROWS}${code}`, 'arm.py')).toContain(fault);
  });

  test('makes a fault of a robot', () => {
    expect(faultsOf('if k:\n    DHRobot([RevoluteDH(a=1)])', 'arm.py')).toContain(
      'arm.py:1: robot',
    );
    const loop = "for i = 1:3\n  if i == 3, break; end\n  L(i) = Revolute('a', i);\nend\n";
    expect(faultsOf(`${loop}SerialLink(L);`, 'arm.m')).toContain('arm.m:2: robot: `break`');
    const returned = `def make(k):\n    L = [RevoluteDH(a=1)]\n    if k:\n        return L\n    L.append(RevoluteDH(a=2))\n    return L`;
    expect(faultsOf(returned, 'arm.py')).toContain('arm.py:4: L: `return`');
  });

  test('does not matter if the table does not depend on it', () => {
    const around =
      'while run:\n    k = 1\ntry:\n    import y\nexcept E:\n    pass\nfor i in q: break\n';
    expect(lengthsOf(`${LINKS}${around}DHRobot(links)`, 'arm.py')).toEqual([1, 2, 3]);
    const early =
      'def make(k="short"):\n    L = [RevoluteDH(a=1)]\n    if k == "short":\n        return DHRobot(L)\n    L.append(RevoluteDH(a=2))\n    return DHRobot(L)';
    expect(lengthsOf(early, 'arm.py')).toEqual([1]);
  });

  test('makes a fault of a number that has two values', () => {
    const text = 'try:\n    a = 0.3\nexcept E:\n    a = 0.5\nDHRobot([RevoluteDH(a=a)])';
    expect(faultsOf(text, 'arm.py')).toContain('row 1, a: `except` is not supported');
  });
});

describe('a function', () => {
  const make = 'def make(a=0.3, n="arm"):\n    L = [RevoluteDH(a=a)]\n    return DHRobot(L)\n';
  const arm =
    'class Arm(DHRobot):\n    def __init__(self, a=0.3):\n        super().__init__([RevoluteDH(a=a)])\n';
  test.each([
    [`${make}make(a=0.55)`, 'arm.py:4: table: "make(a=0.55)" has arguments'],
    [`def main():\n    make(0.55)\n${make}`, 'arm.py:2: table: "make(0.55)"'],
    [`${arm}Arm(a=0.55)`, '"Arm(a=0.55)" has arguments'],
    [
      `${arm}class Long(Arm):\n    def __init__(self):\n        super().__init__(a=0.55)\n`,
      'arm.py:6',
    ],
  ])('with other numbers than its defaults is a fault: %s', (text, fault) => {
    expect(faultsOf(text, 'arm.py')).toContain(fault);
  });

  test('of MATLAB that counts its arguments is a fault if it is called with some', () => {
    const text =
      "r = arm(0.55);\nfunction r = arm(a)\nif nargin < 1\n  a = 0.3;\nend\nr = SerialLink([Revolute('a', a)]);\nend";
    expect(faultsOf(text, 'arm.m')).toContain('arm.m:1: table: "arm(0.55)" has arguments');
    expect(lengthsOf(text.replace('(0.55)', '()'), 'arm.m')).toEqual([0.3]);
  });

  test('is read if it is called with its defaults, or with joint values', () => {
    expect(lengthsOf(`${make}make(0.3, n="arm")`, 'arm.py')).toEqual([0.3]);
    const fk =
      'def fk(q):\n    # a alpha d theta\n    dh = [[1, 0, 0, q[0]], [2, 0, 0, q[1]]]\n    return f(dh)\nfk([0, 0])';
    expect(lengthsOf(fk, 'arm.py')).toEqual([1, 2]);
  });

  test('that reads a number which changes later is a fault', () => {
    const text = `a2 = 0.3\n${make.replace('a=a)', 'a=a2)')}a2 = 0.5\nmake()`;
    expect(faultsOf(text, 'arm.py')).toContain('arm.py:5: table: "a2 = …" changes a number');
    const methods =
      'class A:\n    def b(self):\n        self.a = 0.3\n    def c(self):\n        self.a = 0.5\n    def d(self):\n        return DHRobot([RevoluteDH(a=self.a)])\n';
    expect(faultsOf(methods, 'arm.py')).toContain('row 1, a: "a" is not a number');
  });

  test('of a row that is called once per row is a fault', () => {
    const text =
      'def dh(theta, d, a, alpha):\n    return f(theta)\nA = dh(q1, 0.4, 0.1, pi/2)\nB = dh(q2, 0, 0.3, 0)';
    expect(faultsOf(text, 'arm.py')).toContain('arm.py:3: A: "dh(q1, 0.4, 0.1, pi/2)" is one of 2');
  });
});

describe('a list that grows', () => {
  test.each([
    ['arm.m', "L = Revolute('a', 1);\nL = [L Revolute('a', 2)];\nL(3) = Revolute('a', 3);"],
    ['arm.m', "L = Revolute('a', 1);\nL(2) = Revolute('a', 2);\nL = [L Revolute('a', 3)];"],
    ['arm.py', 'L = []\nL += [RevoluteDH(a=1)]\nL = L + [RevoluteDH(a=2), RevoluteDH(a=3)]'],
    ['arm.py', 'L = [RevoluteDH(a=1)]\nM = L\nM += [RevoluteDH(a=2), RevoluteDH(a=3)]\nDHRobot(L)'],
  ])('is read as it is in the end: %s, %s', (file, text) => {
    expect(lengthsOf(text, file)).toEqual([1, 2, 3]);
  });

  test('is a copy in MATLAB', () => {
    const text = '% a alpha d theta\nA = [1 0 2 0; 3 0 4 0];\nB = A;\nB(1,1) = 9;';
    expect(lengthsOf(text, 'arm.m')).toEqual([1, 3]);
  });
});

describe('C++', () => {
  const rows = '// a alpha d theta\ndouble dh[2][4] = {{1, 0, 2, 0}, {A, 0, 0, 0}};\n';
  test.each([
    ['#ifdef LONG\n#define A 5\n#else\n#define A 3\n#endif\n', 'arm.cpp:1: preprocessor: "#ifdef'],
    ['#if 0\nint b;\n#endif\n#define A 3\n', '"#if 0" is not supported'],
    ['#define A 3\n#define DEG(x) ((x)*M_PI/180)\n', 'arm.cpp:2: preprocessor: "#define DEG(x)'],
    ['#define A 1 + 2\n', 'arm.cpp:1: preprocessor: "#define A 1 + 2"'],
    ['#define A 3 * 2\nconst double b = 1 / A;\n', 'arm.cpp:1: preprocessor'],
    ['const double A = 1 / 2;\n', 'row 2, a: "1 / 2" is not a number'],
  ])('is a fault where it depends on more than values: %s', (head, fault) => {
    expect(faultsOf(`${head}${rows}`, 'arm.cpp')).toContain(fault);
  });

  test('is a fault in a loop that does not count by one', () => {
    const loop = 'for (int i = 0; i < 2; i += 2) { L.push_back(RevoluteDH(0, i, 0)); }';
    const links = `std::vector<Link> L = {RevoluteDH(0, 1, 0)};\n${loop}`;
    expect(faultsOf(links, 'arm.cpp')).toContain('arm.cpp:2: ');
    const change = `${rows.replace('A', '3')}for (int i = 0; i < 2; i += 2) { dh[0][i] = 1; }`;
    expect(faultsOf(change, 'arm.cpp')).toContain('arm.cpp:3: dh');
  });

  test('is read with include guards, constants and divisions of real numbers', () => {
    const head =
      '#ifndef ARM_H\n#define ARM_H\n#include <cmath>\n#define A (1 / 2.0)\nconst double e = 1e-3;\n';
    expect(lengthsOf(`${head}${rows}#endif\n`, 'arm.h')).toEqual([1, 0.5]);
  });
});

describe('functions of the languages', () => {
  test.each([
    ['arm.py', 'b = None\nDHRobot([RevoluteDH(a=b or 0.25), RevoluteDH(a=0.5 and 3)])', [0.25, 3]],
    [
      'arm.py',
      'a = [5, 6]\nDHRobot([RevoluteDH(a=a[i - 1], d=x) for i, x in enumerate([0, 0], start=1)])',
      [5, 6],
    ],
    [
      'arm.m',
      "D = [1 4; 2 5; 3 6];\nfor i = 1:numel(D)/2\n  L(i) = Revolute('a', D(i,1));\nend",
      [1, 2, 3],
    ],
  ])('give what they give there: %s, %s', (file, text, lengths) => {
    expect(lengthsOf(text, file)).toEqual(lengths);
  });

  test('that iterate over columns are a fault', () => {
    const text =
      "D = [1 2; 3 4];\nL = [];\nfor r = D'\n  L = [L Revolute('a', r(1))];\nend\nSerialLink(L);";
    expect(faultsOf(text, 'arm.m')).toContain('arm.m:3');
  });
});

describe('a record', () => {
  const rows = (key: string) =>
    `rows = [{'a': 1, 'alpha': 0, 'd': 0, ${key}}, {'a': 2, 'alpha': 0, 'd': 0, ${key}}]`;
  test('with an unknown key is a fault', () => {
    expect(faultsOf(rows("'prismatic': True"), 'arm.py')).toContain(
      'arm.py:1: row 1: "prismatic" is not a known parameter of a row',
    );
  });
  test('may have a name and a mass', () => {
    expect(lengthsOf(rows("'name': 'x', 'mass': 2"), 'arm.py')).toEqual([1, 2]);
  });
});

describe('a title', () => {
  const conventionOf = (text: string, file: string) => {
    const table = readDhTable(text, file);
    return table.ok ? table.value.convention : table.faults;
  };
  const rows = 'dh = [[0, 0, 0.4, 0], [-1, 0.1, 0, 0]]';
  test.each([
    'Modified DH parameters (Craig): alpha, a, d, theta',
    "Modified DH parameters (John Craig's book)\n# alpha a d theta",
    'DH parameters of the arm (modified)\n# alpha a d theta',
  ])('makes a table modified: %s', (title) => {
    expect(conventionOf(`# ${title}\n${rows}`, 'arm.py')).toBe('modified');
    expect(
      conventionOf(`${title.replace('# ', '')}\n0, 0, 0.4, 0`.replace(': ', '\n'), 'arm.txt'),
    ).toBe('modified');
  });

  test.each([
    'Last modified 12 May',
    'see Craig',
    'DH table, last modified 12 May',
    'not modified DH',
    'modified DH to standard DH',
  ])('does not: %s', (title) => {
    expect(conventionOf(`# ${title}\n# alpha a d theta\n${rows}`, 'arm.py')).toBe('standard');
  });

  test('names the convention of lists and records', () => {
    const columns = 'a = [0, 1]\nalpha = [0, 0]\nd = [1, 0]';
    expect(conventionOf(`# Modified DH\n${columns}`, 'arm.py')).toBe('modified');
    const record = 't = [dict(a=1, alpha=0, d=0), dict(a=1, alpha=0, d=0)]';
    expect(conventionOf(`# modified DH parameters\n${record}`, 'arm.py')).toBe('modified');
  });
});

test('rejects a program in a text as in its own language', () => {
  const text = `${LINKS}while i < 3:\n    i += 1\n    links[0] = links[i]\nDHRobot(links)`;
  expect(faultsOf(text, 'arm.txt')).toContain('arm.txt:2: links: `while`');
  const matlab = "L = Revolute('a', 1);\nwhile k\n  L(1) = [];\nend\nSerialLink(L);";
  expect(faultsOf(matlab, 'arm.txt')).toContain('`while`');
  const read = "L(1) = Revolute('a', 1); % Elbow\nL(2) = Revolute('a', 2);\nSerialLink(L);";
  expect(lengthsOf(read, 'arm.txt')).toEqual([1, 2]);
});

test('reads the type of a joint from a column T', () => {
  const table = readDhTable('joint,T,a,alpha,d,theta\n1,R,0,0,1,0\n2,P,1,0,1,0', 'arm.csv');
  const types = table.ok && table.value.rows.map(({ type }) => type);
  expect(types).toEqual(['revolute', 'prismatic']);
});
