import {
  type Cell,
  COURSE_STRIDE,
  type CourseField,
  cellName,
  courseAt,
  type FollowPath,
  type FollowStudy,
  type FollowSum,
  followPath,
  type PosedRun,
  type PosedRuns,
} from '@iklab/study';
import { DASHES } from 'iklab/format';
import { isMovingJoint, type Joint } from 'iklab/scenario';
import type { PathLook } from './pathState.ts';

/** Maximum number of curves in a figure. */
const MOST = 8;

export interface Curve {
  readonly cell: Cell;
  readonly name: string;
  readonly slot: number;
  readonly dash: string;
  readonly run: PosedRun;
}

export interface PathView {
  readonly study: FollowStudy;
  readonly sums: readonly FollowSum[];
  readonly path: FollowPath;
  readonly joints: readonly Joint[];
  /** Points per round. */
  readonly count: number;
  readonly curves: readonly Curve[];
  /** Number of cells; only the first are drawn. */
  readonly cells: number;
  readonly look: PathLook;
  readonly run: PosedRun;
  readonly set: (look: Partial<PathLook>) => void;
}

/** The point with the largest error of all runs. */
export function worstLook(study: FollowStudy, sums: readonly FollowSum[]): PathLook | null {
  const [worst] = sums.toSorted((a, b) => b.largest - a.largest);
  if (!worst) return null;
  const point = Math.round(worst.largestAt * study.sampling.points);
  return { cell: worst.cell.index, index: worst.largestRun, point };
}

/** Null if the selected run has no result yet. */
export function viewOf(
  study: FollowStudy,
  sums: readonly FollowSum[],
  runs: PosedRuns,
  look: PathLook,
  set: PathView['set'],
): PathView | null {
  const run = runs(look.cell, look.index);
  if (!run) return null;
  const path = followPath(study.cells[look.cell]?.scenario ?? study.scenario, study.sampling);
  const curves = sums.slice(0, MOST).flatMap(({ cell }): Curve[] => {
    const each = runs(cell.index, look.index);
    const { slot } = cell.panel;
    const dash = (DASHES[slot - 1] ?? []).join(' ');
    return each ? [{ cell, name: cellName(study, cell), slot, dash, run: each }] : [];
  });
  const joints = path.scene.tree.joints.filter(isMovingJoint);
  const count = study.sampling.points;
  return { study, sums, path, joints, count, curves, cells: sums.length, look, run, set };
}

export const atPoint = ({ course }: PosedRun, point: number, field: CourseField): number =>
  course[point * COURSE_STRIDE + courseAt(field)] ?? Number.NaN;

/** Index of the joint with the largest step between two points over all curves. */
export function mostTurned({ curves, joints, count }: PathView): number {
  const each = joints.length;
  const most = new Array<number>(each).fill(0);
  for (const { run } of curves)
    for (let at = each; at < count * each; at++) {
      const step = Math.abs((run.poses[at] ?? 0) - (run.poses[at - each] ?? 0));
      if (step > (most[at % each] ?? 0)) most[at % each] = step;
    }
  return most.indexOf(Math.max(...most));
}

export function missed({ study, path }: PathView, run: PosedRun, point: number): boolean {
  const { tolerance, orientationTolerance } = study.scenario.run;
  const turned = path.scene.scenario.targets.some(({ orientation }) => orientation !== null);
  const off = turned && atPoint(run, point, 'angle') > orientationTolerance;
  return atPoint(run, point, 'error') > tolerance || off;
}
