/** Rows of a log as poses. */
import { MAX_MAGNITUDE } from 'iklab/scenario';

/** The rows that have a number for some joint; null: all have. `values`: by joint; null: no column. */
export function rowsWithValues(
  values: readonly (Float64Array | null)[],
  count: number,
): Int32Array | null {
  const columns = values.filter((column) => column !== null);
  const has = (row: number) => columns.some((column) => !Number.isNaN(column[row]));
  let found = 0;
  for (let row = 0; row < count; row++) if (has(row)) found++;
  if (found === count) return null;
  const rows = new Int32Array(found);
  for (let row = 0, at = 0; row < count; row++) if (has(row)) rows[at++] = row;
  return rows;
}

export interface RowPoses {
  /** Row after row, a value for each joint. */
  readonly angles: Float64Array;
  /** By joint: rows in which it stands as before, for its column says nothing, or what no joint has. */
  readonly held: readonly number[];
}

/** `rows`: those that count, null: all; `start`: where a joint stands before the first number of it. */
export function posesOf(
  values: readonly (Float64Array | null)[],
  rows: Int32Array | null,
  count: number,
  factors: readonly number[],
  start: readonly number[],
): RowPoses {
  const n = values.length;
  const angles = new Float64Array(count * n);
  const held = values.map((column, joint) => {
    let last = start[joint] as number;
    let without = 0;
    const factor = factors[joint] as number;
    for (let row = 0; row < count; row++) {
      const value = column ? (column[rows ? (rows[row] as number) : row] as number) : Number.NaN;
      if (Math.abs(value * factor) <= MAX_MAGNITUDE) last = value * factor;
      else without++;
      angles[row * n + joint] = last;
    }
    return column ? without : 0;
  });
  return { angles, held };
}
