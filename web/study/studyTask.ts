/** A study on workers: its slices as tasks, each solved by the module of its worker. */
import type { Engine } from '../engine/engine.ts';
import { cellName } from './cellName.ts';
import { parseStudy } from './parseStudy.ts';
import { plan, SLICE, type Slice } from './plan.ts';
import type { Study } from './study.ts';
import { StudyRows } from './studyRows.ts';
import { StudySolver } from './studySolver.ts';
import type { RunPlan, TaskRun } from './taskRun.ts';
import { fullStudy, studyHash } from './writeStudy.ts';

export interface StudyRequest {
  readonly kind: 'study';
  readonly document: object;
  readonly slice: Slice;
}

export interface SolvedSlice {
  readonly rows: Float64Array;
  /** That the solving took: no part of the rows, for it is another each time. */
  readonly milliseconds: number;
}

/** Of a task: a worker that dies loses no more, and all of them are through at much the same time. */
const UPDATES = 200_000;
/** Tasks of a study: each is kept by itself. */
const MOST_TASKS = 4000;

/** Problems of a slice where all runs are as long as the study lets them be. */
export function sliceOf({ cells, count, scenario: { run } }: Study): number {
  const longest = run.maxUpdates * (1 + (run.restarts?.most ?? 0));
  const least = Math.ceil((count * cells.length) / MOST_TASKS);
  const wanted = Math.min(Math.floor(UPDATES / longest), Math.ceil(count / 4));
  return Math.min(SLICE, Math.max(1, least, wanted));
}

/** Problem after problem, so that what has come is of the same problems for all methods. */
export function studyPlan(study: Study, build: string): RunPlan {
  const document = fullStudy(study);
  const slices = [...plan(study, undefined, sliceOf(study))];
  slices.sort((a, b) => a.first - b.first || a.cell - b.cell);
  return {
    key: `${build}-study-${studyHash(study)}`,
    title: study.name || study.scenario.name,
    tasks: slices.map((slice) => ({
      group: groupOf(study, slice),
      request: { kind: 'study', document, slice } satisfies StudyRequest,
      weight: slice.count,
    })),
  };
}

function groupOf(study: Study, { cell }: Slice): string {
  const found = study.cells[cell];
  return found ? cellName(study, found) : '';
}

/** Of the study that was asked for last: the next slice is mostly of it, too. */
let open: { readonly engine: Engine; readonly text: string; readonly solver: StudySolver } | null =
  null;

export function solveSlice({ document, slice }: StudyRequest, engine: Engine): SolvedSlice {
  const solver = solverOf(document, engine);
  const begun = performance.now();
  const rows = solver.solve(slice);
  return { rows, milliseconds: performance.now() - begun };
}

function solverOf(document: object, engine: Engine): StudySolver {
  const text = JSON.stringify(document);
  if (open?.engine === engine && open.text === text) return open.solver;
  open?.solver.close();
  open = null;
  const read = parseStudy(document, engine.catalogue);
  if (!read.ok) throw new Error(`${read.faults[0]?.path}: ${read.faults[0]?.reason}`);
  const solver = new StudySolver(engine, read.value);
  open = { engine, text, solver };
  return solver;
}

export interface StudyResults {
  readonly rows: StudyRows;
  /** Milliseconds a problem of each cell, mean; NaN: none has come. */
  readonly times: readonly number[];
}

/** What has come of a run by `studyPlan`. */
export function resultsOf(study: Study, { plan: { tasks }, results }: TaskRun): StudyResults {
  const rows = new StudyRows(study);
  const spent = study.cells.map(() => 0);
  for (const [place, result] of results) {
    const task = tasks[place];
    if (!task) continue;
    const { slice } = task.request as StudyRequest;
    const { rows: solved, milliseconds } = result as SolvedSlice;
    rows.add(slice, solved);
    spent[slice.cell] = (spent[slice.cell] ?? 0) + milliseconds;
  }
  return { rows, times: spent.map((all, cell) => all / rows.known(cell)) };
}
