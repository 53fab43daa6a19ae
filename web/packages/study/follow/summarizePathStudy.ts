import { groupedCountText } from '@iklab/core/format';
import type { Vec3 } from '@iklab/core/scenario';
import type { StudyCell } from '../document/study.ts';
import { arithmeticMean, median } from '../results/statistics.ts';
import { type FollowedPath, makeFollowedPath } from './followedPath.ts';
import {
  PATH_POINT_STRIDE,
  type PathRunField,
  pathPointFieldIndex,
  pathRunFieldIndex,
  SOLVER_PATH_RUN_FIELDS,
  type SolverPathRunField,
} from './pathRunFields.ts';
import type { PathStudy } from './pathStudy.ts';
import type { RunWithEffectors, RunWithEffectorsReader } from './solvePathRun.ts';

const MIN_JUMPY_SHARE = 0.1;

/**
 * Statistics of a cell of a path study over the last round: by default medians of the runs. NaN:
 * unknown.
 */
export interface PathCellSummary {
  readonly cell: StudyCell;
  readonly runs: number;
  readonly rms: number;
  readonly error95: number;
  /**
   * Largest position error of all runs, metres. `largestRun`: index of the run. `largestAt`: place
   * on the path, as a share of the round.
   */
  readonly largest: number;
  readonly largestRun: number;
  readonly largestAt: number;
  /** Largest orientation error over all runs, radians. */
  readonly angleLargest: number;
  /** Share of the points of all runs that are within the tolerance. */
  readonly within: number;
  /**
   * Number of jumpy runs (`isJumpyRun`). `jumpyShares`: least and largest share of points with a
   * large step.
   */
  readonly jumpy: number;
  readonly jumpyShares: readonly [low: number, high: number];
  /** Number of jumps in all other runs. `jumpsAt`: places on the path, as shares of the round. */
  readonly jumps: number;
  readonly jumpsAt: readonly number[];
  readonly gap: number;
  /**
   * Smallest singular value over all runs. `sigmaAt`: its place on the path, as a share of the
   * round.
   */
  readonly sigma: number;
  readonly sigmaAt: number;
  /** Relative shortening of the effector path against the goal path; negative if longer. */
  readonly shorter: number;
  /** Time per point by the clock of IK Lab, seconds. */
  readonly time: number;
  /**
   * Fields of external solvers: shares of the points of all runs, and seconds per point by the
   * solver's clock.
   */
  readonly answered: Readonly<Record<SolverPathRunField, number>>;
}

export function summarizePathStudy(
  study: PathStudy,
  runs: RunWithEffectorsReader,
): PathCellSummary[] {
  return study.cells.flatMap((cell) => {
    const available = Array.from({ length: study.count }, (_, index) => ({
      index,
      run: runs(cell.index, index),
    })).filter((each): each is IndexedRun => each.run !== undefined);
    if (available.length === 0) return [];
    return [summarizeRuns(cell, available, makeFollowedPath(cell.scenario, study.sampling))];
  });
}

interface IndexedRun {
  readonly index: number;
  readonly run: RunWithEffectors;
}

function summarizeRuns(
  cell: StudyCell,
  runs: readonly IndexedRun[],
  path: FollowedPath,
): PathCellSummary {
  const fieldValues = (field: PathRunField | SolverPathRunField): number[] =>
    runs.map(({ run }) => run.row[pathRunFieldIndex(field)] ?? Number.NaN);
  const largest = fieldValues('largest');
  const worst = largest.indexOf(Math.max(...largest));
  const sigma = fieldValues('sigma');
  const least = sigma.indexOf(Math.min(...sigma));
  const jumpsAt = runs.flatMap(({ run }) =>
    findPathJumpPoints(run).map((point) => point / path.points.length),
  );
  const jumpy = runs.filter(({ run }) => isJumpyRun(run)).map(({ run }) => largeStepShare(run));
  const goalLength = totalLength(goalPaths(path));
  return {
    cell,
    runs: runs.length,
    rms: median(fieldValues('rms')),
    error95: median(fieldValues('error95')),
    largest: largest[worst] ?? Number.NaN,
    largestRun: runs[worst]?.index ?? 0,
    largestAt: fieldValues('largestAt')[worst] ?? 0,
    angleLargest: Math.max(...fieldValues('angleLargest')),
    within: arithmeticMean(fieldValues('within')),
    jumpy: jumpy.length,
    jumpyShares: [Math.min(...jumpy), Math.max(...jumpy)],
    jumps: jumpsAt.length,
    jumpsAt,
    gap: median(fieldValues('gap')),
    sigma: sigma[least] ?? Number.NaN,
    sigmaAt: fieldValues('sigmaAt')[least] ?? 0,
    shorter:
      1 -
      median(runs.map(({ run }) => totalLength(effectorPaths(run, path.moving.length)))) /
        goalLength,
    time: median(fieldValues('time')),
    answered: Object.fromEntries(
      SOLVER_PATH_RUN_FIELDS.map((field) => [
        field,
        field === 'ownTime' ? median(fieldValues(field)) : arithmeticMean(fieldValues(field)),
      ]),
    ) as PathCellSummary['answered'],
  };
}

