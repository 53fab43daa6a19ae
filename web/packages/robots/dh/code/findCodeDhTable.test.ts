import { requireValue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark } from '../../importRobot.ts';
import { computeLinkMatrix } from '../../testRobots.ts';
import { readDh, readDhTable } from '../readDh.ts';

function tableOf(text: string, file = 'arm.py') {
  return requireValue(readDhTable(text, file));
}
/** a, α, d and θ of each row, to six decimals. */
const numbersOf = (text: string, file?: string) =>
  tableOf(text, file).rows.map(({ a, alpha, d, theta }) =>
    [a, alpha, d, theta].map((x) => +x.toFixed(6)),
  );
const h = 1.570796;
/** Position of the tool. */
function toolOf(text: string, file: string, q: readonly number[]): number[] {
  const robot = readDh(text, file);
  if (!robot.ok) throw new Error(JSON.stringify(robot.faults));
  const values = new Map(q.map((value, i) => [`q${i + 1}`, value]));
  const matrix = computeLinkMatrix(robot.value, 'tool', values);
  return [0, 1, 2].map((i) => +(matrix[i]?.[3] ?? Number.NaN).toFixed(6) + 0);
}
const faultsOf = (text: string, file = 'arm.py') => {
  const table = readDhTable(text, file);
  return table.ok ? [] : table.faults.map(formatRemark);
};

