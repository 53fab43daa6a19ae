import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { makePlanarTestArm, makePlanarTestHinge, makeTestJointChain } from '../joints/testArm.ts';
import { measureLog } from './measureLog.ts';
import type { LogGoal } from './readLogGoals.ts';

const ARM = makePlanarTestArm('a', 'b');
const rowsOf = (...poses: number[][]) => ({
  rows: poses.length,
  angles: Float64Array.from(poses.flat()),
});
const still = (positions: number[], turns: number[] | null = null): LogGoal => ({
  effector: 'tip',
  positions: Float64Array.from(positions),
  turns: turns && Float64Array.from(turns),
});

test('errors agree with the closed form of a planar arm', () => {
  const poses = Array.from({ length: 40 }, (_, i) => [0.1 * i, Math.sin(i)]);
  const goal = (i: number) => [1 + 0.01 * i, -0.5, 0.25];
  const turned = poses.flatMap((_, i) => [0, 0, Math.sin(0.05 * i), Math.cos(0.05 * i)]); // 0.1 i about z
  const goals = [
    still(
      poses.flatMap((_, i) => goal(i)),
      turned,
    ),
  ];
  const { errors, turns, measures } = runGeneratorToEnd(measureLog(rowsOf(...poses), ARM, goals));
  const right = poses.map(([a = 0, b = 0], i) => {
    const [x = 0, y = 0, z = 0] = goal(i);
    return Math.hypot(Math.cos(a) + Math.cos(a + b) - x, Math.sin(a) + Math.sin(a + b) - y, z);
  });
  right.forEach((error, row) => {
    expect(errors?.[row]).toBeCloseTo(error, 12);
    expect(turns?.[row]).toBeCloseTo(Math.abs(Math.sin(row)), 12); // a + b − 0.1 i
  });
  const mean = right.slice(1).reduce((all, each) => all + each) / 39;
  expect(measures.error).toBeCloseTo(mean, 12);
  expect(measures.updates).toBe(39);
});

test('a single goal applies to every row', () => {
  const { errors, turns } = runGeneratorToEnd(
    measureLog(rowsOf([0, 0], [Math.PI, 0]), ARM, [still([2, 0, 0])]),
  );
  expect(errors?.[0]).toBe(0);
  expect(errors?.[1]).toBeCloseTo(4, 12);
  expect(turns).toBeNull();
});

test('there are no errors without goals, or with goals of other effectors', () => {
  const foot = { ...still([0, 0, 0]), effector: 'foot' };
  for (const goals of [[], [foot]])
    expect(runGeneratorToEnd(measureLog(rowsOf([0, 0], [1, 0]), ARM, goals))).toMatchObject({
      errors: null,
      turns: null,
      measures: { travel: 1, error: 0 },
    });
});

test('an oscillating joint has the jitter, shake and travel of such a run', () => {
  const poses = Array.from({ length: 101 }, (_, i) => [i % 2 === 0 ? 0 : 0.1, 0]);
  const { measures } = runGeneratorToEnd(measureLog(rowsOf(...poses), ARM, []));
  expect(measures.jitter).toBeCloseTo(2 / 2, 3); // one of two joints reverses in each row
  expect(measures.shake).toBeCloseTo(0.2, 12);
  expect(measures.travel).toBeCloseTo(10, 12);
  expect(measures.jumps).toBe(0);
});

test('a jump to another branch is counted', () => {
  const poses = Array.from({ length: 60 }, (_, i) => [0.01 * i + (i >= 30 ? 1 : 0), 0]);
  expect(runGeneratorToEnd(measureLog(rowsOf(...poses), ARM, [])).measures.jumps).toBe(1);
});

test('rows at a joint limit are reported per joint', () => {
  const tree = makeTestJointChain(
    makePlanarTestHinge('a', { limits: [-1, 1] }),
    makePlanarTestHinge('b'),
    makePlanarTestHinge('c', { limits: [0, 2] }),
  );
  const rows = rowsOf([1, 5, 1], [0.5, 5, 2], [2, 5, 0], [0, 0, 1]);
  const { onLimit, report, measures } = runGeneratorToEnd(measureLog(rows, tree, []));
  expect(onLimit).toEqual([2, 0, 2]);
  expect(report).toEqual(['a is at its limit in 2 rows.', 'c is at its limit in 2 rows.']);
  expect(measures.limited).toBeCloseTo(2 / 3, 12);
});

test('yields after every 4096 rows', () => {
  const rows = { rows: 9000, angles: new Float64Array(18_000) };
  expect([...measureLog(rows, ARM, [])].map((told) => told.rows)).toEqual([4096, 8192]);
});
