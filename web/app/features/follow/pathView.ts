import { SLOT_DASH_PATTERNS } from '@iklab/core/format';
import type { Joint } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { type StudyCell, studyCellName } from '@iklab/study/document';
import {
  type FollowedPath,
  makeFollowedPath,
  PATH_POINT_STRIDE,
  type PathCellSummary,
  type PathPointField,
  type PathStudy,
  pathPointFieldIndex,
  type RunWithEffectors,
  type RunWithEffectorsReader,
} from '@iklab/study/follow';
import type { PathSelection } from './pathStudyState.ts';

const MAX_CURVES = 8;

export interface PathCurve {
  readonly cell: StudyCell;
  readonly name: string;
  readonly slot: number;
  readonly dash: string;
  readonly run: RunWithEffectors;
}

export interface PathView {
  readonly study: PathStudy;
  readonly sums: readonly PathCellSummary[];
  readonly path: FollowedPath;
  readonly joints: readonly Joint[];
  /** Number of path points in one pass. */
  readonly count: number;
  readonly curves: readonly PathCurve[];
  /** Number of methods at all points of the sweep. The figures draw only the first eight. */
  readonly cells: number;
  readonly selection: PathSelection;
  readonly run: RunWithEffectors;
  readonly set: (selection: Partial<PathSelection>) => void;
}

export function findLargestErrorPoint(
  study: PathStudy,
  sums: readonly PathCellSummary[],
): PathSelection | null {
  const [worst] = sums.toSorted((a, b) => b.largest - a.largest);
  if (!worst) return null;
  const point = Math.round(worst.largestAt * study.sampling.points);
  return { cell: worst.cell.index, index: worst.largestRun, point };
}

/** Returns the data of the path's figures; null if the selected run has no result yet. */
export function makePathView(
  study: PathStudy,
  sums: readonly PathCellSummary[],
  runs: RunWithEffectorsReader,
  selection: PathSelection,
  set: PathView['set'],
): PathView | null {
  const run = runs(selection.cell, selection.index);
  if (!run) return null;
  const path = makeFollowedPath(
    study.cells[selection.cell]?.scenario ?? study.scenario,
    study.sampling,
  );
  const curves = sums.slice(0, MAX_CURVES).flatMap(({ cell }): PathCurve[] => {
    const each = runs(cell.index, selection.index);
    const { slot } = cell.panel;
    const dash = (SLOT_DASH_PATTERNS[slot - 1] ?? []).join(' ');
    return each ? [{ cell, name: studyCellName(study, cell), slot, dash, run: each }] : [];
  });
  const joints = path.scene.tree.joints.filter(isIndependentJoint);
  const count = study.sampling.points;
  return { study, sums, path, joints, count, curves, cells: sums.length, selection, run, set };
}

export const getPathPointValue = (
  { course }: RunWithEffectors,
  point: number,
  field: PathPointField,
): number => course[point * PATH_POINT_STRIDE + pathPointFieldIndex(field)] ?? Number.NaN;

/** Returns the index of the joint with the largest step between neighbouring points. */
export function largestStepJoint({ curves, joints, count }: PathView): number {
  const each = joints.length;
  const most = new Array<number>(each).fill(0);
  for (const { run } of curves)
    for (let index = each; index < count * each; index++) {
      const step = Math.abs((run.poses[index] ?? 0) - (run.poses[index - each] ?? 0));
      if (step > (most[index % each] ?? 0)) most[index % each] = step;
    }
  return most.indexOf(Math.max(...most));
}

export function isPathPointBeyondTolerance(
  { study, path }: PathView,
  run: RunWithEffectors,
  point: number,
): boolean {
  const { tolerance, orientationTolerance } = study.scenario.run;
  const hasOrientation = path.scene.scenario.targets.some(
    ({ orientation }) => orientation !== null,
  );
  const off = hasOrientation && getPathPointValue(run, point, 'angle') > orientationTolerance;
  return getPathPointValue(run, point, 'error') > tolerance || off;
}
