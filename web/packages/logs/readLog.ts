/** Reads a log of another program as poses of a mechanism. */
import { groupedText } from 'iklab/format';
import { type InlineTree, isMovingJoint, type Joint, listed, type Target } from 'iklab/scenario';
import { GoalTips, goalsOfTargets } from './course/goalTips.ts';
import { type LogGoal, type LogGoals, logGoals } from './course/logGoals.ts';
import { type LogTime, logTime, type TimeGap } from './course/logTime.ts';
import { posesOf, rowsWithValues } from './course/rowPoses.ts';
import { type RowTimes, rowTimes, type TimeUnit } from './course/timeColumn.ts';
import {
  type ColumnChoice,
  type ColumnMatch,
  type ColumnQuestion,
  type JointColumn,
  jointColumns,
} from './joints/jointColumns.ts';
import { type LogAngles, type ValueUnits, valueUnits } from './joints/valueUnits.ts';
import { type LogFault, LogMistake } from './tables/logMistake.ts';
import type { LogFormat, LogSteps, LogTable } from './tables/logTable.ts';
import { finished, readTable } from './tables/readTable.ts';

export interface LogOptions {
  /** Seconds between rows if the log has no time. */
  readonly timeStep: number;
  /** Values of independent joints that the log lacks; by default their rest values. */
  readonly start?: readonly number[];
  /** Goals of the scene, used if the log has none. */
  readonly targets?: readonly Target[];
  /** The user's choices; everything else is detected. */
  readonly columns?: ColumnChoice;
  readonly angles?: LogAngles;
  readonly timeUnit?: TimeUnit;
}

/** A log for a mechanism with n independent joints. */
export interface Log {
  readonly name: string;
  readonly format: LogFormat;
  readonly rows: number;
  /** Seconds of each row from the first, increasing. */
  readonly times: Float64Array;
  /** Row by row, n values in tree order: radians, or metres for prismatic joints. */
  readonly angles: Float64Array;
  /** The n joints and their columns. */
  readonly joints: readonly JointColumn[];
  readonly readAs: LogAngles;
  /** The time columns; if empty, rows are `timeStep` apart. */
  readonly timeColumns: readonly string[];
  readonly gaps: readonly TimeGap[];
  /** Values that could not be determined and are guesses. */
  readonly unclear: readonly ('angles' | 'time')[];
  /** Goals in the log; null if there are none. */
  readonly goals: readonly LogGoal[] | null;
  /** Numeric columns that were not used. */
  readonly unused: readonly string[];
  /** What was found and how, and what was omitted, as sentences. */
  readonly report: readonly string[];
}

/** A log, a question for the user, or why the log was rejected. */
export type LogReading =
  | { readonly kind: 'log'; readonly log: Log }
  | ColumnQuestion
  | { readonly kind: 'refused'; readonly fault: LogFault };

/** `bytes`: the whole file; `name`: its name. */
export const readLog = (
  bytes: Uint8Array,
  name: string,
  tree: InlineTree,
  options: LogOptions,
): LogReading => finished(logSteps(bytes, name, tree, options));

/** The same, pausing after every `BATCH_ROWS` rows. */
export function* logSteps(
  bytes: Uint8Array,
  name: string,
  tree: InlineTree,
  options: LogOptions,
): LogSteps<LogReading> {
  try {
    return logOfTable(yield* readTable(bytes, name), name, tree, options);
  } catch (error) {
    if (!(error instanceof LogMistake)) throw error;
    return { kind: 'refused', fault: { file: name, line: error.line, reason: error.message } };
  }
}

/** Interprets a table with other options; throws a `LogMistake`. */
export function logOfTable(
  table: LogTable,
  name: string,
  tree: InlineTree,
  options: LogOptions,
): LogReading {
  const joints = tree.joints.filter(isMovingJoint);
  if (joints.length === 0) throw new LogMistake('the mechanism has no movable joint');
  const match = jointColumns(table, tree, options.columns);
  if (match.kind === 'question') return match;
  const values = match.joints.map(({ place }) => table.columns[place]?.values ?? null);
  const clock = clockOf(table, values, match, options);
  const goals = logGoals(
    table,
    tree.effectors.map(({ id }) => id),
    clock.rows,
  );
  const start = joints.map(({ rest }, i) => options.start?.[i] ?? rest);
  const units = unitsOf(tree, match, values, clock, start, goals, options);
  const poses = posesOf(values, clock.rows, clock.time.times.length, units.factors, start);
  const report = [
    ...table.remarks,
    ...match.report,
    ...units.report,
    ...clock.report,
    ...heldJoints(match.joints, poses.held),
    ...(goals?.report ?? []),
  ];
  const used = new Set([
    ...match.joints.map(({ column }) => column),
    ...(clock.read?.columns ?? []),
    ...(goals?.columns ?? []),
  ]);
  const log: Log = {
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
    unused: unusedIn(table, used),
    report,
  };
  return { kind: 'log', log };
}

