/** Rows checked by forward kinematics of two hinges in closed form. */

import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import { makeSmallTestStudy } from '../document/testStudies.ts';
import { tableCsv } from '../rows/dataTable.ts';
import { toRowsTable } from '../rows/rowsTableColumns.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { makeSlicedPosesReader } from './problemPosesReader.ts';
import { solveTask } from './solveTask.ts';
import { makeProblemSlices } from './studySlices.ts';
import { StudySolver } from './studySolver.ts';
import { collectProblemPoses, planPosesTasks, planStudyTasks } from './studyTask.ts';
import type { TaskRun } from './taskRun.ts';

const engine = await testEngine();
const read = parseStudy(
  makeSmallTestStudy({ count: 600, sampling: { kind: 'reachable', start: 'random' } }),
  engine.catalogue,
);
if (!read.ok) throw new Error('the small study is faulty');
const study = read.value;

const rows = new StudyRows(study);
const solver = new StudySolver(engine, study);
for (const slice of makeProblemSlices(study)) rows.add(slice, solver.solve(slice));
const chunks = (cell: number) => [{ first: 0, rows: rows.cellRows(cell) }];
const sliced = makeSlicedPosesReader(97, study.count, (slice) => solver.poses(slice));

const [a, b] = [1, 0.5];
const tip = (q1: number, q2: number): [number, number] => [
  a * Math.cos(q1) + b * Math.cos(q1 + q2),
  a * Math.sin(q1) + b * Math.sin(q1 + q2),
];

test('the poses in a row give its error, its start error and whether it is solved', () => {
  const { columns, rows: lines } = toRowsTable({ study, chunks, poses: sliced });
  const names = columns.map(({ name }) => name);
  expect(names.slice(-7)).toEqual([
    ...['start.a', 'start.b', 'target.tip.x', 'target.tip.y', 'target.tip.z', 'end.a', 'end.b'],
  ]);
  let solved = 0;
  const starts = new Map<number, unknown>();
  for (const line of lines()) {
    const of = (name: string) => Number(line[names.indexOf(name)]);
    const [x, y] = tip(of('end.a'), of('end.b'));
    const off = Math.hypot(x - of('target.tip.x'), y - of('target.tip.y'));
    expect(off).toBeCloseTo(of('error'), 12);
    const is = line[names.indexOf('solved')] === true;
    expect(off <= study.scenario.run.tolerance).toBe(is);
    if (is) solved++;
    const [sx, sy] = tip(of('start.a'), of('start.b'));
    const from = Math.hypot(sx - of('target.tip.x'), sy - of('target.tip.y'));
    expect(from).toBeCloseTo(of('startError'), 12);
    // and every method starts from the same pose
    const known = starts.get(of('index')) ?? of('start.a');
    expect(of('start.a')).toBe(known);
    starts.set(of('index'), known);
  }
  expect(starts.size).toBe(600);
  expect(solved).toBeGreaterThan(600);
});

test('workers compute bit-identical poses, for the requested problems only', () => {
  const whole = planStudyTasks(study, 'b');
  const asked = planPosesTasks(whole, 200);
  expect(asked.tasks.length).toBeLessThan(whole.tasks.length);
  const results = new Map(
    asked.tasks.map(({ request }, place) => [place, solveTask(request as never, engine)]),
  );
  const poses = collectProblemPoses({ plan: asked, results } as unknown as TaskRun);
  for (const cell of [0, 1])
    for (const index of [0, 1, 96, 97, 149, 199])
      expect(Array.from(poses.get(cell, index) ?? [])).toEqual(
        Array.from(sliced.get(cell, index) ?? []),
      );
  expect(poses.get(0, 599)).toBeUndefined();
});

test('orientations add quaternion columns; without poses, no column is added', () => {
  const target = { effector: 'tip', position: [1, 1, 0], orientation: [0, 0, 0, 1] };
  const scenario = { ...(makeSmallTestStudy().scenario as object), targets: [target] };
  const turned = parseStudy(makeSmallTestStudy({ scenario }), engine.catalogue);
  if (!turned.ok) throw new Error('the study is faulty');
  const table = toRowsTable({ study: turned.value, chunks: () => [], poses: sliced });
  expect(table.columns.map(({ name }) => name)).toContain('target.tip.qw');
  const [head] = [...tableCsv(toRowsTable({ study, chunks }))];
  expect(head?.split('\n')[0]).not.toContain('start.');
});