describe('a program', () => {
  const wanted = [
    [0.1, h, 0.4, 0],
    [0.3, 0, 0, -h],
  ];
  test.each([
    [
      'names of lengths',
      'arm.m',
      "a1 = 0.1; d1 = 4*a1;\nL(1) = Revolute('d', d1, 'a', a1, 'alpha', pi/2);\nL(2) = Revolute('a', 0.3, 'offset', -pi/2);",
    ],
    [
      'a loop in Python',
      'arm.py',
      'a = [0.1, 0.3]\nd = np.r_[400, 0] * 1e-3\nal = [np.pi/2, 0]\noff = [0, -np.pi/2]\nlinks = []\nfor i in range(2):\n    links.append(RevoluteDH(d=d[i], a=a[i], alpha=al[i], offset=off[i]))\nrobot = DHRobot(links)',
    ],
    [
      'a loop in MATLAB',
      'arm.m',
      'DH = [0.1 pi/2 0.4 0\n 0.3 0 0 -pi/2];\nfor i=1:2\n  L(i) = Link("a", DH(i,1), "alpha", DH(i,2), "d", DH(i,3), "offset", DH(i,4));\nend',
    ],
    [
      'a comprehension',
      'arm.py',
      'p = [(0.1, pi/2, 0.4, 0), (0.3, 0, 0, -pi/2)]\nrobot = DHRobot([RevoluteDH(a=a, alpha=al, d=d, offset=o) for a, al, d, o in p])',
    ],
    [
      'defaults and conditions',
      'arm.py',
      'def make(n=2, symbolic=False, a=None):\n    if symbolic:\n        from sympy import pi\n    else:\n        from math import pi\n    if a is None:\n        a = 0.1\n    return DHRobot([RevoluteDH(a=a, alpha=pi / n, d=0.4), RevoluteDH(a=0.3, offset=-pi / 2)])',
    ],
    [
      'one list per column',
      'arm.py',
      'alpha = [sp.pi/2, 0]\na = [0.1, 0.3]\nd = [0.4, 0]\noffset = [0, -sp.pi/2]',
    ],
    [
      'columns of a matrix',
      'arm.m',
      "a = [0.1 0.3]'; d = [0.4 0]'; alpha = [pi/2 0]'; theta = zeros(2,1);\nrobot = SerialLink([theta d a alpha], 'offset', [0 -pi/2]);",
    ],
    [
      'C++ with M_PI_2',
      'arm.cpp',
      '#define D1 0.4\n// a, alpha, d, theta\nconst double dh[2][4] = {\n  {0.1, M_PI_2, D1, 0},\n  {0.3f, 0, 0, -math::pi / 2},\n};',
    ],
    [
      'user-defined degrees',
      'arm.py',
      'rad = lambda x: x * pi / 180\nrows = [dict(a=0.1, alpha=rad(90), d=0.4, theta=q[0]), dict(a=0.3, alpha=0, d=0, theta=q[1] - rad(90))]',
    ],
    [
      'loop variables as headings',
      'arm.py',
      'dh = [[0.1, 0.4, 0, pi/2], [0.3, 0, -pi/2, 0]]\nfor a, d, theta, alpha in dh:\n    T = T @ step(a, d, theta, alpha)',
    ],
  ])('with %s', (_, file, text) => {
    expect(numbersOf(text, file)).toEqual(wanted);
  });

  test('reads rows with fewer than three quantities; missing ones are 0', () => {
    const text =
      "L = [Revolute('d', 0.5); Revolute('a', 0.2, 'alpha', pi); Prismatic(); Revolute()];";
    expect(tableOf(text, 'arm.m').rows.map(({ type }) => type)).toEqual([
      'revolute',
      'revolute',
      'prismatic',
      'revolute',
    ]);
    expect(toolOf(text, 'arm.m', [0, 0, 0.1, 0])).toEqual([0.2, 0, 0.4]);
    expect(tableOf("L = Link('theta', pi/2, 'a', 0.1, 'alpha', 0);", 'arm.m').rows[0]?.type).toBe(
      'prismatic',
    );
  });

  test('reads Link([theta d a alpha sigma]) whatever a comment names, without theta of a revolute', () => {
    const text =
      '% a alpha d theta\nL(1) = Link([0.7 0.5 0.2 0 0]);\nL(2) = Link([pi/2 0.9 0.1 0 1]);';
    expect(numbersOf(text, 'arm.m')).toEqual([
      [0.2, 0, 0.5, 0],
      [0.1, 0, 0, h],
    ]);
  });

  test('takes joint variables from their names, even if the program gives them a value', () => {
    const text =
      'theta1 = 0.3\nq = [0.1, 0.2]\n# theta d a alpha\ndh = [[theta1, 0.1, 0, 0], [pi/2 - q[1], 0, 0.2, 0]]';
    expect(numbersOf(text)).toEqual([
      [0, 0, 0.1, 0],
      [0.2, 0, 0, h],
    ]);
    expect(tableOf(text).rows.map(({ reversed }) => reversed)).toEqual([false, true]);
  });

  test('turns a joint with flip the other way', () => {
    const text = 'DHRobot([RevoluteDH(d=0.2, alpha=pi/2), RevoluteDH(a=0.5, flip=True)])';
    const y = Math.sin(0.4);
    expect(toolOf(text, 'arm.py', [0, 0.4])).toEqual([
      +(0.5 * Math.cos(0.4)).toFixed(6),
      0,
      +(0.2 - 0.5 * y).toFixed(6),
    ]);
    const matlab = "SerialLink([Revolute('d', 0.2, 'alpha', pi/2, 'flip') Revolute('a', 0.5)]);";
    expect(toolOf(matlab, 'arm.m', [Math.PI / 2, 0])).toEqual([0, -0.5, 0.2]);
  });

  test('reads limits by name, and leaves out those that are not known', () => {
    const text =
      'wide = np.array([-2*pi, pi])\nDHRobot([RevoluteDH(a=1, qlim=wide), RevoluteDH(a=1, qlim=load("x"))])';
    expect(tableOf(text).rows.map(({ limits }) => limits)).toEqual([[-2 * Math.PI, Math.PI], null]);
    const read = readDhTable(text, 'arm.py');
    expect(read.ok && read.remarks.map(formatRemark).join()).toContain(
      'arm.py:2: row 2, limits: load("x") is not known',
    );
  });

  test('lets a robot replace the offsets and limits of its links', () => {
    const links =
      "L(1) = Revolute('a', 1, 'offset', 0);\nL(2) = Revolute('a', 2, 'qlim', [0 1]);\n";
    const robot = "r = SerialLink(L, 'offset', [pi/2 0]);\nr.qlim = [-1 2; -3 4];";
    expect(tableOf(links + robot, 'arm.m').rows).toMatchObject([
      { a: 1, theta: Math.PI / 2, limits: [-1, 2] },
      { a: 2, theta: 0, limits: [-3, 4] },
    ]);
  });

  test('reads limits of a robot in Python by row or column, but not of a square', () => {
    const limitsOf = (count: number, limits: string) => {
      const text = `r = DHRobot([${'RevoluteDH(a=1), '.repeat(count)}])\nr.qlim = np.array(${limits})`;
      return tableOf(text).rows.map((row) => row.limits);
    };
    const all = [
      [-1, 4],
      [-2, 5],
      [-3, 6],
    ];
    expect(limitsOf(3, '[[-1, -2, -3], [4, 5, 6]]')).toEqual(all);
    expect(limitsOf(3, '[[-1, 4], [-2, 5], [-3, 6]]')).toEqual(all);
    expect(limitsOf(2, '[[-1, 2], [-3, 4]]')).toEqual([null, null]);
  });

  test('reads simple poses of base and tool, and names others', () => {
    const links = 'links = [RevoluteDH(a=0.5)]\n';
    const base = `${links}r = DHRobot(links, base=SE3(1, 2, 3) * SE3.Rz(90, "deg"), tool=transl(0, 0, 0.1))`;
    expect(toolOf(base, 'arm.py', [0])).toEqual([1, 2.5, 3.1]);
    const matlab =
      "r = SerialLink(Link('a', 0.5, 'd', 0));\nr.base = trotx(pi/2);\nr.tool = [1 0 0 0; 0 1 0 0.2; 0 0 1 0; 0 0 0 1];";
    expect(toolOf(matlab, 'arm.m', [0])).toEqual([0.5, 0, 0.2]);
    const read = readDhTable(`${links}DHRobot(links, tool=calibrated())`, 'arm.py');
    expect(read.ok && read.remarks.map(formatRemark).join()).toContain(
      'calibrated() cannot be read as a pose; the tool is left out',
    );
  });

  test('reads the first of several tables, and reports the others', () => {
    const text =
      '# theta, d, a, alpha\nleft = [[0, 0, 1, 0], [0, 0, 2, 0]]\nright = [[0, 0, 3, 0]]\n';
    expect(numbersOf(text, 'arm.py')).toHaveLength(2);
    const read = readDhTable(text, 'arm.py');
    expect(read.ok && read.remarks.map(formatRemark).join()).toContain(
      'arm.py:3: table: the file has several tables; the one of line 2 is read',
    );
  });

  test('reads the first robot only', () => {
    const text =
      "a = SerialLink([Revolute('a', 1)]);\nb = SerialLink([Revolute('a', 2) Revolute('a', 3)]);";
    expect(numbersOf(text, 'arm.m')).toEqual([[1, 0, 0, 0]]);
    const read = readDhTable(text, 'arm.m');
    expect(read.ok && read.remarks.map(formatRemark).join()).toContain(
      'arm.m:2: robot: the file has several robots',
    );
  });
});

