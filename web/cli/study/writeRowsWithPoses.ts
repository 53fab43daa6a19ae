import { type Engine, openProblemBatch } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import type { RowsSource } from '@iklab/study/rows';
import { MAX_SLICE_PROBLEMS, makeSlicedPosesReader, StudySolver } from '@iklab/study/tasks';
import type { CommandOptions } from '../command.ts';
import { makeInputError, UsageError } from '../errors.ts';
import type { StudyFormat } from './rowsOutput.ts';

export const POSES_HELP = `--poses       csv, json, parquet and npz: add start, targets and final pose of each row, so that any
                forward kinematics can verify it; each problem is solved again. For studies that follow a
                path: add target and joint values of each point to --course`;

export function checkPosesOption(
  { poses, course }: CommandOptions,
  format: StudyFormat,
  keeps = false,
): void {
  if (poses && course === undefined && (format === 'table' || (format === 'rows' && !keeps)))
    throw new UsageError(
      `--poses needs --format csv, json, parquet or npz, or --course FILE for a path; the format is ${format}`,
    );
}

export async function writeRowsWithPoses(
  source: RowsSource,
  engine: Engine,
  poses: boolean | undefined,
  write: (source: RowsSource) => Promise<void> | void,
): Promise<void> {
  if (!poses) return write(source);
  const { study } = source;
  if (study.solvers) return withProblems(source, engine, write);
  const solver = new StudySolver(engine, study);
  try {
    await write({
      ...source,
      poses: makeSlicedPosesReader(MAX_SLICE_PROBLEMS, study.count, (slice) => solver.poses(slice)),
    });
  } finally {
    solver.close();
  }
}

/** Adds start poses and targets; rows already contain final poses. */
async function withProblems(
  source: RowsSource,
  engine: Engine,
  write: (source: RowsSource) => Promise<void> | void,
): Promise<void> {
  const { study } = source;
  if (!study.solvers?.answers)
    throw makeInputError(
      '--poses',
      'these rows were made without --poses; the answers of the programs were not stored',
    );
  const batch = openProblemBatch(engine, resolveScenario(study.scenario), study);
  try {
    await write({
      ...source,
      poses: {
        get(_, index) {
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
