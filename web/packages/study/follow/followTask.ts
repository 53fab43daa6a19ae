import type { Engine } from '@iklab/core/engine';
import { faultsText } from '@iklab/core/scenario/checks';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { studyCellName } from '../document/cellName.ts';
import { reuseLastOpened } from '../tasks/reuseLast.ts';
import type { TaskRun, TaskRunPlan } from '../tasks/taskRun.ts';
import type { PathRun } from './followFigures.ts';
import { type FollowPath, makeFollowPath } from './followPath.ts';
import { FollowSolver } from './followSolver.ts';
import { type FollowStudy, followHash, fullFollowDocument, parseFollow } from './followStudy.ts';
import { joinPathRun, splitPathRunNumbers } from './runs/joinRun.ts';

export interface FollowRequest {
  readonly kind: 'follow';
  readonly document: object;
  readonly cell: number;
  readonly index: number;
}

interface SolvedPath {
  readonly run: Float64Array;
  readonly tips: Float64Array;
}

export interface RunWithTips extends PathRun {
  /** Positions xyz of the effector of each moving target, point after point, metres. */
  readonly tips: Float64Array;
}
export type RunWithTipsReader = (cell: number, index: number) => RunWithTips | undefined;

/** Returns the key of stored results: equal studies and builds have equal keys. */
export const followKey = (study: FollowStudy, build: string): string =>
  `${build}-follow-${followHash(study)}`;

/**
 * Plans the runs of a study start by start, so that partial results cover the same starts for all
 * methods.
 */
export function followPlan(study: FollowStudy, build: string): TaskRunPlan {
  const document = fullFollowDocument(study);
  return {
    key: followKey(study, build),
    title: study.name || study.scenario.name || 'A path',
    tasks: Array.from({ length: study.count }, (_, index) => index).flatMap((index) =>
      study.cells.map((cell) => ({
        group: studyCellName(study, cell),
        request: { kind: 'follow', document, cell: cell.index, index } satisfies FollowRequest,
        weight: 1,
      })),
    ),
  };
}

interface OpenStudy {
  readonly study: FollowStudy;
  readonly solver: FollowSolver;
}
const reuseOpen = reuseLastOpened<OpenStudy>(({ solver }) => solver.close());

const openStudy = (document: object, engine: Engine): OpenStudy =>
  reuseOpen(engine, JSON.stringify(document), () => {
    const read = parseFollow(document, engine.catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    return { study: read.value, solver: new FollowSolver(engine, read.value) };
  });

export function solveFollow({ document, cell, index }: FollowRequest, engine: Engine): SolvedPath {
  const { study, solver } = openStudy(document, engine);
  const run = solver.solve(cell, index);
  const path = makeFollowPath(study.cells[cell]?.scenario ?? study.scenario, study.sampling);
  return { run: joinPathRun(run, study), tips: computeRunTipPositions(path, run.poses) };
}

/** Greatest length of a run on a page without workers, in updates: about a second. */
const MAX_UPDATES_WITHOUT_WORKERS = 30_000;

export function checkFollowLength({ document }: FollowRequest, engine: Engine): void {
  const read = parseFollow(document, engine.catalogue);
  if (!read.ok) return; // Reported when the run is solved.
  const { points, rounds, updates } = read.value.sampling;
  if (points * rounds * updates <= MAX_UPDATES_WITHOUT_WORKERS) return;
  throw new Error(
    `a run may take ${points * rounds * updates} updates; without web workers, the maximum is ${MAX_UPDATES_WITHOUT_WORKERS}`,
  );
}

export function computeRunTipPositions(
  { scene, moving }: FollowPath,
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
  study: FollowStudy,
  { results }: Pick<TaskRun, 'results'>,
): RunWithTipsReader {
  const cells = study.cells.length;
  return (cell, index) => {
    const solved = results.get(index * cells + cell) as SolvedPath | undefined;
    return solved && { ...splitPathRunNumbers(solved.run, study), tips: solved.tips };
  };
}

/** Greatest number of points of all runs, each with its pose, that a page holds in memory. */
export const MAX_PAGE_PATH_POINTS = 1_000_000;

export const pathStudyFitsPage = (study: FollowStudy): boolean =>
  countPathStudyPoints(study) <= MAX_PAGE_PATH_POINTS;

export const countPathStudyPoints = ({ cells, count, sampling }: FollowStudy): number =>
  cells.length * count * sampling.points;

export function followSizeFault(study: FollowStudy): string {
  const { cells, count, sampling } = study;
  const all = countPathStudyPoints(study);
  if (all <= MAX_PAGE_PATH_POINTS) return '';
  return `${sampling.points} points × ${count} starts × ${cells.length} methods and values make ${all} points; the maximum in the browser is ${MAX_PAGE_PATH_POINTS}. Use “iklab study” on the command line.`;
}