describe('the convention', () => {
  const text = (comment: string) =>
    `% ${comment}\nL(1) = Revolute('d', 0.31, 'alpha', pi/2);\nL(2) = Revolute('a', 0.44);`;
  test.each(['Last modified 12 May', 'Modified by the lab', 'see Craig'])(
    'ignores a comment: %s',
    (comment) => {
      expect(tableOf(text(comment), 'arm.m').convention).toBe('standard');
    },
  );

  test.each([
    ['RevoluteMDH(a=1)', 'class RevoluteMDH'],
    ['DHLink(a=1, mdh=True)', 'argument mdh'],
    ["Link('a', 1, 'd', 0, 'modified')", 'argument "modified"'],
    ["Link([0 0 1 0], 'modified')", 'argument "modified"'],
    ["SerialLink([Revolute('a', 1)], 'modified')", 'argument "modified" of SerialLink'],
    ["Revolute('a', 1, 'convention', 'modified')", 'argument "modified"'],
  ])('is modified by %s', (code, reason) => {
    const read = readDhTable(code, code.includes("'") ? 'arm.m' : 'arm.py');
    expect(read.ok && read.value.convention).toBe('modified');
    expect(read.ok && read.remarks[0]?.reason).toContain(`modified convention by ${reason}`);
  });

  test('is stated with the tool position of both and a remedy', () => {
    const read = readDhTable(text(''), 'arm.m');
    const [remark] = read.ok ? read.remarks : [];
    expect(remark?.reason).toContain(
      'tool at zero: (0.44, 0, 0.31) m if standard, (0.44, −0.31, 0) m if modified',
    );
    expect(remark?.remedies).toEqual([
      { label: 'Read as modified (Craig)', reading: { convention: 'modified' } },
    ]);
    const other = readDhTable(text(''), 'arm.m', { convention: 'modified' });
    expect(other.ok && other.remarks[0]?.remedies?.[0]?.label).toBe('Read as standard');
  });
});

