/** Runs along a path, opened from a file and held in memory. */

import { isExternalCell } from '../../document/solvers.ts';
import type { Cell } from '../../document/study.ts';
import type { PathRunsOrigin } from '../../rows/rowsHead.ts';
import { runFieldIndex, storedRunStride } from '../followFields.ts';
import type { PathRun } from '../followFigures.ts';
import { makeFollowPath } from '../followPath.ts';
import type { FollowStudy } from '../followStudy.ts';
import { computeRunTips, type RunWithTips, type RunWithTipsReader } from '../followTask.ts';
import { splitRunNumbers } from './joinRun.ts';

export interface LoadedRuns extends PathRunsOrigin {
  readonly runs: RunWithTipsReader;
  /** Whether the checksum in the file is correct; null if it could not be computed. */
  readonly summed: boolean | null;
}

/**
 * Makes the runs of a study from the numbers of a file. `numbers`: the runs of each cell, one after
 * the other. A run without any accepted answer of its external solver is left out.
 */
export function makeLoadedRuns(
  origin: PathRunsOrigin,
  numbers: Float64Array,
  summed: boolean | null,
): LoadedRuns {
  const { study, manifest } = origin;
  const stride = storedRunStride(study);
  const cache = new Map<number, RunWithTips>();
  const runs: RunWithTipsReader = (cell, index) => {
    const runIndex = cell * study.count + index;
    const found = study.cells[cell];
    if (!found || !(index < study.count)) return undefined;
    const run =
      cache.get(runIndex) ??
      loadRun(study, found, numbers.subarray(runIndex * stride).subarray(0, stride));
    cache.set(runIndex, run);
    return Number.isNaN(run.row[runFieldIndex('rms')]) ? undefined : run;
  };
  return { study, manifest, runs, summed };
}

const loadRun = (study: FollowStudy, cell: Cell, numbers: Float64Array): RunWithTips =>
  addRunTips(study, cell, splitRunNumbers(numbers, study));

export const addRunTips = (study: FollowStudy, { scenario }: Cell, run: PathRun): RunWithTips => ({
  ...run,
  tips: computeRunTips(makeFollowPath(scenario, study.sampling), run.poses),
});

export const followWithoutSolvers = ({ solvers: _, ...study }: FollowStudy): FollowStudy => ({
  ...study,
  cells: study.cells.filter((cell) => !isExternalCell(cell)),
});
