/**
 * Access to the rows of a study in any storage: those of a cell in the order of its problems, in
 * chunks.
 */
import type { Poses } from './posedRows.ts';
import { type AnyField, anyFieldAt, rowFieldsOf, rowStride } from './rowLayout.ts';
import type { ToldRows, ToldRuns } from './rowsHead.ts';
import type { Columns } from './studyRows.ts';

export interface RowsChunk {
  /** Index of its first problem. */
  readonly first: number;
  /** `strideOf` values per row; valid until the next chunk. */
  readonly rows: Float64Array;
}

/** The values of a study in any storage: rows of problems, or runs along a path. */
export interface NumbersSource<T extends ToldRows | ToldRuns = ToldRows | ToldRuns> {
  readonly manifest: T['manifest'];
  readonly study: T['study'];
  /** Number of rows per cell. */
  readonly count: number;
  chunks(cell: number): Iterable<RowsChunk>;
}

export type RunsSource = NumbersSource<ToldRuns>;

export interface RowsSource extends NumbersSource<ToldRows> {
  /** Reads them on demand. */
  readonly poses?: Poses | undefined;
}

/** A larger cell is read field by field to bound memory. */
const PROBLEMS_AT_ONCE = 1 << 20;

/**
 * A field of all rows of a cell; the fields of the current cell are cached, so that each is read
 * once.
 */
export const columnsOf = (source: RowsSource): Columns => {
  const fields = rowFieldsOf(source.study);
  const all = source.count <= PROBLEMS_AT_ONCE;
  let kept: { readonly cell: number; readonly columns: readonly Float64Array[] } | null = null;
  return (cell, field) => {
    if (!all) return readFields(source, cell, [field])[0] as Float64Array;
    if (kept?.cell !== cell) kept = { cell, columns: readFields(source, cell, fields) };
    return kept.columns[anyFieldAt(field, source.study)] as Float64Array;
  };
};

function readFields(
  { chunks, count, study }: RowsSource,
  cell: number,
  fields: readonly AnyField[],
): Float64Array[] {
  const stride = rowStride(study);
  const places = fields.map((field) => anyFieldAt(field, study));
  const columns = fields.map(() => new Float64Array(count));
  let done = 0;
  for (const { rows } of chunks(cell)) {
    columns.forEach((column, k) => {
      let next = done;
      for (let i = places[k] as number; i < rows.length; i += stride)
        column[next++] = rows[i] as number;
    });
    done += rows.length / stride;
  }
  return columns;
}
