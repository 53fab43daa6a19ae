import { groupedCountText } from '@iklab/core/format';
import { studyCellName } from '../../document/studyCellName.ts';
import type { PathRun } from '../computePathRun.ts';
import { PATH_RUN_FIELDS, PATH_RUN_TIME_FIELDS } from '../pathRunFields.ts';
import { type LoadedPathRuns, pathStudyWithoutSolvers } from './loadedPathRuns.ts';
import type { PathRunReader } from './pathRunsTable.ts';

/**
 * States how recomputed runs differ from stored runs: `12 runs of each of 3 methods, recomputed
 * here: identical bit for bit.` `recomputed`: runs without external solvers.
 */
export function comparePathRuns(
  { study, runs }: LoadedPathRuns,
  recomputed: PathRunReader,
): string {
  const { cells, count } = pathStudyWithoutSolvers(study);
  const differing = cells.flatMap((cell) =>
    Array.from({ length: count }, (_, index) => ({ cell, index })).filter(
      ({ cell, index }) => !isSameRun(runs(cell.index, index), recomputed(cell.index, index)),
    ),
  );
  const each = cells.length === 1 ? 'the method' : `each of ${cells.length} methods`;
  const subject = `${groupedCountText(count)} ${count === 1 ? 'run' : 'runs'} of ${each}, recomputed here`;
  const [first] = differing;
  if (!first) return `${subject}: identical bit for bit.`;
  const verb = differing.length === 1 ? 'differs' : 'differ';
  const all = groupedCountText(count * cells.length);
  return `${subject}: ${groupedCountText(differing.length)} of ${all} ${verb}. The first difference is in run ${first.index + 1} of ${studyCellName(study, first.cell)}.`;
}

const COMPARED_FIELDS = PATH_RUN_FIELDS.flatMap((field, i) =>
  PATH_RUN_TIME_FIELDS.includes(field) ? [] : [i],
);

const isSameRun = (a: PathRun | undefined, b: PathRun | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  COMPARED_FIELDS.every((i) => Object.is(a.row[i], b.row[i])) &&
  areSameValues(a.course, b.course) &&
  areSameValues(a.poses, b.poses);

const areSameValues = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
