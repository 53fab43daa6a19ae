import { isExternalSolverCell } from '../../document/solvers.ts';
import type { StudyCell } from '../../document/study.ts';
import type { PathRunsFileOrigin } from '../../rows/rowsHead.ts';
import { pathRunFieldIndex, storedPathRunStride } from '../followFields.ts';
import type { PathRun } from '../followFigures.ts';
import { makeFollowPath } from '../followPath.ts';
import type { FollowStudy } from '../followStudy.ts';
import { computeRunTipPositions, type RunWithTips, type RunWithTipsReader } from '../followTask.ts';
import { splitPathRunNumbers } from './joinRun.ts';

export interface LoadedPathRuns extends PathRunsFileOrigin {
  readonly runs: RunWithTipsReader;
  /** Whether the checksum in the file is correct; null if it could not be computed. */
  readonly summed: boolean | null;
}

/**
 * Makes the runs of a study from the numbers of a file. `numbers`: the runs of each cell, one after
 * the other. A run without any accepted answer of its external solver is left out.
 */
export function makeLoadedPathRuns(
  origin: PathRunsFileOrigin,
  numbers: Float64Array,
  summed: boolean | null,
): LoadedPathRuns {
  const { study, manifest } = origin;
  const stride = storedPathRunStride(study);
  const cache = new Map<number, RunWithTips>();
  const runs: RunWithTipsReader = (cell, index) => {
    const runIndex = cell * study.count + index;
    const found = study.cells[cell];
    if (!found || !(index < study.count)) return undefined;
    const run =
      cache.get(runIndex) ??
      loadRun(study, found, numbers.subarray(runIndex * stride).subarray(0, stride));
    cache.set(runIndex, run);
    return Number.isNaN(run.row[pathRunFieldIndex('rms')]) ? undefined : run;
  };
  return { study, manifest, runs, summed };
}

const loadRun = (study: FollowStudy, cell: StudyCell, numbers: Float64Array): RunWithTips =>
  addRunTipPositions(study, cell, splitPathRunNumbers(numbers, study));

export const addRunTipPositions = (
  study: FollowStudy,
  { scenario }: StudyCell,
  run: PathRun,
): RunWithTips => ({
  ...run,
  tips: computeRunTipPositions(makeFollowPath(scenario, study.sampling), run.poses),
});

export const followWithoutSolvers = ({ solvers: _, ...study }: FollowStudy): FollowStudy => ({
  ...study,
  cells: study.cells.filter((cell) => !isExternalSolverCell(cell)),
});
