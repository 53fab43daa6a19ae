import { groupedCountText } from '@iklab/core/format';
import type { InlineTree, Joint, Target } from '@iklab/core/scenario';
import { listWords } from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { runGeneratorToEnd } from '@iklab/core/time';
import { convertRowsToPoses, findRowsWithValues } from './course/convertRowsToPoses.ts';
import { convertTargetsToGoals, GoalErrors } from './course/goalErrors.ts';
import { type LogGoal, type LogGoals, readLogGoals } from './course/readLogGoals.ts';
import { type RowTimes, readRowTimes, type TimeUnit } from './course/readRowTimes.ts';
import {
  type SelectedRowTimes,
  selectRowsByTime,
  type TimeGap,
} from './course/selectRowsByTime.ts';
import {
  findLogValueUnits,
  type LogAngleUnit,
  type LogValueUnits,
} from './joints/findLogValueUnits.ts';
import {
  type JointColumn,
  type JointColumnChoice,
  type JointColumnMatch,
  type JointColumnQuestion,
  matchJointColumns,
} from './joints/matchJointColumns.ts';
import { LogError, type LogFault } from './tables/logError.ts';
import type { LogFormat, LogProgressGenerator, LogTable } from './tables/logTable.ts';
import { readLogTable } from './tables/readLogTable.ts';

export interface LogReadingOptions {
  /** Time between rows if the log has no time, seconds. */
  readonly timeStep: number;
  /** Values of independent joints that the log lacks; by default their rest values. */
  readonly start?: readonly number[];
  /** Targets of the scene, used as goals if the log has none. */
  readonly targets?: readonly Target[];
  readonly columns?: JointColumnChoice;
  readonly angles?: LogAngleUnit;
  readonly timeUnit?: TimeUnit;
}

export interface JointLog {
  readonly name: string;
  readonly format: LogFormat;
  readonly rows: number;
  /** Time of each row from the first, seconds, increasing. */
  readonly times: Float64Array;
  /** Joint values row by row, joints in tree order: radians, or metres for prismatic joints. */
  readonly angles: Float64Array;
  readonly joints: readonly JointColumn[];
  readonly readAs: LogAngleUnit;
  /** Names of the time columns; if empty, rows are `timeStep` apart. */
  readonly timeColumns: readonly string[];
  readonly gaps: readonly TimeGap[];
  /** Unit guesses without evidence: for the angles, for the times. */
  readonly unclear: readonly ('angles' | 'time')[];
  readonly goals: readonly LogGoal[] | null;
  readonly unused: readonly string[];
  /**
   * Sentences for the user: the quantities found, the columns they come from, and what was left
   * out.
   */
  readonly report: readonly string[];
}

export type LogReadOutcome =
  | { readonly kind: 'log'; readonly log: JointLog }
  | JointColumnQuestion
  | { readonly kind: 'refused'; readonly fault: LogFault };

export const readLog = (
  bytes: Uint8Array,
  name: string,
  tree: InlineTree,
  options: LogReadingOptions,
): LogReadOutcome => runGeneratorToEnd(readLogInSteps(bytes, name, tree, options));

/** Pauses after every `LOG_ROWS_PER_STEP` rows. */
export function* readLogInSteps(
  bytes: Uint8Array,
  name: string,
  tree: InlineTree,
  options: LogReadingOptions,
): LogProgressGenerator<LogReadOutcome> {
  try {
    return interpretTable(yield* readLogTable(bytes, name), name, tree, options);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { kind: 'refused', fault: { file: name, line: error.line, reason: error.message } };
  }
}

/** Throws a `LogError` if the table cannot be read as a log. */
function interpretTable(
  table: LogTable,
  name: string,
  tree: InlineTree,
  options: LogReadingOptions,
): LogReadOutcome {
  const joints = tree.joints.filter(isIndependentJoint);
  if (joints.length === 0) throw new LogError('the mechanism has no movable joint');
  const match = matchJointColumns(table, tree, options.columns);
  if (match.kind === 'question') return match;
  const values = match.joints.map(({ place: index }) => table.columns[index]?.values ?? null);
  const clock = findClock(table, values, match, options);
  const goals = readLogGoals(
    table,
    tree.effectors.map(({ id }) => id),
    clock.rows,
  );
  const start = joints.map(({ rest }, i) => options.start?.[i] ?? rest);
  const units = findUnits(tree, match, values, clock, start, goals, options);
  const poses = convertRowsToPoses(
    values,
    clock.rows,
    clock.time.times.length,
    units.factors,
    start,
  );
  const report = [
    ...table.remarks,
    ...match.report,
    ...units.report,
    ...clock.report,
    ...repeatedValuesText(match.joints, poses.repeated),
    ...(goals?.report ?? []),
  ];
  const used = new Set([
    ...match.joints.map(({ column }) => column),
    ...(clock.read?.columns ?? []),
    ...(goals?.columns ?? []),
  ]);
  const log: JointLog = {
    name,
    format: table.format,
    rows: clock.time.times.length,
    times: clock.time.times,
    angles: poses.angles,
    joints: match.joints,
    readAs: units.angles,
    timeColumns: clock.read?.columns ?? [],
    gaps: clock.time.gaps,
    unclear: [
      ...(units.sure ? [] : (['angles'] as const)),
      ...(clock.read === null || clock.read.sure ? [] : (['time'] as const)),
    ],
    goals: goals?.goals ?? null,
    unused: unusedColumns(table, used),
    report,
  };
  return { kind: 'log', log };
}

