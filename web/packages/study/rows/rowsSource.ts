/** Access to the rows of a study in any storage: by cell, in chunks. */
import type { ProblemPosesReader } from '../tasks/problemPosesReader.ts';
import { type AnyRowField, anyRowFieldIndex, rowStride, studyRowFields } from './rowLayout.ts';
import type { PathRunsFileOrigin, RowsFileOrigin } from './rowsHeader.ts';
import type { RowColumnReader } from './studyRows.ts';

export interface RowsChunk {
  readonly first: number;
  /** Rows of the chunk, `valuesPerRow` values each; overwritten when the next chunk is read. */
  readonly rows: Float64Array;
}

export interface RowsOrRunsSource<
  T extends RowsFileOrigin | PathRunsFileOrigin = RowsFileOrigin | PathRunsFileOrigin,
> {
  readonly manifest: T['manifest'];
  readonly study: T['study'];
  /** Number of problems or runs per cell. */
  readonly count: number;
  chunks(cell: number): Iterable<RowsChunk>;
}

export type PathRunsSource = RowsOrRunsSource<PathRunsFileOrigin>;

export interface RowsSource extends RowsOrRunsSource<RowsFileOrigin> {
  readonly poses?: ProblemPosesReader | undefined;
}

/** Greatest number of problems of a cell that is cached. Larger cells are read field by field. */
const MAX_CACHED_PROBLEMS = 1 << 20;

/** Returns a reader of columns that caches the fields of the current cell. */
export const makeRowColumnReader = (source: RowsSource): RowColumnReader => {
  const fields = studyRowFields(source.study);
  const all = source.count <= MAX_CACHED_PROBLEMS;
  let cached: { readonly cell: number; readonly columns: readonly Float64Array[] } | null = null;
  return (cell, field) => {
    if (!all) return readFields(source, cell, [field])[0] as Float64Array;
    if (cached?.cell !== cell) cached = { cell, columns: readFields(source, cell, fields) };
    return cached.columns[anyRowFieldIndex(field, source.study)] as Float64Array;
  };
};

function readFields(
  { chunks, count, study }: RowsSource,
  cell: number,
  fields: readonly AnyRowField[],
): Float64Array[] {
  const stride = rowStride(study);
  const indices = fields.map((field) => anyRowFieldIndex(field, study));
  const columns = fields.map(() => new Float64Array(count));
  let filled = 0;
  for (const { rows } of chunks(cell)) {
    columns.forEach((column, k) => {
      let next = filled;
      for (let i = indices[k] as number; i < rows.length; i += stride)
        column[next++] = rows[i] as number;
    });
    filled += rows.length / stride;
  }
  return columns;
}
