import type { Study } from '../document/study.ts';
import type { ProblemSlice } from '../tasks/studySlices.ts';
import { type AnyRowField, anyRowFieldIndex, rowStride, type StudyRowLayout } from './rowLayout.ts';

/** Returns one field of all rows of a run (`cell`: its index), one value per problem. */
export type RowColumnReader = (cell: number, field: AnyRowField) => Float64Array;

export class StudyRows {
  readonly #rows: readonly Float64Array[];
  readonly #isKnown: readonly Uint8Array[];
  readonly #counts: number[];
  readonly stride: number;

  readonly #study: StudyRowLayout;

  constructor(study: StudyRowLayout & Pick<Study, 'cells' | 'count'>) {
    const { cells, count } = study;
    this.#study = study;
    this.stride = rowStride(study);
    this.#rows = cells.map(() => new Float64Array(count * this.stride));
    this.#isKnown = cells.map(() => new Uint8Array(count));
    this.#counts = cells.map(() => 0);
  }

  /** Stores the rows of a slice, `stride` values each. */
  add({ cell, first, count }: ProblemSlice, rows: Float64Array): void {
    const flags = this.#isKnown[cell];
    this.#rows[cell]?.set(rows.subarray(0, count * this.stride), first * this.stride);
    for (let i = first; flags && i < first + count; i++) {
      if (flags[i] === 1) continue;
      flags[i] = 1;
      this.#counts[cell] = this.knownCount(cell) + 1;
    }
  }

  knownCount(cell: number): number {
    return this.#counts[cell] ?? 0;
  }

  /** Returns the rows of all problems of a cell; 0 for rows that are not known yet. */
  cellRows(cell: number): Float64Array {
    return this.#rows[cell] ?? new Float64Array();
  }

  has(cell: number, index: number): boolean {
    return this.#isKnown[cell]?.[index] === 1;
  }

  /** Returns only the values known so far, in the order of the problems. */
  readonly column: RowColumnReader = (cell, field) => {
    const [rows, index] = [
      this.#rows[cell] ?? new Float64Array(),
      anyRowFieldIndex(field, this.#study),
    ];
    const column = new Float64Array(this.knownCount(cell));
    let next = 0;
    for (let i = 0; i < rows.length / this.stride; i++) {
      if (!this.has(cell, i)) continue;
      column[next++] = rows[i * this.stride + index] ?? 0;
    }
    return column;
  };
}
