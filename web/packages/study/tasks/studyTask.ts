import type { Engine } from '@iklab/core/engine';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { fullStudyDocument, studyHash } from '../document/writeStudy.ts';
import { interimSampleSizes, isStudyConclusive } from '../results/earlyStop.ts';
import { StudyRows } from '../rows/studyRows.ts';
import type { ProblemPosesReader } from './problemPosesReader.ts';
import { reuseLastOpened } from './reuseLastOpened.ts';
import { MAX_SLICE_PROBLEMS, makeProblemSlices, type ProblemSlice } from './studySlices.ts';
import { StudySolver } from './studySolver.ts';
import type { TaskRun, TaskRunPlan } from './taskRun.ts';

export interface StudyRequest {
  readonly kind: 'study';
  readonly document: object;
  readonly slice: ProblemSlice;
  /** True if the result has poses (`ProblemPosesReader`) instead of rows. */
  readonly poses?: boolean;
}

export interface SolvedStudySlice {
  readonly rows: Float64Array;
}

/**
 * Number of updates per task. A failed worker loses one task; small tasks let all workers end
 * together.
 */
const UPDATES_PER_TASK = 200_000;
/** Greatest number of tasks of a study. The browser stores each result. */
const MAX_TASKS = 4000;

/** Mean diagnosis cost per problem, in updates, if a fifth is unsolved. */
const CAUSE_UPDATES = 1600;

/** Returns the number of problems per slice for runs of the full length. */
export function problemsPerSlice({ cells, count, causes, scenario: { run } }: Study): number {
  const solving = run.maxUpdates * (1 + (run.restarts?.most ?? 0));
  const longest = solving + (causes > 0 ? CAUSE_UPDATES : 0);
  const least = Math.ceil((count * cells.length) / MAX_TASKS);
  const wanted = Math.min(Math.floor(UPDATES_PER_TASK / longest), Math.ceil(count / 4));
  return Math.min(MAX_SLICE_PROBLEMS, Math.max(1, least, wanted));
}

/** Returns the key of stored results: equal studies and builds have equal keys. */
export function studyResultsKey(study: Study, build: string): string {
  const lookCount = interimSampleSizes(study).length;
  return `${build}-study-${studyHash(study)}${lookCount > 1 ? `-${lookCount}` : ''}`;
}

/** Orders tasks by problem, so that all methods progress equally. */
export function planStudyTasks(study: Study, build: string): TaskRunPlan {
  const document = fullStudyDocument(study);
  const slices = [...makeProblemSlices(study, undefined, problemsPerSlice(study))];
  slices.sort((a, b) => a.first - b.first || a.cell - b.cell);
  const sizes = interimSampleSizes(study);
  return {
    key: studyResultsKey(study, build),
    title: study.name || study.scenario.name,
    tasks: slices.map((slice) => ({
      group: groupName(study, slice),
      request: { kind: 'study', document, slice } satisfies StudyRequest,
      weight: slice.count,
    })),
    ...(sizes.length > 1 && { canStopEarly: makeStopTest(study, slices) }),
  };
}

/**
 * Returns a function that tests for an early end. Each look is tested once its results are
 * complete.
 */
function makeStopTest(study: Study, slices: readonly ProblemSlice[]): TaskRunPlan['canStopEarly'] {
  const tested = new Map<number, boolean>();
  return (results) =>
    interimSampleSizes(study).some((n) => {
      const isComplete =
        tested.has(n) || slices.every(({ first }, i) => first >= n || results.has(i));
      if (!isComplete) return false;
      const clear = tested.get(n) ?? isConclusiveAt(study, slices, results, n);
      tested.set(n, clear);
      return clear;
    });
}

function isConclusiveAt(
  study: Study,
  slices: readonly ProblemSlice[],
  results: ReadonlyMap<number, unknown>,
  n: number,
): boolean {
  const rows = new StudyRows(study);
  slices.forEach((slice, i) => {
    const result = results.get(i) as SolvedStudySlice | undefined;
    if (slice.first < n && result) rows.add(slice, result.rows);
  });
  return isStudyConclusive(study, (cell, field) => rows.column(cell, field).subarray(0, n));
}

function groupName(study: Study, { cell }: ProblemSlice): string {
  const found = study.cells[cell];
  return found ? studyCellName(study, found) : '';
}

const openSolver = reuseLastOpened<StudySolver>((solver) => solver.close());

export function solveStudySlice(
  { document, slice, poses = false }: StudyRequest,
  engine: Engine,
): SolvedStudySlice {
  const solver = getSolver(document, engine);
  return { rows: poses ? solver.poses(slice) : solver.solve(slice) };
}

const getSolver = (document: object, engine: Engine): StudySolver =>
  openSolver(engine, JSON.stringify(document), () => {
    const read = parseStudy(document, engine.catalogue);
    if (!read.ok) throw new Error(`${read.faults[0]?.path}: ${read.faults[0]?.reason}`);
    return new StudySolver(engine, read.value);
  });

/** Plans tasks that compute the poses of the first `count` problems. */
export function planPosesTasks({ key, tasks }: TaskRunPlan, count: number): TaskRunPlan {
  const posesTasks = tasks.filter(({ request }) => (request as StudyRequest).slice.first < count);
  return {
    key: `${key}-poses-${count}`,
    title: 'Poses',
    tasks: posesTasks.map((task) => ({
      ...task,
      request: { ...(task.request as StudyRequest), poses: true } satisfies StudyRequest,
    })),
    hidden: true,
  };
}

/** Returns the poses that a run of `planPosesTasks` has found so far. */
export function collectProblemPoses({ plan: { tasks }, results }: TaskRun): ProblemPosesReader {
  const slices = tasks.map(({ request }, index) => {
    const { slice } = request as StudyRequest;
    const solved = results.get(index) as SolvedStudySlice | undefined;
    return { ...slice, numbers: solved?.rows };
  });
  let slice = slices[0];
  return {
    get(cell, index) {
      const holds = (each: typeof slice): boolean =>
        each?.cell === cell && index >= each.first && index < each.first + each.count;
      if (!holds(slice)) slice = slices.find(holds);
      if (!slice?.numbers) return undefined;
      const stride = slice.numbers.length / slice.count;
      return slice.numbers.subarray(
        (index - slice.first) * stride,
        (index - slice.first + 1) * stride,
      );
    },
  };
}

export interface StudyResults {
  readonly rows: StudyRows;
  /** Number of problems of the result: those of the last look after an early end, otherwise all. */
  readonly count: number;
}

/** Returns the rows that a run of `planStudyTasks` has found so far. */
export function collectStudyResults(study: Study, run: TaskRun): StudyResults {
  const { plan, results } = run;
  const rows = new StudyRows(study);
  for (const [index, result] of results) {
    const task = plan.tasks[index];
    if (task) rows.add((task.request as StudyRequest).slice, (result as SolvedStudySlice).rows);
  }
  return { rows, count: countedProblems(study, run) };
}

/**
 * Returns the number of problems of the result. The number does not depend on the workers' speed.
 */
function countedProblems(study: Study, { state, plan, results }: TaskRun): number {
  if (state !== 'done' || !plan.canStopEarly) return study.count;
  const slices = plan.tasks.map(({ request }) => (request as StudyRequest).slice);
  const isComplete = (n: number) => slices.every(({ first }, i) => first >= n || results.has(i));
  return (
    interimSampleSizes(study).find(
      (n) => isComplete(n) && isConclusiveAt(study, slices, results, n),
    ) ?? study.count
  );
}
