/** The rows of a study in memory, filled as they arrive. */
import type { Slice } from './plan.ts';
import { type AnyField, anyFieldAt, type Laid, rowStride } from './rowLayout.ts';
import type { Study } from './study.ts';

/** Returns one field of the rows of a cell. */
export type Columns = (cell: number, field: AnyField) => Float64Array;

export class StudyRows {
  readonly #rows: readonly Float64Array[];
  readonly #known: readonly Uint8Array[];
  readonly #counts: number[];
  /** Number of values per row. */
  readonly stride: number;

  readonly #study: Laid;

  constructor(study: Laid & Pick<Study, 'cells' | 'count'>) {
    const { cells, count } = study;
    this.#study = study;
    this.stride = rowStride(study);
    this.#rows = cells.map(() => new Float64Array(count * this.stride));
    this.#known = cells.map(() => new Uint8Array(count));
    this.#counts = cells.map(() => 0);
  }

  /** Adds the rows of a slice, `stride` values each; a repeated slice has the same values. */
  add({ cell, first, count }: Slice, rows: Float64Array): void {
    const known = this.#known[cell];
    this.#rows[cell]?.set(rows.subarray(0, count * this.stride), first * this.stride);
    for (let i = first; known && i < first + count; i++) {
      if (known[i] === 1) continue;
      known[i] = 1;
      this.#counts[cell] = this.known(cell) + 1;
    }
  }

  known(cell: number): number {
    return this.#counts[cell] ?? 0;
  }

  /** Rows of all problems; 0 where they are not known. */
  of(cell: number): Float64Array {
    return this.#rows[cell] ?? new Float64Array();
  }

  has(cell: number, index: number): boolean {
    return this.#known[cell]?.[index] === 1;
  }

  /** A field of the known rows, in the order of the problems. */
  readonly column: Columns = (cell, field) => {
    const [rows, at] = [this.#rows[cell] ?? new Float64Array(), anyFieldAt(field, this.#study)];
    const column = new Float64Array(this.known(cell));
    let next = 0;
    for (let i = 0; i < rows.length / this.stride; i++) {
      if (!this.has(cell, i)) continue;
      column[next++] = rows[i * this.stride + at] ?? 0;
    }
    return column;
  };
}
