/** Runs along a path, opened from a file and held in memory. */
import type { ToldRuns } from '../rowsHead.ts';
import { isBrought } from '../solvers.ts';
import type { Cell } from '../study.ts';
import { followAt, followStride } from './followFields.ts';
import type { FollowedRun } from './followFigures.ts';
import { followPath } from './followPath.ts';
import type { FollowStudy } from './followStudy.ts';
import { type PosedRun, type PosedRuns, tipsAlong } from './followTask.ts';
import { partedRun } from './joinedRun.ts';

export interface OpenedRuns extends ToldRuns {
  readonly runs: PosedRuns;
  /** Whether the checksum in the file matches; null if it could not be computed. */
  readonly summed: boolean | null;
}

/**
 * `numbers`: the runs of each cell, one after the other. A run whose every point an external solver
 * rejects is omitted.
 */
export function openedRuns(
  told: ToldRuns,
  numbers: Float64Array,
  summed: boolean | null,
): OpenedRuns {
  const { study, manifest } = told;
  const stride = followStride(study);
  const known = new Map<number, PosedRun>();
  const runs: PosedRuns = (cell, index) => {
    const at = cell * study.count + index;
    const found = study.cells[cell];
    if (!found || !(index < study.count)) return undefined;
    const run =
      known.get(at) ?? posed(study, found, numbers.subarray(at * stride).subarray(0, stride));
    known.set(at, run);
    return Number.isNaN(run.row[followAt('rms')]) ? undefined : run;
  };
  return { study, manifest, runs, summed };
}

const posed = (study: FollowStudy, cell: Cell, numbers: Float64Array): PosedRun =>
  posedRun(study, cell, partedRun(numbers, study));

/** Adds the paths of the effectors to a run. */
export const posedRun = (study: FollowStudy, { scenario }: Cell, run: FollowedRun): PosedRun => ({
  ...run,
  tips: tipsAlong(followPath(scenario, study.sampling), run.poses),
});

export const ownFollow = ({ solvers: _, ...study }: FollowStudy): FollowStudy => ({
  ...study,
  cells: study.cells.filter((cell) => !isBrought(cell)),
});
