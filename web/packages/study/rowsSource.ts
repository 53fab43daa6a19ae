/** Rows of a study wherever they lie: a cell's in the order of its problems, some at a time. */
import type { Poses } from './posedRows.ts';
import { fieldAt, ROW_STRIDE } from './rowFields.ts';
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

/** A field of all rows of a cell. */
export const columnsOf =
  ({ chunks, count }: RowsSource): Columns =>
  (cell, field) => {
    const column = new Float64Array(count);
    const at = fieldAt(field);
    let next = 0;
    for (const { rows } of chunks(cell))
      for (let i = at; i < rows.length; i += ROW_STRIDE) column[next++] = rows[i] as number;
    return column;
  };
