import { significantDigitsText } from '@iklab/core/format';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { splitNameWords } from '../joints/splitNameWords.ts';
import type { LogTable } from '../tables/logTable.ts';

export const TIME_UNITS = ['s', 'ms', 'µs', 'ns'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

const PER_SECOND: Readonly<Record<TimeUnit, number>> = { s: 1, ms: 1e3, µs: 1e6, ns: 1e9 };

/**
 * Times of the rows of a log in seconds from the first row with a time; NaN for a row without one.
 */
export interface RowTimes {
  readonly seconds: Float64Array;
  readonly columns: readonly string[];
  readonly unit: TimeUnit;
  readonly sure: boolean;
  readonly report: readonly string[];
}

const NAMES = ['t', 'time', 'stamp', 'timestamp', 'time_stamp', 'header_stamp', 'rosbag_timestamp'];
const OTHER_NAMES = ['elapsed', 'elapsed_time', 'sim_time', 'time_since_start'];
const UNIT_WORDS: Readonly<Record<string, TimeUnit>> = {
  ...{ s: 's', sec: 's', secs: 's', second: 's', seconds: 's' },
  ...{ ms: 'ms', msec: 'ms', msecs: 'ms', millis: 'ms', milliseconds: 'ms' },
  ...{ us: 'µs', µs: 'µs', μs: 'µs', usec: 'µs', usecs: 'µs', micros: 'µs', microseconds: 'µs' },
  ...{ ns: 'ns', nsec: 'ns', nsecs: 'ns', nanos: 'ns', nanoseconds: 'ns' },
};

const MAX_TIME = 1e24; // In any unit: larger values are no time.

/**
 * Returns null if the log has no time column. `found`: index of the time column if no
 * column name means time, otherwise -1.
 */
export function readRowTimes(
  table: LogTable,
  knownUnit: TimeUnit | null,
  found = -1,
): RowTimes | null {
  const columns = table.columns.map(({ name, values, missing }, index) => ({
    name,
    values,
    place: index,
    words: missing < table.rows ? timeWords(name) : '',
  }));
  const pairs = columns.flatMap((column) => {
    const nanos = findNanoseconds(column.words, columns);
    return nanos ? [[column, nanos] as const] : [];
  });
  const paired = new Set(pairs.flat());
  const single = [...NAMES, ...OTHER_NAMES].flatMap((name) =>
    columns.filter(({ words }) => words === name || withoutUnit(words).words === name),
  );
  const named = single.find((column) => !paired.has(column)) ?? columns[found];
  if (named) return timesFromColumn(named, knownUnit);
  const [pair] = pairs;
  return pair ? timesFromPair([pair[0].name, pair[1].name], pair[0].values, pair[1].values) : null;
}

const timeWords = (name: string): string =>
  splitNameWords(name)
    .join('_')
    .replace(/^((field|msg|joint_?states?)_)+/, '');

export const timeUnitInName = (name: string): TimeUnit | null => withoutUnit(timeWords(name)).unit;

function withoutUnit(words: string): { words: string; unit: TimeUnit | null } {
  const last = words.slice(words.lastIndexOf('_') + 1);
  const unit = UNIT_WORDS[last];
  return unit && last !== words
    ? { words: words.slice(0, -last.length - 1), unit }
    : { words, unit: null };
}

function findNanoseconds<C extends { readonly words: string }>(
  words: string,
  columns: readonly C[],
) {
  const [, before] = /^(|.*_)secs?$/.exec(words) ?? [];
  if (before === undefined || !/^$|(^|_)(t|time|stamp|timestamp|header)_$/.test(before))
    return null;
  return (
    columns.find((each) => /^(n|nano)_?secs?$/.test(withoutPrefix(each.words, before))) ?? null
  );
}

const withoutPrefix = (words: string, before: string): string =>
  words.startsWith(before) ? words.slice(before.length) : '';

function timesFromColumn(
  { name, values, words }: { name: string; values: Float64Array; words: string },
  knownUnit: TimeUnit | null,
): RowTimes {
  const times = values.map((value) => (Math.abs(value) <= MAX_TIME ? value : Number.NaN));
  const step = medianTimeStep(times);
  const namedUnit = withoutUnit(words).unit;
  const dated = datedUnit(times, step);
  const unit = knownUnit ?? namedUnit ?? dated ?? likelyUnit(step);
  const sure = (knownUnit ?? namedUnit ?? dated) !== null || !(step > 1);
  const first = times.find((value) => !Number.isNaN(value)) ?? 0;
  const seconds = times.map((value) => (value - first) / PER_SECOND[unit]);
  const why = namedUnit
    ? 'recognised by its name'
    : `recognised by its steps of ${significantDigitsText(step, 4)}`;
  const reason = `, in ${unit}: ${knownUnit ? 'as chosen' : why}`;
  // Without two different times, the unit does not matter.
  const sentence = `Time is ${quoteInOneLine(name)}${Number.isNaN(step) ? '' : reason}.`;
  return { seconds, columns: [name], unit, sure, report: [sentence] };
}

function timesFromPair(
  columns: readonly [string, string],
  wholeSeconds: Float64Array,
  nanos: Float64Array,
): RowTimes {
  const has = (row: number) =>
    Math.abs(wholeSeconds[row] as number) <= MAX_TIME && Math.abs(nanos[row] as number) <= MAX_TIME;
  const first = wholeSeconds.findIndex((_, row) => has(row));
  const [begin, rest] = [wholeSeconds[first] ?? 0, nanos[first] ?? 0];
  // Whole nanoseconds, exact for a hundred days.
  const seconds = wholeSeconds.map((value, row) =>
    has(row) ? ((value - begin) * 1e9 + (nanos[row] as number) - rest) / 1e9 : Number.NaN,
  );
  const sentence = `Time is ${quoteInOneLine(columns[0])} and ${quoteInOneLine(columns[1])}.`;
  return { seconds, columns, unit: 's', sure: true, report: [sentence] };
}

/** Returns the median of the positive time steps; NaN if there are none. */
export function medianTimeStep(times: Float64Array): number {
  const steps = new Float64Array(Math.max(0, times.length - 1));
  let count = 0;
  for (let row = 1; row < times.length; row++) {
    const step = (times[row] as number) - (times[row - 1] as number);
    if (step > 0) steps[count++] = step;
  }
  return count === 0 ? Number.NaN : (steps.subarray(0, count).sort()[count >> 1] as number);
}

// Seconds from 1970 to the years 2000 and 2100.
const [EARLIEST, LATEST] = [946_684_800, 4_102_444_800];

/**
 * Returns the unit in which the values are dates of this century and `step` is plausible; null if
 * there is none. `step`: median time step.
 */
function datedUnit(values: Float64Array, step: number): TimeUnit | null {
  const some = values.find((value) => !Number.isNaN(value)) ?? 0;
  const dated = TIME_UNITS.find((unit) => {
    const [date, seconds] = [some / PER_SECOND[unit], step / PER_SECOND[unit]];
    return date >= EARLIEST && date <= LATEST && seconds >= 1e-6 && seconds <= 60;
  });
  return dated ?? null;
}

function likelyUnit(step: number): TimeUnit {
  if (!(step > 1)) return 's';
  return step <= 500 ? 'ms' : step <= 5e5 ? 'µs' : 'ns';
}
