/**
 * Failure causes in studies that are built to have a known cause, each row checked by a closed
 * form.
 */

import { CAUSES } from '@iklab/core/engine/protocol';
import { testEngine } from '@iklab/core/engine/testing';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { studyHash } from '../document/writeStudy.ts';
import { rowStride } from '../rows/rowLayout.ts';
import { rowsTableColumns, toRowsTable } from '../rows/rowsTableColumns.ts';
import { StudyRows } from '../rows/studyRows.ts';
import {
  apportionUnits,
  type CellFailureCauses,
  countStudyFailureCauses,
  FAILURE_CAUSE_GROUPS,
  failureCausesSentence,
  formatFailureCauses,
} from './causes.ts';
import { poseValueNames } from './problemPosesReader.ts';
import { solveTask } from './solveTask.ts';
import { StudySolver } from './studySolver.ts';
import { planStudyTasks, type StudyRequest } from './studyTask.ts';

const engine = await testEngine();
const [L1, L2] = [1, 0.7];

/** Two links; the elbow may rotate by `most` radians to either side. */
const scenario = (most: number, changes: object = {}) => ({
  tree: {
    joints: [
      { id: 'shoulder', limits: [-1000, 1000] },
      { id: 'elbow', parent: 'shoulder', xyz: [L1, 0, 0], limits: [-most, most] },
    ],
    effectors: [{ id: 'tip', parent: 'elbow', xyz: [L2, 0, 0] }],
  },
  start: [0.3, 0.4],
  targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
  methods: [{ id: 'levenberg-marquardt' }, { id: 'dls', params: { lambda: 0.1 } }],
  limitPolicy: 'clamp',
  run: { mode: 'converge', maxUpdates: 200 },
  ...changes,
});

function read(document: object): Study {
  return requireValue(
    parseStudy({ iklabStudy: 2, count: 60, causes: 60, ...document }, engine.catalogue),
  );
}

const box = (low: number, high: number) => ({
  kind: 'box',
  start: 'given',
  low: [low, low, 0],
  high: [high, high, 0],
});

function solved(study: Study) {
  const rows = new StudyRows(study);
  const solver = new StudySolver(engine, study);
  const targets: number[][] = [];
  for (const { index } of study.cells) {
    const slice = { cell: index, first: 0, count: study.count };
    rows.add(slice, solver.solve(slice));
    const poses = solver.poses(slice);
    const place = poseValueNames(study).find(([name]) => name === 'target.tip.x')?.[1] ?? 0;
    const stride = poses.length / study.count;
    for (let i = 0; i < study.count && index === 0; i++)
      targets.push([...poses.subarray(i * stride + place, i * stride + place + 2)]);
  }
  solver.close();
  const told = study.cells.map(({ index }) => {
    const columns = rowsTableColumns(study);
    const [cause, joint, done] = ['cause', 'causeJoint', 'solved'].map((name) =>
      columns.find((column) => column.name === name),
    );
    return targets.map(([x = 0, y = 0], i) => {
      const value = (column: typeof cause) =>
        column?.value(study.cells[index] as never, i, rows.cellRows(index), i * rows.stride);
      return {
        cause: value(cause),
        joint: value(joint),
        solved: value(done),
        r: Math.hypot(x, y),
      };
    });
  });
  return { rows, told: told.flat() };
}

/** The elbow angle needed for a distance; NaN if none reaches it. */
const elbowAt = (r: number): number => Math.acos((r * r - L1 * L1 - L2 * L2) / (2 * L1 * L2));

test('every unsolved row is "out-of-reach" or "joint-limits" exactly where the closed form says so', () => {
  const most = 0.9;
  const { told } = solved(read({ scenario: scenario(most), sampling: box(-1.5, 1.5) }));
  const counts = { limits: 0, reach: 0 };
  for (const { cause, joint, solved: done, r } of told) {
    const elbow = elbowAt(r);
    if (done) expect([cause, joint, elbow < most + 1e-2]).toEqual([null, null, true]);
    else if (Number.isNaN(elbow)) {
      expect([cause, joint]).toEqual(['out-of-reach', null]);
      counts.reach++;
    } else if (elbow > most + 1e-2) {
      expect([cause, joint]).toEqual(['joint-limits', 'elbow']);
      counts.limits++;
    }
  }
  expect(counts.limits).toBeGreaterThan(20);
  expect(counts.reach).toBeGreaterThan(5);
});