describe('rejects', () => {
  test.each([
    ['L = [RevoluteDH(a=1), RevoluteDH(a=b c)]', 'arm.py:1: row: cannot be read'],
    ['L = [RevoluteDH(a=1),\n  RevoluteDH(a=length)]', 'arm.py:2: row 2, a: "length" is a symbol'],
    [
      'L = [RevoluteDH(a=1, screw=2)]',
      'arm.py:1: row 1: "screw" is not a known argument of RevoluteDH',
    ],
    ['L = [RevoluteDH(a=1), RevoluteMDH(a=1)]', 'standard and modified links are mixed'],
    [
      'L = []\nfor x in files:\n    L.append(RevoluteDH(a=x))\nL.append(RevoluteDH(a=1))\nDHRobot(L)',
      'so links may be missing',
    ],
    [
      '# a alpha d theta\ndh = [[0, 0, 1, 0], [0, 0, 1]]',
      'arm.py:2: row 2: it has 3 cells, but there are 4 headings',
    ],
    ['x = [f(1)]', 'arm.py:1: table: not a Denavit–Hartenberg table: expected a list of links'],
    ['# a alpha d theta\ndh = [[1, 0, 2, 0]] * 301', 'arm.py:2: table: has more than 300 rows'],
    ['a = [1, 2, 3]\nalpha = [0, 0]\nd = [0, 0]', 'column "a": has 3 numbers, but alpha has 2'],
  ])('%j', (code, fault) => {
    expect(faultsOf(code).join('\n')).toContain(fault);
  });

  test('a program that runs for too long or nests too deeply, in bounded time', () => {
    const loops = `${'for i in range(300):\n'.repeat(1)}${[1, 2, 3].map((n) => `${' '.repeat(n)}for j in range(300):`).join('\n')}\n    x = 1`;
    expect(faultsOf(loops)).toHaveLength(1);
    expect(faultsOf(`x = ${'('.repeat(3000)}`)).toHaveLength(1);
    expect(faultsOf(`f = lambda x: f(x)\ny = f(1)`)).toHaveLength(1);
  });
});

const repeated = (line: string, count: number) => `${line}\n`.repeat(count);
test.each([
  ['list in itself', 'x = []\nx.append(x)'],
  ['doubled list', `x = [1, 2]\n${repeated('x = x + x', 40)}`],
  ['doubled list in place', `x = [1]\n${repeated('x.extend(x)', 40)}`],
  ['tree of lists', `x = [0]\n${repeated('x = [x, x]', 40)}`],
  ['doubled text', `s = "ab"\n${repeated('s = s + s', 60)}`],
  ['large matrix', 'for i in range(300):\n  for j in range(10):\n    x = np.zeros((300, 300))'],
  ['long sum', `x = (1\n${repeated('+1', 9000)})`],
  ['long chain of members', `x = (a\n${repeated('.b', 9000)})`],
  ['long power', `x = (2\n${repeated('**2', 9000)})`],
  ['long negation', `x = (1 and\n${repeated('not', 9000)}1)`],
  ['nested target', `for ${'('.repeat(3500)}x`],
  [
    'many names and functions',
    `${Array.from({ length: 1200 }, (_, i) => `v${i}=1\ndef f${i}(): pass\n`).join('')}`,
  ],
])('a program with a %s ends with a result or a fault', (_, text) => {
  const read = readDhTable(`${text}\nalpha = 0\nDHRobot([RevoluteDH(a=1)])`, 'arm.py');
  expect(read.ok ? read.value.rows : read.faults).toHaveLength(1);
});