const largeStepShare = ({ row }: Pick<RunWithEffectors, 'row'>): number =>
  row[pathRunFieldIndex('largeSteps')] ?? Number.NaN;

/**
 * Returns whether more than a tenth of the joint steps of a run exceed
 * `BRANCH_JUMP_THRESHOLDS.turn`. In such runs, `findPathJumps` finds few jumps.
 */
export const isJumpyRun = (run: Pick<RunWithEffectors, 'row'>): boolean =>
  largeStepShare(run) > MIN_JUMPY_SHARE;

export function pathJumpsText({
  jumps,
  jumpy,
  runs,
}: Pick<PathCellSummary, 'jumps' | 'jumpy' | 'runs'>) {
  if (jumpy === 0) return groupedCountText(jumps);
  return jumpy === runs
    ? 'throughout'
    : `${groupedCountText(jumps)}, throughout in ${jumpy} of ${runs} runs`;
}

export const JUMPY_RUN_HELP =
  'throughout: a joint rotates by more than 15° at more than a tenth of the points';

/** Returns the first point of each jump as index; none for a jumpy run (`isJumpyRun`). */
export function findPathJumpPoints(run: Pick<RunWithEffectors, 'row' | 'course'>): number[] {
  if (isJumpyRun(run)) return [];
  const { course } = run;
  const jumps = (point: number): boolean =>
    course[point * PATH_POINT_STRIDE + pathPointFieldIndex('jump')] === 1;
  return Array.from({ length: course.length / PATH_POINT_STRIDE }, (_, k) => k).filter(
    (k) => jumps(k) && (k === 0 || !jumps(k - 1)),
  );
}

const goalPaths = ({ points, moving }: FollowedPath): Vec3[][] =>
  moving.map((i) => points.map((goals) => goals[i]?.position ?? [0, 0, 0]));

/** Returns the effector positions at the points of a run, per moving target. */
export const effectorPaths = ({ tips }: Pick<RunWithEffectors, 'tips'>, moving: number): Vec3[][] =>
  Array.from({ length: moving }, (_, i) =>
    Array.from({ length: tips.length / (3 * moving) }, (_, k): Vec3 => {
      const offset = 3 * (k * moving + i);
      return [tips[offset] ?? 0, tips[offset + 1] ?? 0, tips[offset + 2] ?? 0];
    }),
  );

function totalLength(all: readonly (readonly Vec3[])[]): number {
  let sum = 0;
  for (const points of all)
    points.forEach((point, k) => {
      const [x, y, z] = points.at(k - 1) ?? point;
      sum += Math.hypot(point[0] - x, point[1] - y, point[2] - z);
    });
  return sum;
}

/** Returns the first and last index of each stretch where the condition holds. */
export function findPathPointRanges(
  count: number,
  holds: (point: number) => boolean,
): [number, number][] {
  const found: [number, number][] = [];
  for (let k = 0; k < count; k++) {
    if (!holds(k)) continue;
    const last = found.at(-1);
    if (last && last[1] === k - 1) last[1] = k;
    else found.push([k, k]);
  }
  return found;
}

/**
 * Returns the first and last point of the stretch where the error exceeds half of the largest
 * error.
 */
export function findLargestErrorStretch({
  course,
}: Pick<RunWithEffectors, 'course'>): readonly [number, number] {
  const count = course.length / PATH_POINT_STRIDE;
  const error = (k: number): number =>
    course[k * PATH_POINT_STRIDE + pathPointFieldIndex('error')] ?? 0;
  let worst = 0;
  for (let k = 1; k < count; k++) if (error(k) > error(worst)) worst = k;
  const half = error(worst) / 2;
  const [from, to] = findPathPointRanges(count, (k) => error(k) > half).find(
    ([a, b]) => a <= worst && worst <= b,
  ) ?? [worst, worst];
  return [from, to];
}
