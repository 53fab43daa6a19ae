import { listWords } from '@iklab/core/scenario/checks';
import { runGeneratorToEnd } from '@iklab/core/time';
import { LogError } from '../tables/logError.ts';
import type { LogTable } from '../tables/logTable.ts';
import { readLogTable } from '../tables/readLogTable.ts';
import { readLogGoals } from './readLogGoals.ts';
import { readRowTimes, timeUnitInName } from './readRowTimes.ts';
import { selectRowsByTime } from './selectRowsByTime.ts';

/**
 * Goal pose of a path: time in seconds from the first pose, position in metres, quaternion x y z w.
 */
export interface PathPose {
  readonly time: number;
  readonly position: readonly number[];
  readonly orientation?: readonly number[];
}

const PLAIN_NAME = /^(q[xyzw]|[xyz])(_m|\s*\[m\])?$/i;
const MIN_POSES = 2;
const TOTAL_TIME = 1; // Seconds between poses if the file has no time.

/**
 * Reads the path of an effector from a file of poses; throws a LogError if there is none. Times are
 * seconds unless their column names a unit. Drops rows without increasing time. Poses without times
 * are equally spaced.
 */
export function readPathPoses(bytes: Uint8Array, name: string, effector: string): PathPose[] {
  const read = runGeneratorToEnd(readLogTable(bytes, name));
  const table = withGoalNames(read, effector);
  const found = readRowTimes(table, null);
  const named = found?.columns.some((column) => timeUnitInName(column) !== null);
  const clock = found?.columns.length === 1 && !named ? readRowTimes(table, 's') : found;
  const step = TOTAL_TIME / Math.max(1, table.rows - 1);
  const seconds =
    clock?.seconds ?? Float64Array.from({ length: table.rows }, (_, row) => row * step);
  const { times, rows } = selectRowsByTime(seconds);
  const goals = readLogGoals(table, [effector], rows)?.goals[0];
  if (!goals) {
    const names = read.columns.map((column) => column.name).slice(0, 12);
    throw new LogError(
      `has no goals of ${effector}: expected columns x, y, z, and qx, qy, qz, qw if the tool rotates; got ${listWords(names)}`,
    );
  }
  if (times.length < MIN_POSES)
    throw new LogError(
      `must have at least ${MIN_POSES} poses at increasing times; got ${times.length} in ${table.rows === 1 ? '1 row' : `${table.rows} rows`}`,
    );
  const { positions, turns } = goals;
  return Array.from(times, (time, row) => ({
    time,
    position: [...positions.subarray(3 * row, 3 * row + 3)],
    ...(turns && { orientation: [...turns.subarray(4 * row, 4 * row + 4)] }),
  }));
}

function withGoalNames(table: LogTable, effector: string): LogTable {
  if (readLogGoals(table, [effector], null) !== null) return table;
  const columns = table.columns.map((column) => {
    const part = PLAIN_NAME.exec(column.name.trim())?.[1];
    return part ? { ...column, name: `goal_${part.toLowerCase()}` } : column;
  });
  return { ...table, columns };
}