interface Clock {
  readonly read: RowTimes | null;
  readonly time: SelectedRowTimes;
  /** Indices of the rows with a time and a joint value; null for all rows of the table. */
  readonly rows: Int32Array | null;
  readonly report: readonly string[];
}

/**
 * Finds the times of the rows and the rows with joint values. Rows without joint values are other
 * messages of the log.
 */
function findClock(
  table: LogTable,
  values: readonly (Float64Array | null)[],
  match: JointColumnMatch,
  { timeStep, timeUnit = undefined }: LogReadingOptions,
): Clock {
  const read = readRowTimes(table, timeUnit ?? null, match.time);
  const all =
    read?.seconds ?? Float64Array.from({ length: table.rows }, (_, row) => row * timeStep);
  const usedRows = findRowsWithValues(values, table.rows);
  const time = selectRowsByTime(
    usedRows ? Float64Array.from(usedRows, (row) => all[row] as number) : all,
  );
  if (time.times.length === 0)
    throw new LogError(
      `no row has both a time and a joint value (columns: ${listWords(read?.columns ?? [])})`,
    );
  const rows =
    usedRows && time.rows
      ? time.rows.map((row) => usedRows[row] as number)
      : (usedRows ?? time.rows);
  const emptyRows = table.rows - (usedRows?.length ?? table.rows);
  const report = [
    ...(read?.report ?? ['No time column: rows are one time step of the scene apart.']),
    ...(emptyRows > 0 ? [`${rowsText(emptyRows)} ignored: without a joint value.`] : []),
    ...time.report,
  ];
  return { read, time, rows, report };
}

const rowsText = (count: number): string =>
  count === 1 ? '1 row is' : `${groupedCountText(count)} rows are`;

const SAMPLE_ROWS = 32; // Number of rows used to compare end effectors with goals.

function findUnits(
  tree: InlineTree,
  match: JointColumnMatch,
  values: readonly (Float64Array | null)[],
  { rows, time }: Clock,
  start: readonly number[],
  goalsOfLog: LogGoals | null,
  { angles = undefined, targets = [] }: LogReadingOptions,
): LogValueUnits {
  const joints = tree.joints.filter(isIndependentJoint);
  const tips = new GoalErrors(tree, goalsOfLog?.goals ?? convertTargetsToGoals(targets));
  const count = time.times.length;
  const looked = Int32Array.from({ length: Math.min(SAMPLE_ROWS, count) }, (_, i) =>
    Math.floor((i * count) / Math.min(SAMPLE_ROWS, count)),
  );
  const tableRows = rows ? looked.map((row) => rows[row] as number) : looked;
  const miss = (factors: readonly number[]): number => {
    if (!tips.some) return Number.NaN;
    const poses = convertRowsToPoses(values, tableRows, tableRows.length, factors, start).angles;
    const n = joints.length;
    const sum = looked.reduce((all, row, i) => {
      tips.measure(poses, i * n, row);
      return all + tips.error;
    }, 0);
    return sum / looked.length;
  };
  const columns = joints.map((joint: Joint, i) => {
    const name = match.joints[i]?.column ?? '';
    const columnValues = values[i];
    return { joint, column: columnValues ? { name, values: columnValues } : null };
  });
  return findLogValueUnits(columns, angles ?? null, miss);
}

function repeatedValuesText(
  joints: readonly JointColumn[],
  repeatedCounts: readonly number[],
): string[] {
  const some = joints.flatMap(({ joint }, i) =>
    (repeatedCounts[i] as number) > 0
      ? [`${listWords([joint])} in ${groupedCountText(repeatedCounts[i] as number)}`]
      : [],
  );
  if (some.length === 0) return [];
  const listedJoints = some.slice(0, 8).join(', ');
  return [
    `Rows without a number, in which a joint keeps its previous value: ${listedJoints}${some.length > 8 ? ', …' : ''}.`,
  ];
}

const unusedColumns = (table: LogTable, used: ReadonlySet<string | null>): string[] =>
  table.columns
    .filter(({ name, missing }) => missing < table.rows && !used.has(name))
    .map(({ name }) => name);
