import type { StudyCell } from '../../document/study.ts';
import { isExternalSolverCell } from '../../document/withExternalSolvers.ts';
import type { PathRunsFileOrigin } from '../../rows/rowsHeader.ts';
import type { PathRun } from '../computePathRun.ts';
import { makeFollowedPath } from '../followedPath.ts';
import { pathRunFieldIndex, storedPathRunStride } from '../pathRunFields.ts';
import type { PathStudy } from '../pathStudy.ts';
import {
  computeRunEffectorPositions,
  type RunWithEffectors,
  type RunWithEffectorsReader,
} from '../solvePathRun.ts';
import { splitPathRunNumbers } from './joinPathRun.ts';

export interface LoadedPathRuns extends PathRunsFileOrigin {
  readonly runs: RunWithEffectorsReader;
  /** True if the checksum in the file is correct; null if it could not be computed. */
  readonly summed: boolean | null;
}

/**
 * Makes runs from the numbers of a file. `numbers`: the runs of each cell, one after the other.
 * Leaves out runs without an accepted answer.
 */
export function makeLoadedPathRuns(
  origin: PathRunsFileOrigin,
  numbers: Float64Array,
  summed: boolean | null,
): LoadedPathRuns {
  const { study, manifest } = origin;
  const stride = storedPathRunStride(study);
  const cache = new Map<number, RunWithEffectors>();
  const runs: RunWithEffectorsReader = (cell, index) => {
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

const loadRun = (study: PathStudy, cell: StudyCell, numbers: Float64Array): RunWithEffectors =>
  addRunEffectorPositions(study, cell, splitPathRunNumbers(numbers, study));

export const addRunEffectorPositions = (
  study: PathStudy,
  { scenario }: StudyCell,
  run: PathRun,
): RunWithEffectors => ({
  ...run,
  tips: computeRunEffectorPositions(makeFollowedPath(scenario, study.sampling), run.poses),
});

export const pathStudyWithoutSolvers = ({ solvers: _, ...study }: PathStudy): PathStudy => ({
  ...study,
  cells: study.cells.filter((cell) => !isExternalSolverCell(cell)),
});