test('damping 100 times too large and a low update limit are named in at least 90 % of rows', () => {
  const reachable = { kind: 'reachable', start: 'near', spread: 0.4 };
  const damped = [{ id: 'dls', params: { lambda: 10 } }];
  const heavy = solved(
    read({
      scenario: scenario(3, { methods: damped, run: { mode: 'converge', maxUpdates: 50 } }),
      sampling: reachable,
    }),
  );
  const unsolved = heavy.told.filter((row) => !row.solved);
  expect(unsolved.length).toBeGreaterThan(40);
  const named = unsolved.filter(({ cause }) => cause === 'damping');
  expect(named.length).toBeGreaterThanOrEqual(0.95 * unsolved.length);
  const short = solved(
    read({
      scenario: scenario(3, { run: { mode: 'converge', maxUpdates: 2 } }),
      sampling: reachable,
    }),
  );
  const early = short.told.filter((row) => !row.solved);
  expect(early.length).toBeGreaterThan(20);
  const late = early.filter(({ cause }) => cause === 'update-limit');
  expect(late.length).toBeGreaterThanOrEqual(0.9 * early.length);
});

test('rows are bit-identical for any slicing and for a solver that has solved other cells before', () => {
  const study = read({ scenario: scenario(0.9), sampling: box(-1.5, 1.5), causes: 45 });
  const whole = new StudySolver(engine, study).solve({ cell: 1, first: 0, count: 60 });
  const stride = rowStride(study);
  for (const count of [1, 7]) {
    const solver = new StudySolver(engine, study);
    for (let first = 42; first >= 0; first -= 7) {
      solver.solve({ cell: 0, first, count: 5 });
      for (let at = first; at < first + 7; at += count)
        expect(solver.solve({ cell: 1, first: at, count })).toEqual(
          whole.slice(at * stride, (at + count) * stride),
        );
    }
    solver.close();
  }
  const requests = planStudyTasks(study, 'b').tasks.map(({ request }) => request as StudyRequest);
  for (const request of requests) {
    const { cell, first, count } = request.slice;
    if (cell === 1)
      expect(solveTask(request, engine)).toEqual({
        rows: whole.slice(first * stride, (first + count) * stride),
      });
  }
});

test('causes are filled for the first problems only, as many as requested, and change no other column', () => {
  const asks = { scenario: scenario(0.9), sampling: box(-1.5, 1.5) };
  const [all, some, none] = [60, 25, 0].map((causes) => {
    const study = read({ ...asks, causes });
    const chunks = (cell: number) => [
      { first: 0, rows: new StudySolver(engine, study).solve({ cell, first: 0, count: 60 }) },
    ];
    const { columns, rows } = toRowsTable({ study, chunks });
    return { study, names: columns.map(({ name }) => name), rows: [...rows()] };
  });
  expect(all?.names.filter((name) => !none?.names.includes(name))).toEqual(['cause', 'causeJoint']);
  const at = all?.names.indexOf('cause') ?? 0;
  const without = (row: readonly unknown[]) => row.filter((_, i) => i < at || i > at + 1);
  expect(all?.rows.map(without)).toEqual(none?.rows);
  const index = all?.names.indexOf('index') ?? 0;
  expect(some?.rows.map((row) => row[at])).toEqual(
    all?.rows.map((row) => (Number(row[index]) < 25 ? row[at] : null)),
  );
  const hashes = [all, some, none].map((each) => studyHash(each?.study as Study));
  expect(new Set(hashes).size).toBe(3);
});

