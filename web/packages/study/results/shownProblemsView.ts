import type { Study } from '../document/study.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import type { RowField } from '../rows/rowFields.ts';
import { anyRowFieldIndex } from '../rows/rowLayout.ts';
import type { RowColumnReader, StudyRows } from '../rows/studyRows.ts';
import type { CostKind } from './problemCosts.ts';

/**
 * Range of a field that selects problems. `cell` null: any method may be in the range. Costs of
 * unsolved problems do not count.
 */
export interface RowFieldRange {
  readonly cell: number | null;
  readonly field: CostKind | 'error';
  readonly low: number;
  readonly high: number;
}

/** Selects the problems that satisfy all ranges. No ranges select all problems. */
export type ProblemBrush = readonly RowFieldRange[];

export class ShownProblemsView {
  readonly study: Study;
  /** Indices of the shown problems, in ascending order. */
  readonly indices: Int32Array;
  /** Milliseconds per update of each cell. */
  readonly paces: readonly number[];
  readonly #rows: StudyRows;
  readonly #columns = new Map<string, Float64Array>();

  constructor(
    study: Study,
    rows: StudyRows,
    indices = problemsWithAllRows(study, rows, study.count),
    paces: readonly number[] = [],
  ) {
    this.study = study;
    this.indices = indices;
    this.#rows = rows;
    this.paces = paces;
  }

  get count(): number {
    return this.indices.length;
  }

  readonly column: RowColumnReader = (cell, field) => {
    const key = `${cell} ${field}`;
    const cached = this.#columns.get(key);
    if (cached) return cached;
    const [rows, index, stride] = [
      this.#rows.cellRows(cell),
      anyRowFieldIndex(field, this.study),
      this.#rows.stride,
    ];
    const column = Float64Array.from(this.indices, (i) => rows[i * stride + index] ?? Number.NaN);
    this.#columns.set(key, column);
    return column;
  };

  /**
   * Returns costs (infinite if unsolved) or final errors of the shown problems. Costs of external
   * solvers are NaN, because their updates are not comparable.
   */
  plottedValues(cell: number, field: RowFieldRange['field']): Float64Array {
    if (field === 'error') return this.column(cell, field);
    const solved = this.column(cell, 'solved');
    const pace = this.#isBrought(cell) ? Number.NaN : this.#costFactor(cell, field);
    return this.column(cell, field === 'time' ? 'updates' : field).map((spent, i) =>
      solved[i] === 1 ? spent * pace : Number.POSITIVE_INFINITY,
    );
  }

  #isBrought(cell: number): boolean {
    const found = this.study.cells[cell];
    return found !== undefined && isExternalSolverCell(found);
  }

  #costFactor(cell: number, field: CostKind): number {
    return field === 'time' ? (this.paces[cell] ?? Number.NaN) : 1;
  }

  withBrush(brush: ProblemBrush): ShownProblemsView {
    if (brush.length === 0) return this;
    const tests = brush.map((span) => this.#test(span));
    const indices = this.indices.filter((_, i) => tests.every((test) => test(i)));
    return new ShownProblemsView(this.study, this.#rows, indices, this.paces);
  }

  #test({ cell, field, low, high }: RowFieldRange): (position: number) => boolean {
    const cells = cell === null ? this.study.cells.map(({ index }) => index) : [cell];
    const columns = cells.map((each) => this.plottedValues(each, field));
    return (place) =>
      columns.some((column) => (column[place] ?? 0) >= low && (column[place] ?? 0) <= high);
  }

  /** Returns the two methods that solve most problems, without external solvers. */
  bestTwo(): readonly [number, number] {
    const solved = this.study.cells.map(({ index }) =>
      this.column(index, 'solved').reduce((sum, x) => sum + x, 0),
    );
    const methods = [...solved.keys()].filter((cell) => !this.#isBrought(cell));
    const [a = 0, b = a] = methods.sort((i, j) => (solved[j] ?? 0) - (solved[i] ?? 0));
    return [a, b];
  }

  /**
   * Returns the hardest problems first: solved by the fewest methods, then with the most updates in
   * total.
   */
  hardest(most: number): { readonly index: number; readonly solverCount: number }[] {
    const { cells } = this.study;
    const sum = (field: RowField, summed = cells) => {
      const all = new Float64Array(this.count);
      for (const { index } of summed)
        this.column(index, field).forEach((x, i) => {
          all[i] = (all[i] ?? 0) + x;
        });
      return all;
    };
    const [solved, updates] = [
      sum('solved'),
      sum(
        'updates',
        cells.filter((cell) => !isExternalSolverCell(cell)),
      ),
    ];
    const positions = Array.from(this.indices.keys());
    positions.sort(
      (a, b) =>
        (solved[a] ?? 0) - (solved[b] ?? 0) || (updates[b] ?? 0) - (updates[a] ?? 0) || a - b,
    );
    return positions
      .slice(0, most)
      .map((i) => ({ index: this.indices[i] ?? 0, solverCount: solved[i] ?? 0 }));
  }
}

export function problemsWithAllRows({ cells }: Study, rows: StudyRows, count: number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, i) => i);
  return all.filter((i) => cells.every(({ index }) => rows.has(index, i)));
}
