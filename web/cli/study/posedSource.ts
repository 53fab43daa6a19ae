/** Rows with what they can be checked by, where that is asked for. */

import { type RowsSource, SLICE_PROBLEMS, StudySolver, slicedPoses } from '@iklab/study';
import type { Engine } from 'iklab/engine';
import { UsageError } from '../errors.ts';
import type { StudyFormat } from './rowsOutput.ts';

export const POSES_HELP = `--poses       csv, json and parquet with start, targets and end of each row, so that anybody can
                check it by a forward kinematics of their own; each problem is solved once more`;

export function checkPoses(poses: boolean | undefined, format: StudyFormat): void {
  if (poses && (format === 'table' || format === 'rows'))
    throw new UsageError(`--poses needs --format csv, json or parquet; is ${format}`);
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
