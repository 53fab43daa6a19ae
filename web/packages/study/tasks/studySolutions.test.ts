/** Columns about all solutions, checked against a finder and the poses of the rows. */
import { openSolutionFinder, type PoseSolution } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { makeStudyManifest } from '../document/studyManifest.ts';
import { fullStudyDocument, studyHash } from '../document/writeStudy.ts';
import { readRowsJson } from '../rows/readRowsJson.ts';
import { rowStride } from '../rows/rowLayout.ts';
import { toRowsTable } from '../rows/rowsTableColumns.ts';
import { rowsJson } from '../rows/rowTexts.ts';
import { findSolutionsFault } from './solutionsFault.ts';
import { WHOLE_STUDY_SHARD } from './studySlices.ts';
import { StudySolver } from './studySolver.ts';

const engine = await testEngine();
const COUNT = 40;

function read(changes: object = {}): Study {
  const document = {
    iklabStudy: 2,
    scenario: {
      preset: 'ur5e',
      methods: [{ id: 'dls', params: { lambda: 0.1 } }, { id: 'sdls' }],
      run: { mode: 'converge', maxUpdates: 300 },
    },
    sampling: { kind: 'reachable', start: 'random' },
    count: COUNT,
    solutions: true,
    ...changes,
  };
  return requireValue(parseStudy(document, engine.catalogue));
}

function solve(study: Study) {
  const solver = new StudySolver(engine, study);
  const slices = study.cells.map(({ index }) => ({ cell: index, first: 0, count: study.count }));
  const rows = slices.map((slice) => solver.solve(slice));
  const poses = slices.map((slice) => solver.poses(slice));
  solver.close();
  const chunks = (cell: number) => [{ first: 0, rows: rows[cell] ?? new Float64Array() }];
  const { columns, rows: tableRows } = toRowsTable({ study, chunks });
  const names = columns.map(({ name }) => name);
  const table = [...tableRows()].map((row) =>
    Object.fromEntries(row.map((value, i) => [names[i], value])),
  );
  return { rows, poses, chunks, names, table };
}

const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs));

test('rows name the solution where the method ended and the one nearest to the start', () => {
  const study = read();
  const { table, poses } = solve(study);
  const scene = resolveScenario(study.scenario);
  const finder = openSolutionFinder(engine, scene);
  const n = scene.start.length;
  const seen = new Set<number>();
  let [ended, atNearest] = [0, 0];
  for (const [i, row] of table.entries()) {
    const numbers = [...(poses[Math.floor(i / COUNT)] ?? [])].slice((i % COUNT) * (2 * n + 7));
    const [start, goal, end] = [
      numbers.slice(0, n),
      numbers.slice(n, n + 7),
      numbers.slice(n + 7, 2 * n + 7),
    ];
    finder.setStart(start);
    finder.setGoals(goal);
    const all = finder.read(finder.find(0));
    const inside = all.filter(({ margin }) => margin >= 0);
    expect([row.branches, row.branchesInLimits]).toEqual([all.length, inside.length]);
    expect(row.turn).toBeCloseTo(largest(end.map((q, k) => q - (start[k] ?? 0))), 12);
    const shortest = Math.min(...inside.map(({ turn }) => turn));
    expect(row.nearestTurn).toBeCloseTo(shortest, 12);
    const nearest = inside.find(({ number }) => number === row.nearestBranch);
    expect(nearest?.turn).toBeCloseTo(shortest, 9);
    const distance = ({ theta }: PoseSolution) =>
      largest(theta.map((q, k) => wrapped(q - (end[k] ?? 0))));
    if (row.solved !== true) {
      expect(row.branch).toBe(0);
      continue;
    }
    ended++;
    const closest = all.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    if (row.branch !== 0) expect(row.branch).toBe(closest.number);
    if (row.branch !== 0) seen.add(closest.number);
    if (row.branch === row.nearestBranch) atNearest++;
    if (row.certified === null) expect(row.certifiedInLimits).toBeNull();
    else expect(distance(closest)).toBeLessThanOrEqual(Number(row.certified));
  }
  finder.delete();
  expect(ended).toBeGreaterThan(20);
  expect(seen.size).toBeGreaterThan(4);
  expect(atNearest).toBeGreaterThan(ended / 3);
  expect(atNearest).toBeLessThan(ended);
});

test('solutions add columns after the others, and change no other value', () => {
  const [asked, plain] = [solve(read()), solve(read({ solutions: false }))];
  const added = asked.names.filter((name) => !plain.names.includes(name));
  expect(added).toEqual([
    ...['branch', 'branches', 'branchesInLimits', 'nearestBranch', 'nearestTurn', 'turn'],
    ...['certified', 'certifiedInLimits'],
  ]);
  for (const [i, row] of plain.table.entries()) expect(asked.table[i]).toMatchObject(row);
});

test('studies without solutions keep their hash, and those with solutions have another', () => {
  const plain = studyHash(read({ solutions: undefined }));
  expect(studyHash(read({ solutions: false }))).toBe(plain);
  expect(studyHash(read())).not.toBe(plain);
  // As before the field was introduced.
  expect(fullStudyDocument(read({ solutions: false }))).not.toHaveProperty('solutions');
});

test('rows in JSON are read back with equal values', async () => {
  const study = read({ causes: 10 });
  const { rows, chunks } = solve(study);
  const manifest = makeStudyManifest(study, WHOLE_STUDY_SHARD, engine.catalogue);
  const text = [...rowsJson({ manifest, study, count: COUNT, chunks })].join('');
  const loaded = await readRowsJson(new Blob([text]), engine.catalogue);
  if (typeof loaded === 'string' || !('rows' in loaded)) throw new Error(`refused: ${loaded}`);
  for (const [cell, numbers] of rows.entries()) expect(loaded.rows.cellRows(cell)).toEqual(numbers);
  const { cells } = JSON.parse(text);
  const { solutions, summary } = cells[0];
  expect(solutions.reached).toBe(summary.solved);
  expect(solutions.byBranch).toEqual(countBranches(study, rows[0] ?? new Float64Array()));
});

function countBranches(study: Study, rows: Float64Array): Record<string, number> {
  const [stride, at] = [rowStride(study), 21]; // 19 fields of a batch, 2 of causes.
  const counts: Record<string, number> = {};
  for (let i = 0; i < rows.length; i += stride)
    if (rows[i] === 1) counts[rows[i + at] ?? 0] = (counts[rows[i + at] ?? 0] ?? 0) + 1;
  return counts;
}

test.each([
  ['a planar arm', { preset: 'two-joints' }, /six|orient/],
  ['seven joints', { preset: 'panda' }, /seven|six|7/],
])('rejects %s with field, value and reason', (_, scenario, reason) => {
  const study = read({ scenario: { ...scenario, methods: [{ id: 'dls' }] }, count: 3 });
  const fault = findSolutionsFault(engine, study);
  expect(fault?.path).toBe('solutions');
  expect(fault?.reason).toMatch(/^must be false for a robot without a closed form; got true \(/);
  expect(fault?.reason).toMatch(reason);
  const solver = new StudySolver(engine, study);
  expect(() => solver.solve({ cell: 0, first: 0, count: 3 })).toThrow(
    `${fault?.path}: ${fault?.reason}`,
  );
  solver.close();
  expect(findSolutionsFault(engine, { ...study, solutions: false })).toBeNull();
});
