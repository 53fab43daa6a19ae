import type { Engine } from '@iklab/core/engine';
import { faultsText } from '@iklab/core/scenario/checks';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { studyCellName } from '../document/studyCellName.ts';
import { reuseLastOpened } from '../tasks/reuseLastOpened.ts';
import type { TaskRun, TaskRunPlan } from '../tasks/taskRun.ts';
import type { PathRun } from './computePathRun.ts';
import { type FollowedPath, makeFollowedPath } from './followedPath.ts';
import {
  fullPathStudyDocument,
  type PathStudy,
  parsePathStudy,
  pathStudyHash,
} from './pathStudy.ts';
import { PathStudySolver } from './pathStudySolver.ts';
import { joinPathRun, splitPathRunNumbers } from './runs/joinPathRun.ts';

export interface PathRunRequest {
  readonly kind: 'follow';
  readonly document: object;
  readonly cell: number;
  readonly index: number;
}

interface SolvedPath {
  readonly run: Float64Array;
  readonly tips: Float64Array;
}

export interface RunWithEffectors extends PathRun {
  /** Positions xyz of the effector of each moving target, point after point, metres. */
  readonly tips: Float64Array;
}
export type RunWithEffectorsReader = (cell: number, index: number) => RunWithEffectors | undefined;

/** Returns the key of stored results: equal studies and builds have equal keys. */
export const pathStudyResultsKey = (study: PathStudy, build: string): string =>
  `${build}-follow-${pathStudyHash(study)}`;

/** Plans the runs of a study start by start, so that all methods progress equally. */
export function planPathStudyTasks(study: PathStudy, build: string): TaskRunPlan {
  const document = fullPathStudyDocument(study);
  return {
    key: pathStudyResultsKey(study, build),
    title: study.name || study.scenario.name || 'A path',
    tasks: Array.from({ length: study.count }, (_, index) => index).flatMap((index) =>
      study.cells.map((cell) => ({
        group: studyCellName(study, cell),
        request: { kind: 'follow', document, cell: cell.index, index } satisfies PathRunRequest,
        weight: 1,
      })),
    ),
  };
}

interface OpenStudy {
  readonly study: PathStudy;
  readonly solver: PathStudySolver;
}
const reuseOpen = reuseLastOpened<OpenStudy>(({ solver }) => solver.close());

const openStudy = (document: object, engine: Engine): OpenStudy =>
  reuseOpen(engine, JSON.stringify(document), () => {
    const read = parsePathStudy(document, engine.catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    return { study: read.value, solver: new PathStudySolver(engine, read.value) };
  });

export function solvePathRun(
  { document, cell, index }: PathRunRequest,
  engine: Engine,
): SolvedPath {
  const { study, solver } = openStudy(document, engine);
  const run = solver.solve(cell, index);
  const path = makeFollowedPath(study.cells[cell]?.scenario ?? study.scenario, study.sampling);
  return { run: joinPathRun(run, study), tips: computeRunEffectorPositions(path, run.poses) };
}

/** Greatest number of updates of a run without workers: about a second. */
const MAX_UPDATES_WITHOUT_WORKERS = 30_000;

export function checkPathRunLength({ document }: PathRunRequest, engine: Engine): void {
  const read = parsePathStudy(document, engine.catalogue);
  if (!read.ok) return; // Reported when the run is solved.
  const { points, rounds, updates } = read.value.sampling;
  if (points * rounds * updates <= MAX_UPDATES_WITHOUT_WORKERS) return;
  throw new Error(
    `a run may take ${points * rounds * updates} updates; without web workers, the maximum is ${MAX_UPDATES_WITHOUT_WORKERS}`,
  );
}

export function computeRunEffectorPositions(
  { scene, moving }: FollowedPath,
  poses: Float64Array,
): Float64Array {
  const { joints, effectors } = scene.tree;
  const n = scene.start.length;
  const effectorIndices = moving.map((i) =>
    effectors.findIndex(({ id }) => id === scene.scenario.targets[i]?.effector),
  );
  const all = Array.from({ length: poses.length / n }, (_, k) => {
    const frames = computeEffectorTipFrames(joints, effectors, [
      ...poses.subarray(k * n, (k + 1) * n),
    ]);
    return effectorIndices.flatMap((index) => frames[index]?.position ?? []);
  });
  return Float64Array.from(all.flat());
}

export function makeCompletedRunsReader(
  study: PathStudy,
  { results }: Pick<TaskRun, 'results'>,
): RunWithEffectorsReader {
  const cells = study.cells.length;
  return (cell, index) => {
    const solved = results.get(index * cells + cell) as SolvedPath | undefined;
    return solved && { ...splitPathRunNumbers(solved.run, study), tips: solved.tips };
  };
}

/** Greatest number of points, with poses, that a page holds. */
export const MAX_PAGE_PATH_POINTS = 1_000_000;

export const pathStudyFitsPage = (study: PathStudy): boolean =>
  countPathStudyPoints(study) <= MAX_PAGE_PATH_POINTS;

export const countPathStudyPoints = ({ cells, count, sampling }: PathStudy): number =>
  cells.length * count * sampling.points;

export function pathStudySizeFault(study: PathStudy): string {
  const { cells, count, sampling } = study;
  const all = countPathStudyPoints(study);
  if (all <= MAX_PAGE_PATH_POINTS) return '';
  return `${sampling.points} points × ${count} starts × ${cells.length} methods and values make ${all} points; the maximum in the browser is ${MAX_PAGE_PATH_POINTS}. Use “iklab study” on the command line.`;
}
