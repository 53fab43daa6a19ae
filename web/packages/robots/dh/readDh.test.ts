import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark, importRobot } from '../importRobot.ts';
import { readRobot } from '../readRobot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { computeLinkMatrix } from '../testRobots.ts';
import { readDh, readDhTable } from './readDh.ts';

const read = (text: string) => readDh(text, 'arm.txt');
function tableOf(text: string) {
  return requireValue(readDhTable(text, 'arm.txt'));
}
/** a, α, d, θ of each row, to six decimals. */
const numbersOf = (text: string) =>
  tableOf(text).rows.map(({ a, alpha, d, theta }) =>
    [a, alpha, d, theta].map((x) => +x.toFixed(6)),
  );
const faults = (text: string) => {
  const robot = read(text);
  return robot.ok
    ? []
    : robot.faults.map(({ line, element, reason }) => `${line} ${element}: ${reason}`);
};
const remarks = (text: string) => {
  const robot = read(text);
  return robot.ok ? robot.remarks.map(formatRemark) : [];
};

describe('reads', () => {
  const wanted = [
    [0, 1.570796, 0.4, 0],
    [0.3, 0, 0, -1.570796],
    [0.2, -Math.PI, 0.1, 0.5].map((x) => +x.toFixed(6)),
  ];
  test.each([
    [
      'Markdown',
      '| Joint | θ | d (mm) | a (mm) | α |\n|---|:-:|--:|---|---|\n| 1 | θ₁ | 400 | 0 | 90° |\n| 2 | θ₂ − 90° | 0 | 300 | 0 |\n| 3 | θ₃ + 0.5 | 100 | 200 | −π |',
    ],
    [
      'LaTeX',
      '\\begin{tabular}{c|cccc}\n$i$ & $a_i$ & $\\alpha_i$ & $d_i$ & $\\theta_i$ \\\\ \\hline\n1 & 0 & $\\frac{\\pi}{2}$ & 0.4 & $\\theta_1$ \\\\\n2 & 0.3 & 0 & 0 & $\\theta_2 - \\pi/2$ \\\\\n3 & 0.2 & $-\\pi$ & 0.1 & $\\theta_3+0.5$\\\\ \\hline\n\\end{tabular}',
    ],
    [
      'tab-separated cells of a spreadsheet',
      'Link\tAlpha (deg)\tA [m]\tD [m]\tOffset [rad]\n1\t90\t0\t0,4\t0\n2\t0\t0,3\t0\t-1,5707963\n3\t-180\t0,2\t0,1\t0,5',
    ],
    [
      'comma-separated values',
      '\ufeff"theta","d","a","alpha"\r\n0,0.4,0,pi/2\r\n-pi/2,0,0.3,0\r\n0.5,0.1,0.2,-pi\r\n',
    ],
    [
      'columns separated by blanks',
      'a     alpha    d     theta\n0     pi / 2   0.4   q1\n0.3   0        0     q2 - pi/2\n0.2   -pi      0.1   q3 + 0.5',
    ],
    [
      'Python lists',
      '# a, alpha, d, theta\ndh = np.array([\n    [0, np.pi/2, 0.4, 0],  # base\n    [0.3, 0, 0, -np.pi / 2],\n    [0.2, -math.pi, 0.1, 0.5],\n])',
    ],
    [
      'Python lists on one line',
      '# theta d a alpha\nDH = [[0, 0.4, 0, pi/2], [-pi/2, 0, 0.3, 0], [0.5, 0.1, 0.2, -pi]]',
    ],
    [
      'MATLAB',
      '% theta  d  a  alpha\nDH = [ 0      0.4  0    pi/2;\n      -pi/2  0    0.3  0;\n       0.5   0.1  0.2  -pi ];',
    ],
    [
      'calls of Python constructors',
      'robot = DHRobot([\n  RevoluteDH(d=0.4, a=0, alpha=pi/2, qlim=[-2.9, 2.9]),\n  RevoluteDH(a=0.3, d=0,\n     alpha=0, offset=-pi/2),\n  RevoluteDH(d=0.1, a=0.2, alpha=deg2rad(-180), offset=0.5)], name="arm")',
    ],
    [
      'calls of MATLAB links',
      "L(1) = Link('d', 0.4, 'a', 0, 'alpha', pi/2);\nL(2) = Link('d', 0, 'a', 0.3, 'alpha', 0, 'offset', -pi/2);\nL(3) = Link('d', 0.1, 'a', 0.2, 'alpha', -pi, 'offset', 0.5);",
    ],
    [
      'dictionaries',
      "[{'a': 0, 'alpha': pi/2, 'd': 0.4, 'theta': 0},\n {'a': 0.3, 'alpha': 0, 'd': 0, 'theta': -pi/2},\n {'a': 0.2, 'alpha': -pi, 'd': 0.1, 'theta': 0.5}]",
    ],
  ])('%s', (_, text) => {
    expect(numbersOf(text)).toEqual(wanted);
  });

  test('titles, symbols with indices, variables of code, trailing commas and toolbox calls', () => {
    const turns = (text: string) => numbersOf(text).map((row) => row.slice(0, 3).join(' '));
    expect(turns('Table 1: DH of arm 7\ni αi ai di θi\n1 90◦ 0.2 0.1 θ1')).toEqual([
      '0.2 1.570796 0.1',
    ]);
    const code =
      '# a alpha d theta\nreturn np.array([[0.1, 0, 0.2, q[0]],\n  [0, np.pi/2, q[1], 0]])';
    expect(tableOf(code).rows.map(({ type }) => type)).toEqual(['revolute', 'prismatic']);
    expect(turns('a,alpha,d,\n0.1,0,0.2,\n')).toEqual(['0.1 0 0.2']);
    const links = 'L(1) = Link([0 0.4 0.1 pi/2 0]);\nL(2) = Link([0 0 0.3 0 1]);';
    expect(turns(links)).toEqual(['0.1 1.570796 0.4', '0.3 0 0']);
    expect(tableOf(links).rows[1]?.type).toBe('prismatic');
    const masses = 'RevoluteDH(a=0.1, alpha=0, d=0.2, m=3, r=[0, 1, 2])';
    expect(turns(masses)).toEqual(['0.1 0 0.2']);
    const math =
      '|Joint|\\(a\\;(\\text{mm})\\)|\\(d\\)|\\(\\alpha\\)|\n|1|100|0.2|\\(\\frac{\\pi}{2}\\)|';
    expect(turns(math)).toEqual(['0.1 1.570796 0.2']);
  });

  test('degrees and millimetres if the numbers suggest them, with a remark', () => {
    const text = 'a alpha d theta\n0 90 400 0\n300 0 0 -90\n200 -180 100 28.6478897565';
    expect(numbersOf(text)).toEqual(wanted);
    expect(remarks(text).filter((each) => each.includes('assumed to be'))).toEqual([
      'arm.txt:2: a and d: assumed to be in millimetres, because a number is 10 or more and no unit is given',
      'arm.txt:2: alpha and theta: assumed to be in degrees, because a number is beyond 2π and no unit is given',
    ]);
  });

  test('joint types from a column, from variables and from marks', () => {
    const text =
      'joint;a;alpha;d;theta;type;sum\n1;0;0;0.1;0;R;5\n2;0;0;0.2;0;prismatic;5\n3;0;0;0.3;0;fixed;5\ntool;0;0;0.4;0;;5';
    expect(tableOf(text).rows.map(({ type }) => type)).toEqual([
      'revolute',
      'prismatic',
      'fixed',
      'fixed',
    ]);
    expect(remarks(text).join()).toContain('arm.txt:1: column "sum": not part of the kinematics');
    const scara = 'a alpha d theta\n0.4 0 0.3 q1\n0.3 pi 0 q2\n0 0 d3 0\n0 0 0 q4\n0 0 0.05 0';
    expect(tableOf(scara).rows.map(({ type }) => type)).toEqual([
      'revolute',
      'revolute',
      'prismatic',
      'revolute',
      'fixed',
    ]);
    const starred = '| a | α | d | θ |\n| 1 | 0 | 0 | * |\n| 0 | 0 | d₂* | 0 |';
    expect(tableOf(starred).rows.map(({ type }) => type)).toEqual(['revolute', 'prismatic']);
  });

  test('limits from two columns or one', () => {
    const limits = (text: string) =>
      tableOf(text).rows.map((row) => row.limits?.map((x) => +x.toFixed(4)) ?? null);
    expect(limits('a,alpha,d,min,max\n0,0,1,-1,2\n0,0,1,,\n0,0,1,-inf,inf')).toEqual([
      [-1, 2],
      null,
      null,
    ]);
    expect(limits('a,alpha,d,qmin (deg),qmax (deg)\n0,0,1,-90,45')).toEqual([[-1.5708, 0.7854]]);
    const one = (cell: string) =>
      limits(`| a | α | d | Limits |\n|---|\n| 0 | 0 | 1 | ${cell} |`)[0];
    for (const cell of [
      '±90°',
      '[-90°, 90°]',
      '-90° to 90°',
      '−90° … 90°',
      '-90..90',
      '(-pi/2; pi/2)',
      '−90° – 90°',
    ])
      expect(one(cell), cell).toEqual([-1.5708, 1.5708]);
    expect(one('-2.9 2.5')).toEqual([-2.9, 2.5]);
    expect(one('2 1')).toBeNull();
    expect(limits('a,alpha,d (mm),theta,range\n0,0,q1,0,[0; 200]')).toEqual([[0, 0.2]]);
  });

  test('a CSV file as a robot', () => {
    const file = readRobot(
      makeTextFolder({ 'arm.csv': 'a,alpha,d\n0.1,0,0' }),
      'arm.csv',
      new Map(),
    );
    if (!file.ok) throw new Error(JSON.stringify(file.faults));
    const imported = importRobot(file.value.robot, {}, [], sampleCatalogue);
    expect(imported.ok && imported.value.report).toMatchObject({ joints: 1, effectors: ['tool'] });
  });
});

