/** Rows with what they can be checked by, where that is asked for. */

import { type RowsSource, SLICE_PROBLEMS, StudySolver, slicedPoses } from '@iklab/study';
import { type Engine, openBatch } from 'iklab/engine';
import { resolve } from 'iklab/scenario';
import type { Options } from '../command.ts';
import { inputFault, UsageError } from '../errors.ts';
import type { StudyFormat } from './rowsOutput.ts';

export const POSES_HELP = `--poses       csv, json, parquet and npz with start, targets and end of each row, so that anybody can
                check it by a forward kinematics of their own; each problem is solved once more. Of a study that
                follows a path: --course has target and joint values of each point`;

/** `keeps`: rows have them too, for what a program answered cannot be found again. */
export function checkPoses({ poses, course }: Options, format: StudyFormat, keeps = false): void {
  if (poses && course === undefined && (format === 'table' || (format === 'rows' && !keeps)))
    throw new UsageError(
      `--poses needs --format csv, json, parquet or npz, or --course FILE of a path; is ${format}`,
    );
}

/** Poses are found as they are written. */
export async function withPoses(
  source: RowsSource,
  engine: Engine,
  poses: boolean | undefined,
  write: (source: RowsSource) => Promise<void> | void,
): Promise<void> {
  if (!poses) return write(source);
  const { study } = source;
  if (study.solvers) return withDrawn(source, engine, write);
  const solver = new StudySolver(engine, study);
  try {
    await write({
      ...source,
      poses: slicedPoses(SLICE_PROBLEMS, study.count, (slice) => solver.poses(slice)),
    });
  } finally {
    solver.close();
  }
}

/** Start and targets alone: the rows have their ends. */
async function withDrawn(
  source: RowsSource,
  engine: Engine,
  write: (source: RowsSource) => Promise<void> | void,
): Promise<void> {
  const { study } = source;
  if (!study.solvers?.answers)
    throw inputFault(
      '--poses',
      'these rows were made without it: what programs answered was not kept',
    );
  const batch = openBatch(engine, resolve(study.scenario), study);
  try {
    await write({
      ...source,
      poses: {
        of(_, index) {
          const { start, targets } = batch.draw(index);
          const goals = targets.flatMap(({ position, orientation }) => [
            ...position,
            ...orientation,
          ]);
          return [...start, ...goals];
        },
      },
    });
  } finally {
    batch.delete();
  }
}
