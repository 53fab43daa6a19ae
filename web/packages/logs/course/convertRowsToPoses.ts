import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';

/**
 * Returns the indices of rows with a value for at least one joint; null if all rows have one.
 * `values`: a column or null per joint; `count`: number of rows.
 */
export function findRowsWithValues(
  values: readonly (Float64Array | null)[],
  count: number,
): Int32Array | null {
  const columns = values.filter((column) => column !== null);
  const has = (row: number) => columns.some((column) => !Number.isNaN(column[row]));
  let found = 0;
  for (let row = 0; row < count; row++) if (has(row)) found++;
  if (found === count) return null;
  const rows = new Int32Array(found);
  for (let row = 0, next = 0; row < count; row++) if (has(row)) rows[next++] = row;
  return rows;
}

export interface LogRowPoses {
  /** Joint values row by row, one per joint, in radians or metres. */
  readonly angles: Float64Array;
  /** Number of rows per joint that have no plausible value and repeat the previous one. */
  readonly repeated: readonly number[];
}

/**
 * Converts rows of a log to poses. `values`: a column or null per joint; `rows`: selected rows,
 * null for all; `start`: joint values before the first number of a column.
 */
export function convertRowsToPoses(
  values: readonly (Float64Array | null)[],
  rows: Int32Array | null,
  count: number,
  factors: readonly number[],
  start: readonly number[],
): LogRowPoses {
  const n = values.length;
  const angles = new Float64Array(count * n);
  const repeated = values.map((column, joint) => {
    let last = start[joint] as number;
    let repeatedRows = 0;
    const factor = factors[joint] as number;
    for (let row = 0; row < count; row++) {
      const value = column ? (column[rows ? (rows[row] as number) : row] as number) : Number.NaN;
      if (Math.abs(value * factor) <= MAX_LENGTH_OR_ANGLE) last = value * factor;
      else repeatedRows++;
      angles[row * n + joint] = last;
    }
    return column ? repeatedRows : 0;
  });
  return { angles, repeated };
}
