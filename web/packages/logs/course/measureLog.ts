/** Measures a log with IK Lab's own kinematics, treating each row as an update. */
import { groupedCountText } from '@iklab/core/format';
import { type TrajectoryMeasures, TrajectoryStats } from '@iklab/core/measure';
import type { InlineTree } from '@iklab/core/scenario';
import { listWords } from '@iklab/core/scenario/checks';
import { isIndependentJoint, jointLimitArrays } from '@iklab/core/scenario/robot';
import { LOG_ROWS_PER_STEP } from '../tables/logBounds.ts';
import type { LogProgressGenerator } from '../tables/logTable.ts';
import { GoalErrors, type ToolOffset } from './goalErrors.ts';
import type { LogGoal } from './readLogGoals.ts';

export interface PosesToMeasure {
  readonly rows: number;
  readonly angles: Float64Array;
}

export interface LogMeasures {
  /**
   * Measures of the joint motion. The first row does not count, since no step leads to it. The
   * error is 0 without goals.
   */
  readonly measures: TrajectoryMeasures;
  /** Per row, the sum of end effector distances to their goals, metres; null without goals. */
  readonly errors: Float64Array | null;
  /** Per row, the largest orientation error, radians; null if no goal has an orientation. */
  readonly turns: Float64Array | null;
  /** Number of rows in which each joint is at or beyond a limit. */
  readonly onLimit: readonly number[];
  readonly offsets: readonly ToolOffset[];
  readonly report: readonly string[];
}

/**
 * Pauses regularly. `goals`: goals of the log have a position per row, goals of the scene a single
 * one.
 */
export function* measureLog(
  { rows, angles }: PosesToMeasure,
  tree: InlineTree,
  goals: readonly LogGoal[],
): LogProgressGenerator<LogMeasures> {
  const joints = tree.joints.filter(isIndependentJoint);
  const n = joints.length;
  const course = new TrajectoryStats(tree);
  const tips = new GoalErrors(tree, goals);
  const errors = tips.some ? new Float64Array(rows) : null;
  const turns = tips.hasOrientations ? new Float64Array(rows) : null;
  const spans = jointLimitArrays(joints);
  const limited = joints.map(() => 0);
  const step = new Float64Array(n);
  const pose = new Float64Array(n);
  for (let row = 0; row < rows; row++) {
    if (errors) tips.measure(angles, row * n, row);
    if (errors) errors[row] = tips.error;
    if (turns) turns[row] = tips.angleError;
    for (let joint = 0; joint < n; joint++) {
      const angle = angles[row * n + joint] as number;
      if (angle <= (spans.from[joint] as number) || angle >= (spans.to[joint] as number))
        (limited[joint] as number)++;
      step[joint] = angle - (pose[joint] as number);
      pose[joint] = angle;
    }
    if (row > 0) course.record(step, pose, tips.error);
    if ((row + 1) % LOG_ROWS_PER_STEP === 0) yield { rows: row + 1, read: row + 1, bytes: rows };
  }
  const ids = joints.map(({ id }) => id);
  return {
    measures: course.measures('all'),
    errors,
    turns,
    onLimit: limited,
    offsets: tips.offsets,
    report: limitsText(ids, limited),
  };
}

const limitsText = (ids: readonly string[], limited: readonly number[]): string[] =>
  ids.flatMap((id, i) => {
    const count = limited[i] as number;
    const rows = count === 1 ? '1 row' : `${groupedCountText(count)} rows`;
    return count === 0 ? [] : [`${listWords([id])} is at its limit in ${rows}.`];
  });