describe('rejects', () => {
  const head = 'a,alpha,d,theta\n0,0,1,0\n';
  test.each([
    [
      'hello',
      '1 table: not a Denavit–Hartenberg table: the first line must name the columns a, alpha, d and theta, in any order; got "hello"',
    ],
    [
      '1 2 3 4\n5 6 7 8',
      '1 table: not a Denavit–Hartenberg table: the first line must name the columns a, alpha, d and theta, in any order',
    ],
    ['a,alpha,d,theta\n', '1 table: has no rows below the headings; expected one row per joint'],
    [
      head + '0,0,1,0\n'.repeat(300),
      '302 table: has more than 300 rows; remove the lines that are not part of the table',
    ],
    [`${head}0,up,1.5,0`, '3 row 2, alpha: "up" is a symbol; expected a number'],
    [
      `${head}0,1..5,1,0`,
      '3 row 2, alpha: "1..5" is not a number; expected a number, such as pi/2 or 90°',
    ],
    [
      `${head}0,0,1/0,0`,
      '3 row 2, d: "1/0" is not a number; expected a number, such as 0.3 or 300 mm',
    ],
    [`${head}l1,0,1,0`, '3 row 2, a: "l1" is a symbol; expected a number'],
    [`${head}0,0,d2,q2`, '3 row 2, d: "d2" is a symbol; expected a number'],
    [`${head}0,0,0,2*q2`, '3 row 2: the factor of a variable must be 1 or −1; got 2'],
    [`${head}0,0,0,q1+q2`, '3 row 2, theta: "q1+q2" is not a number'],
    [`${head}0,0,0`, '3 row 2: it has 3 cells, but there are 4 headings: "0 | 0 | 0"'],
    [`${head}0,1e99,0,0`, '3 row 2, alpha: "1e99" is too large'],
    [
      'a,alpha,d,type\n0,0,1,screw',
      '2 row 1, type: must be revolute, prismatic or fixed; got "screw"',
    ],
    ['a,alpha,d,min,max\n0,0,1,low,2', '2 row 1, limits: "low" is not a number'],
    ['a,alpha,d,limits\n0,0,1,[1 2 3]', '2 row 1, limits: "[1 2 3]" is not a pair of numbers'],
    ['x\n'.repeat(30_000), '1 table: has 60000 characters; the maximum is 50000'],
    [`a\n${'('.repeat(5000)}`, '2 table: a line with 5000 characters; the maximum is 4000'],
  ])('%#', (text, fault) => {
    expect(faults(text).join('\n')).toContain(fault);
  });
});

test('reads the first table of a README with HTML entities', () => {
  const text = `| i | &alpha;<sub>i | a<sub>i | d<sub>i | &theta;<sub>i</sub> |
| :-: | :-: | :-: | :-: | :-: |
| 1 | -&pi;/2 | 0.2 | 0.1m | &theta;<sub>1 |
| 2 | 0 | 0.3 | 0 | &theta;<sub>2</sub> |

| motor | count | price |
| :-: | :-: | :-: |
| A1 | 2 | 30 |`;
  const read = readDh(text, 'README.md');
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  // At 0: 0.2 + 0.3 along x, 0.1 along z; Rx(-90°) turns y to -z.
  const tool = computeLinkMatrix(read.value, 'tool', new Map());
  [0.5, 0, 0.1].forEach((x, i) => {
    expect(tool[i]?.[3]).toBeCloseTo(x, 12);
  });
  expect(tool[2]?.[1]).toBeCloseTo(-1, 12);
});
