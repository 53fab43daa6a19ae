/** Rows of a study wherever they lie: a cell's in the order of its problems, some at a time. */
import type { Poses } from './posedRows.ts';
import { fieldAt, ROW_FIELDS, ROW_STRIDE, type RowField } from './rowFields.ts';
import type { Study } from './study.ts';
import type { Manifest } from './studyManifest.ts';
import type { Columns } from './studyRows.ts';

export interface RowsChunk {
  /** Of its first problem. */
  readonly first: number;
  /** ROW_STRIDE numbers each; valid until the next chunk. */
  readonly rows: Float64Array;
}

/** The rows of a study, wherever they are kept. */
export interface RowsSource {
  readonly manifest: Manifest;
  readonly study: Study;
  /** Rows of each cell. */
  readonly count: number;
  chunks(cell: number): Iterable<RowsChunk>;
  /** Where they are asked for. */
  readonly poses?: Poses | undefined;
}

/** A cell of more problems is read field by field: all of them would take too much memory. */
const PROBLEMS_AT_ONCE = 1 << 20;

/** A field of all rows of a cell; those of the cell before are kept, so that it is read once. */
export const columnsOf = (source: RowsSource): Columns => {
  const all = source.count <= PROBLEMS_AT_ONCE;
  let kept: { readonly cell: number; readonly columns: readonly Float64Array[] } | null = null;
  return (cell, field) => {
    if (!all) return readFields(source, cell, [field])[0] as Float64Array;
    if (kept?.cell !== cell) kept = { cell, columns: readFields(source, cell, ROW_FIELDS) };
    return kept.columns[fieldAt(field)] as Float64Array;
  };
};

function readFields(
  { chunks, count }: RowsSource,
  cell: number,
  fields: readonly RowField[],
): Float64Array[] {
  const places = fields.map(fieldAt);
  const columns = fields.map(() => new Float64Array(count));
  let done = 0;
  for (const { rows } of chunks(cell)) {
    columns.forEach((column, k) => {
      let next = done;
      for (let i = places[k] as number; i < rows.length; i += ROW_STRIDE)
        column[next++] = rows[i] as number;
    });
    done += rows.length / ROW_STRIDE;
  }
  return columns;
}