test('every cause belongs to exactly one group', () => {
  const grouped = FAILURE_CAUSE_GROUPS.flatMap(({ causes }) => causes);
  expect([...grouped].sort()).toEqual([...CAUSES].sort());
});

test('apportioned units add up to the total and differ from the exact shares by less than 1', () => {
  expect(apportionUnits([6, 3, 1], 17)).toEqual([10, 5, 2]);
  expect(apportionUnits([1, 1, 1], 10)).toEqual([4, 3, 3]);
  expect(apportionUnits([0, 0], 3)).toEqual([0, 0]);
  for (let seed = 1; seed < 300; seed++) {
    const counts = Array.from({ length: 1 + (seed % 7) }, (_, i) => (seed * (i + 3) * 7919) % 53);
    const units = apportionUnits(counts, seed % 101);
    const sum = counts.reduce((all, count) => all + count, 0);
    if (sum === 0) continue;
    expect(units.reduce((all, unit) => all + unit, 0)).toBe(seed % 101);
    for (const [i, unit] of units.entries())
      expect(Math.abs(unit - ((counts[i] ?? 0) * (seed % 101)) / sum)).toBeLessThan(1);
  }
});

const group = (id: string) => FAILURE_CAUSE_GROUPS.find((each) => each.id === id) as never;
const causes = (changes: Partial<CellFailureCauses>): CellFailureCauses => ({
  cell: study2.cells[1] as never,
  n: 1000,
  unsolved: 170,
  examined: 170,
  groups: [
    {
      group: group('limits'),
      count: 90,
      joints: [
        { joint: 'elbow', count: 62 },
        { joint: 'shoulder', count: 4 },
      ],
    },
    { group: group('minimum'), count: 48, joints: [] },
    { group: group('slow'), count: 32, joints: [] },
  ],
  ...changes,
});
const study2 = read({ scenario: scenario(1), sampling: box(-1, 1) });

test('the sentence gives percentage points, counts if few, and how many problems were examined', () => {
  const of = (changes: Partial<CellFailureCauses> = {}) =>
    failureCausesSentence(study2, causes(changes));
  expect(of()).toBe(
    'Of the 17 % that DLS does not solve, 9 points are blocked by joint limits (elbow 6, shoulder 1), 5 end in local minima, 3 are too slow.',
  );
  expect(of({ unsolved: 340 })).toMatch(
    /^Of the 34 % that DLS does not solve \(170 of 340 examined\), 18 points are /,
  );
  expect(of({ n: 10_000 })).toBe(
    'Of the 1.7 % that DLS does not solve, 0.9 points are blocked by joint limits (elbow 0.6, shoulder 0.1), 0.5 end in local minima, 0.3 are too slow.',
  );
  const few = [
    { group: group('limits'), count: 3, joints: [{ joint: 'elbow', count: 2 }] },
    { group: group('slow'), count: 1, joints: [] },
  ];
  expect(of({ unsolved: 4, examined: 4, groups: few })).toBe(
    'DLS does not solve 4 problems of 1\u202f000: 3 are blocked by joint limits (elbow 2), 1 is too slow.',
  );
  expect(of({ unsolved: 40, examined: 4, groups: few })).toBe(
    '4 of the 40 problems that DLS does not solve were examined: 3 are blocked by joint limits (elbow 2), 1 is too slow.',
  );
  expect(of({ unsolved: 0, examined: 0, groups: [] })).toBe('');
});

test('printed parts add up to the printed total', () => {
  for (const study of [study2, read({ scenario: scenario(0.5), sampling: box(-1.3, 1.3) })]) {
    const { rows } = solved(study);
    for (const each of countStudyFailureCauses(study, rows.column)) {
      const { total, groups } = formatFailureCauses(each);
      const sum = groups.reduce((all, { text }) => all + Number(text), 0);
      expect(sum).toBeCloseTo(Number(total), 9);
      for (const { text, joints } of groups)
        expect(joints.reduce((all, joint) => all + Number(joint.text), 0)).toBeLessThanOrEqual(
          Number(text) + 1e-9,
        );
    }
  }
});
