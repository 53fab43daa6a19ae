import { groupedCountText, significantDigitsText } from '@iklab/core/format';
import { medianTimeStep } from './readRowTimes.ts';

const MIN_GAP_STEPS = 4;

export interface TimeGap {
  /** Index of the row after the gap; `length` is the duration of the gap in seconds. */
  readonly row: number;
  readonly length: number;
}

export interface SelectedRowTimes {
  /** Times of the selected rows, seconds from the first of them. */
  readonly times: Float64Array;
  /** Indices of the selected rows; null if all are. */
  readonly rows: Int32Array | null;
  /** Median time step, seconds; NaN with a single row. */
  readonly step: number;
  readonly gaps: readonly TimeGap[];
  readonly report: readonly string[];
}

/**
 * Keeps the rows with increasing times. `seconds`: time of every row, from any origin; NaN for a
 * row without a time.
 */
export function selectRowsByTime(seconds: Float64Array): SelectedRowTimes {
  const { times, rows } = relativeTimes(seconds);
  const step = medianTimeStep(times);
  const gaps: TimeGap[] = [];
  for (let row = 1; row < times.length; row++) {
    const length = (times[row] as number) - (times[row - 1] as number);
    if (length > MIN_GAP_STEPS * step) gaps.push({ row, length });
  }
  const report = [
    ...ignoredRowsText(seconds.length - times.length),
    ...(times.length === 1 ? [onePoseText(seconds)] : []),
    ...gapsText(times, gaps),
  ];
  return { times, rows, step, gaps, report };
}

/**
 * Returns increasing times relative to the first, with their rows. Drops rows whose relative times
 * round to the same value.
 */
function relativeTimes(seconds: Float64Array): Pick<SelectedRowTimes, 'times' | 'rows'> {
  const rows = findIncreasingTimeRows(seconds);
  const selected =
    rows === null ? seconds : Float64Array.from(rows, (row) => seconds[row] as number);
  const first = selected[0] ?? 0;
  if (first === 0) return { times: selected, rows };
  const { times, rows: nested } = relativeTimes(selected.map((time) => time - first));
  return {
    times,
    rows: rows && nested ? nested.map((row) => rows[row] as number) : (nested ?? rows),
  };
}

function onePoseText(seconds: Float64Array): string {
  const timed = seconds.reduce((count, time) => count + Number(!Number.isNaN(time)), 0);
  return `The log shows one pose: ${timed === 1 ? 'only one row has a time' : 'no row is later than the previous one'}.`;
}

const ignoredRowsText = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row' : `${groupedCountText(count)} rows`} ignored: their time does not increase.`,
      ];

function gapsText(times: Float64Array, gaps: readonly TimeGap[]): string[] {
  if (gaps.length === 0) return [];
  const longest = gaps.reduce((a, b) => (b.length > a.length ? b : a));
  const size = `${significantDigitsText(longest.length, 2)} s at ${significantDigitsText(times[longest.row - 1] ?? 0, 4)} s`;
  return [
    gaps.length === 1
      ? `1 gap of ${size}.`
      : `${groupedCountText(gaps.length)} gaps, the longest ${size}.`,
  ];
}

/**
 * Returns the longest subsequence of rows with increasing times (Fredman 1975), null if all
 * rows increase. So a stray time or a clock that was set back drops few rows. Drops rows without a
 * number.
 */
export function findIncreasingTimeRows(times: Float64Array): Int32Array | null {
  if (areIncreasing(times)) return null;
  // The last row of the best sequence of each length, and the predecessor of each row.
  const ends = new Int32Array(times.length);
  const before = new Int32Array(times.length);
  let longest = 0;
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    if (Number.isNaN(time)) continue;
    let [low, high] = [0, longest];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[ends[middle] as number] as number) < time) low = middle + 1;
      else high = middle;
    }
    // Of equal times, the first counts.
    if (low < longest && time === times[ends[low] as number]) continue;
    before[row] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = row;
    if (low === longest) longest++;
  }
  const rows = new Int32Array(longest);
  let row = ends[longest - 1] ?? -1;
  for (let index = longest - 1; index >= 0; index--) {
    rows[index] = row;
    row = before[row] as number;
  }
  return rows;
}

function areIncreasing(times: Float64Array): boolean {
  if (Number.isNaN(times[0])) return false;
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number))) return false;
  return true;
}
