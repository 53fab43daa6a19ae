import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { requireValue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark } from '../importRobot.ts';
import type { Robot } from '../robot.ts';
import { computeLinkMatrix } from '../testRobots.ts';
import { readDh, readDhTable } from './readDh.ts';

const h = Math.PI / 2;
const read = (text: string) => readDh(text, 'arm.txt');
function robotOf(text: string): Robot {
  return requireValue(read(text));
}
function tableOf(text: string) {
  return requireValue(readDhTable(text, 'arm.txt'));
}
const remarks = (text: string) => {
  const robot = read(text);
  return robot.ok ? robot.remarks.map(formatRemark) : [];
};
const tool = (robot: Robot, q: readonly number[]) =>
  computeLinkMatrix(robot, 'tool', new Map(q.map((value, i) => [`q${i + 1}`, value])));
const placeOf = (m: number[][]) => [0, 1, 2].map((i) => m[i]?.[3] as number);
const quaternion = (m: number[][]) =>
  quaternionFromRotation(m.slice(0, 3).map((row) => row.slice(0, 3)) as never);

type Matrix = number[][];
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));

/** Standard convention: Rz(θ) Tz(d) Tx(a) Rx(α). */
function standard(a: number, alpha: number, d: number, theta: number): Matrix {
  const [c, s, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(alpha), Math.sin(alpha)];
  return [
    [c, -s * ca, s * sa, a * c],
    [s, c * ca, -c * sa, a * s],
    [0, sa, ca, d],
    [0, 0, 0, 1],
  ];
}
/** Modified convention, as in Craig: Rx(α) Tx(a) Rz(θ) Tz(d). */
function modified(a: number, alpha: number, d: number, theta: number): Matrix {
  const [c, s, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(alpha), Math.sin(alpha)];
  return [
    [c, -s, 0, a],
    [s * ca, c * ca, -sa, -sa * d],
    [s * sa, c * sa, ca, ca * d],
    [0, 0, 0, 1],
  ];
}
function expectSame(found: Matrix, wanted: Matrix): void {
  wanted.flat().forEach((x, i) => {
    expect(found.flat()[i], `element ${i}`).toBeCloseTo(x, 10);
  });
}

const ROWS = `0.3 0.4 0.5 0.6
-0.2 -1.1 0.1 -0.7
0.15 2.2 -0.3 0.2`;
const Q = [0.3, -1.2, 0.8];

describe('the convention', () => {
  const numbers = ROWS.split('\n').map((row) => row.split(' ').map(Number));
  test.each([
    ['standard', standard],
    ['modified', modified],
  ] as const)('%s: the tool is at the product of the matrices', (name, matrix) => {
    const wanted = numbers
      .map(([a = 0, alpha = 0, d = 0, theta = 0], i) => matrix(a, alpha, d, theta + (Q[i] ?? 0)))
      .reduce(times);
    expectSame(tool(robotOf(`${name} DH\na alpha d theta\n${ROWS}`), Q), wanted);
  });

  test.each([
    ['standard', standard],
    ['modified', modified],
  ] as const)('%s with a prismatic joint in the middle and a reversed joint', (name, matrix) => {
    const text = `${name}\na,alpha,d,theta\n0.3,0.4,0.5,q1 + 0.6\n-0.2,-1.1,d2 + 0.1,-0.7\n0.15,2.2,-0.3,0.2-q3`;
    const wanted = [
      matrix(0.3, 0.4, 0.5, 0.6 + 0.3),
      matrix(-0.2, -1.1, 0.1 - 1.2, -0.7),
      matrix(0.15, 2.2, -0.3, 0.2 - 0.8),
    ].reduce(times);
    const robot = robotOf(text);
    expect(robot.joints.map(({ name: id, type }) => `${id} ${type}`)).toEqual([
      'q1 revolute',
      'q2 prismatic',
      'q3 revolute',
      'tool_fixed fixed',
    ]);
    expectSame(tool(robot, Q), wanted);
  });

  test('is modified if headings have the index i − 1, or by option; otherwise standard, with a remark', () => {
    for (const headings of [
      'i, a_{i-1}, \\alpha_{i-1}, d_i, \\theta_i',
      'i, aᵢ₋₁, αᵢ₋₁, dᵢ, θᵢ',
      'i, a(i-1), alpha(i-1), d, theta',
    ])
      expect(tableOf(`${headings}\n1, 0, 0, 1, 0`).convention).toBe('modified');
    const plain = 'a alpha d theta\n0 0 1 0';
    expect(tableOf(plain).convention).toBe('standard');
    expect(remarks(plain)[0]).toContain('arm.txt:1: table: standard convention assumed');
    const asked = readDhTable(plain, 'arm.txt', { convention: 'modified' });
    expect(asked.ok && asked.value.convention).toBe('modified');
  });
});

describe('published poses are reproduced', () => {
  const q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
  const panda = `a(i-1), alpha(i-1), d, theta
0, 0, .333, q1\n0, -pi/2, 0, q2\n0, pi/2, .316, q3\n.0825, pi/2, 0, q4\n-.0825, -pi/2, .384, q5\n0, pi/2, 0, q6\n.088, pi/2, 0, q7\n0, 0, 0.107, 0`;
  const puma = `standard\na\talpha\td\n0\tpi/2\t.6718\n.4318\t0\t0\n.0203\t-pi/2\t.15005\n0\tpi/2\t.4318\n0\t-pi/2\t0\n0\t0\t0`;
  const ur5 = `standard\nd;a;alpha\n0,089459;0;90°\n0;-0,425;0\n0;-0,39225;0\n0,10915;0;90°\n0,09465;0;-90°\n0,0823;0;0`;
  test.each([
    ['Puma 560', puma, [0, h / 2, Math.PI, 0, h / 2, 0], [0.5963, -0.1501, 0.6575], null],
    ['Puma 560', puma, q, [0.2478, -0.1259, 1.1463], [-0.1162, -0.4553, 0.4815, 0.7398]],
    ['Panda', panda, [0, -0.3, 0, -2.2, 0, 2, h / 2], [0.4737, 0, 0.5155], null],
    ['Panda', panda, q, [0.0851, 0.0637, 0.9752], [-0.9138, -0.0934, -0.2929, 0.2653]],
    ['UR5', ur5, [0, 0, 0, 0, 0, 0], [-0.8173, -0.1915, -0.0052], null],
    ['UR5', ur5, q, [-0.6895, -0.2515, -0.2728], [0.5588, -0.6128, 0.3174, 0.4599]],
  ])('%s %#', (_, text, values, position, turn) => {
    const matrix = tool(robotOf(text), values);
    placeOf(matrix).forEach((x, i) => {
      expect(Math.abs(x - (position[i] ?? 9))).toBeLessThan(1e-4);
    });
    const found = quaternion(matrix);
    const sign = Math.sign(turn?.[3] ?? 1);
    turn?.forEach((x, i) => {
      expect(Math.abs(sign * x - (found[i] ?? 9))).toBeLessThan(1e-4);
    });
  });
});
