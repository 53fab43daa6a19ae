/** Studies of methods written as formulas give the rows of the equivalent built-in methods. */
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { fullDocument } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { ROW_STRIDE } from '../rows/rowFields.ts';
import { rowStride } from '../rows/rowLayout.ts';
import { toRowsTable } from '../rows/rowsTableColumns.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { makeSweepStudy, planSweepTasks } from '../sweeps/makeSweepStudy.ts';
import { solveTask } from './solveTask.ts';
import { makeProblemSlices } from './studySlices.ts';
import { StudySolver } from './studySolver.ts';

const engine = await testEngine();
const damped = `param λ = 1.1 m in 0..1000 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
`;
const run = { mode: 'converge', maxUpdates: 200 };
const mine = { id: 'formula', params: { text: damped, λ: 0.1 } };
const dls = { id: 'dls', params: { lambda: 0.1 } };

function studyOf(document: object, catalogue: Catalogue): Study {
  return requireValue(parseStudy(document, catalogue));
}

test('a formula, and a sweep of its parameter, gives the rows of the built-in method', () => {
  const axis = { from: 0.05, to: 0.4, count: 3 };
  const rowsOf = (methods: readonly object[], path: string): Float64Array[] => {
    const scenario = { preset: 'arm-6', methods, run };
    const sampling = { kind: 'reachable' };
    const document = { iklabStudy: 1, scenario, sampling, sweep: [{ path, ...axis }], count: 30 };
    const study = studyOf(document, engine.catalogue);
    const solver = new StudySolver(engine, study);
    const rows = study.cells.map(({ index }) => {
      const all = solver.solve({ cell: index, first: 0, count: 30 });
      return all.filter((_, i) => i % rowStride(study) < ROW_STRIDE); // without the shown numbers
    });
    solver.close();
    return rows;
  };
  expect(rowsOf([mine], 'methods[0].params.λ')).toEqual(rowsOf([dls], 'methods[0].params.lambda'));
  const both = rowsOf([dls, mine], 'methods[1].params.λ');
  expect(both.slice(1)).toEqual(rowsOf([mine], 'methods[0].params.λ'));
});

test('scalars shown by a method are columns of its rows, with the value of the last update', () => {
  const own = {
    id: 'formula',
    label: 'Mine',
    params: { text: `${damped}show λ "Its damping" m\nshow k\nshow norm(Jᵀe)\nshow σ\n`, λ: 0.2 },
  };
  const scenario = { preset: 'arm-6', methods: [own, dls, { id: 'sdls' }], run };
  const document = { iklabStudy: 1, scenario, sampling: { kind: 'reachable' }, count: 5 };
  const study = studyOf(document, engine.catalogue);
  expect(study.shown).toEqual(['Its damping', 'k', 'norm(Jᵀe)', 'lambda']);
  const solver = new StudySolver(engine, study);
  const rows = new StudyRows(study);
  for (const slice of makeProblemSlices(study)) rows.add(slice, solver.solve(slice));
  solver.close();
  const chunks = (cell: number) => [{ first: 0, rows: rows.cellRows(cell) }];
  const { columns, rows: lines } = toRowsTable({ study, chunks });
  const names = columns.map(({ name }) => name);
  expect(names.slice(-4)).toEqual(study.shown.map((name) => `shown.${name}`));
  const [updates, restarts] = [names.indexOf('updates'), names.indexOf('restarts')];
  const all = [...lines()];
  for (const line of all.slice(0, 5)) {
    expect(line[restarts]).toBe(0);
    expect(line.slice(-4)).toEqual([0.2, line[updates], expect.any(Number), null]);
  }
  // batches solve two problems at a time
  for (const line of all.slice(5, 10)) expect(line.slice(-4)).toEqual([null, null, null, 0.1]);
  for (const line of all.slice(10)) expect(line.slice(-4)).toEqual([null, null, null, null]);
});

test('a worker sweeps a formula from its scenario alone', () => {
  const pointsOf = (method: object, path: string): unknown[] => {
    const { scenario } = makePresetTestScene('planar-3-link', engine, { methods: [method] });
    const axes = [{ path, from: 0.05, to: 0.5, count: 2, scale: 'log' as const }];
    const study = makeSweepStudy(scenario, { method: 0, axes, count: 10 }, engine.catalogue);
    if (!study.ok) throw new Error(JSON.stringify(study.faults));
    expect(fullDocument(study.value.scenario).methods).toHaveLength(1);
    const requests = planSweepTasks(study.value, 'b').tasks.map(({ request }) => request);
    return requests.map((request) => solveTask(structuredClone(request) as never, engine));
  };
  expect(pointsOf(mine, 'methods[0].params.λ')).toEqual(pointsOf(dls, 'methods[0].params.lambda'));
});
