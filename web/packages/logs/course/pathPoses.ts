/**
 * Reads a path from a file of poses: the goals of a log, or plain columns x y z and qx qy qz qw.
 */
import { listed } from 'iklab/scenario';
import { LogMistake } from '../tables/logMistake.ts';
import type { LogTable } from '../tables/logTable.ts';
import { finished, readTable } from '../tables/readTable.ts';
import { logGoals } from './logGoals.ts';
import { logTime } from './logTime.ts';
import { rowTimes, unitInName } from './timeColumn.ts';

/** A goal pose: seconds from the first, metres, x y z w. */
export interface PathPose {
  readonly time: number;
  readonly position: readonly number[];
  readonly orientation?: readonly number[];
}

const BARE = /^(q[xyzw]|[xyz])(_m|\s*\[m\])?$/i;
const LEAST_POSES = 2;
const WHOLE_TIME = 1; // Seconds between poses if the file has no time.

/**
 * Throws a LogMistake if the table is no path of that effector. Times are seconds unless the column
 * names another unit; rows without increasing time are dropped; without times the poses are equally
 * spaced.
 */
export function readPathPoses(bytes: Uint8Array, name: string, effector: string): PathPose[] {
  const read = finished(readTable(bytes, name));
  const table = withGoalNames(read, effector);
  const found = rowTimes(table, null);
  const named = found?.columns.some((column) => unitInName(column) !== null);
  const clock = found?.columns.length === 1 && !named ? rowTimes(table, 's') : found;
  const step = WHOLE_TIME / Math.max(1, table.rows - 1);
  const seconds =
    clock?.seconds ?? Float64Array.from({ length: table.rows }, (_, row) => row * step);
  const { times, rows } = logTime(seconds);
  const goals = logGoals(table, [effector], rows)?.goals[0];
  if (!goals) {
    const names = read.columns.map((column) => column.name).slice(0, 12);
    throw new LogMistake(
      `has no goals of ${effector}: expected columns x, y, z, and qx, qy, qz, qw if the tool rotates; got ${listed(names)}`,
    );
  }
  if (times.length < LEAST_POSES)
    throw new LogMistake(
      `must have at least ${LEAST_POSES} poses at increasing times; got ${times.length} in ${table.rows === 1 ? '1 row' : `${table.rows} rows`}`,
    );
  const { positions, turns } = goals;
  return Array.from(times, (time, row) => ({
    time,
    position: [...positions.subarray(3 * row, 3 * row + 3)],
    ...(turns && { orientation: [...turns.subarray(4 * row, 4 * row + 4)] }),
  }));
}

/** Plain columns x, y, z belong to the effector if no other columns are goals. */
function withGoalNames(table: LogTable, effector: string): LogTable {
  if (logGoals(table, [effector], null) !== null) return table;
  const columns = table.columns.map((column) => {
    const part = BARE.exec(column.name.trim())?.[1];
    return part ? { ...column, name: `goal_${part.toLowerCase()}` } : column;
  });
  return { ...table, columns };
}
