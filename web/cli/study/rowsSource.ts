/** Rows of a study wherever they lie: a cell's in the order of its problems, some at a time. */
import { readSync } from 'node:fs';
import { fieldAt, ROW_STRIDE } from '../../study/rowFields.ts';
import type { Study } from '../../study/study.ts';
import type { Columns } from '../../study/studyRows.ts';
import type { Manifest } from './manifest.ts';

export const ROW_BYTES = 8 * ROW_STRIDE;

export interface RowsChunk {
  /** Of its first problem. */
  readonly first: number;
  /** ROW_STRIDE numbers each; valid until the next chunk. */
  readonly rows: Float64Array;
}

export interface RowsSource {
  readonly manifest: Manifest;
  readonly study: Study;
  /** Rows of each cell. */
  readonly count: number;
  chunks(cell: number): Iterable<RowsChunk>;
}

/** The numbers at a place of an open file, as many as there are. */
export function readNumbers(file: number, place: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  const bytes = new Uint8Array(numbers.buffer);
  const got = readSync(file, bytes, 0, bytes.length, place);
  return numbers.subarray(0, Math.floor(got / 8));
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