interface Clock {
  /** Null if no column holds it. */
  readonly read: RowTimes | null;
  readonly time: LogTime;
  /** Selected rows of the table; null for all. */
  readonly rows: Int32Array | null;
  readonly report: readonly string[];
}

/** Rows without a value for any joint belong to other messages. */
function clockOf(
  table: LogTable,
  values: readonly (Float64Array | null)[],
  match: ColumnMatch,
  { timeStep, timeUnit = undefined }: LogOptions,
): Clock {
  const read = rowTimes(table, timeUnit ?? null, match.time);
  const all =
    read?.seconds ?? Float64Array.from({ length: table.rows }, (_, row) => row * timeStep);
  const whole = rowsWithValues(values, table.rows);
  const time = logTime(whole ? Float64Array.from(whole, (row) => all[row] as number) : all);
  if (time.times.length === 0)
    throw new LogMistake(
      `no row has both a time and a joint value (columns: ${listed(read?.columns ?? [])})`,
    );
  const rows =
    whole && time.rows ? time.rows.map((row) => whole[row] as number) : (whole ?? time.rows);
  const without = table.rows - (whole?.length ?? table.rows);
  const report = [
    ...(read?.report ?? ['No time column: rows are one time step of the scene apart.']),
    ...(without > 0 ? [`${rowsText(without)} ignored: without a joint value.`] : []),
    ...time.report,
  ];
  return { read, time, rows, report };
}

const rowsText = (count: number): string =>
  count === 1 ? '1 row is' : `${groupedText(count)} rows are`;

const SAMPLES = 32; // Number of rows used to compare end effectors with goals.

function unitsOf(
  tree: InlineTree,
  match: ColumnMatch,
  values: readonly (Float64Array | null)[],
  { rows, time }: Clock,
  start: readonly number[],
  own: LogGoals | null,
  { angles = undefined, targets = [] }: LogOptions,
): ValueUnits {
  const joints = tree.joints.filter(isMovingJoint);
  const tips = new GoalTips(tree, own?.goals ?? goalsOfTargets(targets));
  const count = time.times.length;
  const looked = Int32Array.from({ length: Math.min(SAMPLES, count) }, (_, i) =>
    Math.floor((i * count) / Math.min(SAMPLES, count)),
  );
  const places = rows ? looked.map((row) => rows[row] as number) : looked;
  const miss = (factors: readonly number[]): number => {
    if (!tips.some) return Number.NaN;
    const poses = posesOf(values, places, places.length, factors, start).angles;
    const n = joints.length;
    const sum = looked.reduce((all, row, i) => {
      tips.measure(poses, i * n, row);
      return all + tips.error;
    }, 0);
    return sum / looked.length;
  };
  const columns = joints.map((joint: Joint, i) => {
    const name = match.joints[i]?.column ?? '';
    const held = values[i];
    return { joint, column: held ? { name, values: held } : null };
  });
  return valueUnits(columns, angles ?? null, miss);
}

/** Joints without a value in some rows, and the number of such rows. */
function heldJoints(joints: readonly JointColumn[], held: readonly number[]): string[] {
  const some = joints.flatMap(({ joint }, i) =>
    (held[i] as number) > 0 ? [`${listed([joint])} in ${groupedText(held[i] as number)}`] : [],
  );
  if (some.length === 0) return [];
  const shown = some.slice(0, 8).join(', ');
  return [
    `Rows without a number, in which a joint keeps its previous value: ${shown}${some.length > 8 ? ', …' : ''}.`,
  ];
}

const unusedIn = (table: LogTable, used: ReadonlySet<string | null>): string[] =>
  table.columns
    .filter(({ name, missing }) => missing < table.rows && !used.has(name))
    .map(({ name }) => name);
