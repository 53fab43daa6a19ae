/** Rebuilds the rows of a study from its table in Parquet or JSON. */
import { CAUSES } from 'iklab/engine/protocol';
import type { Value } from './dataTable.ts';
import type { OpenedRows } from './openedRows.ts';
import { jointsOf, poseNames } from './posedRows.ts';
import { COUNTS, rowColumns } from './rowColumns.ts';
import { answersAt, rowFieldsOf, rowStride, shownAt } from './rowLayout.ts';
import type { ToldRows } from './rowsHead.ts';
import { ROW_STOPS, type RowStop, stopPlace } from './solvers.ts';
import type { Study } from './study.ts';
import { StudyRows } from './studyRows.ts';

/** A value in a table; integers may be bigint. */
export type TableValue = Value | bigint | undefined;

/** Rows that are filled column by column. */
export class TabledRows {
  readonly #told: ToldRows;
  readonly #count: number;
  readonly #stride: number;
  readonly #cells: readonly Float64Array[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #joints: readonly string[];

  constructor(told: ToldRows, count: number) {
    const { study } = told;
    [this.#told, this.#count, this.#stride] = [told, count, rowStride(study)];
    this.#cells = study.cells.map(() => new Float64Array(count * this.#stride).fill(Number.NaN));
    this.#places = placesOf(study);
    this.#joints = jointsOf(study);
  }

  /** Columns that a table must have; poses are optional. */
  get names(): readonly string[] {
    return rowColumns(this.#told.study).map(({ name }) => name);
  }

  /** Whether a column is stored in rows or checked. */
  has(name: string): boolean {
    return this.#places.has(name) || name === 'index' || name === 'label';
  }

  /** Sets a value of row `at` of a cell; returns what is wrong with it, or ''. */
  take(name: string, cell: number, at: number, value: TableValue): string {
    if (name === 'index') return Number(value) === at ? '' : this.#misfit(cell, at, name);
    if (name === 'label')
      return value === this.#told.study.cells[cell]?.panel.label
        ? ''
        : this.#misfit(cell, at, name);
    const place = this.#places.get(name);
    if (place === undefined) return '';
    const number = this.#numberOf(name, value);
    if (number === null) return this.#misfit(cell, at, name);
    if (COUNTS.some((field) => field === name) && !isCount(number))
      return `is damaged: ${name} of row ${at} of ${this.#labelOf(cell)} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; got ${number}`;
    const rows = this.#cells[cell];
    if (rows) rows[at * this.#stride + place] = number;
    return '';
  }

  /** Null if the value is invalid. */
  #numberOf(name: string, value: TableValue): number | null {
    if (name === 'stop') return stopOf(value);
    const words = name === 'cause' ? CAUSES : name === 'causeJoint' ? this.#joints : null;
    if (words === null) return numberOf(value);
    if (value === null || value === undefined) return Number.NaN;
    const place = (words as readonly TableValue[]).indexOf(value);
    return place < 0 ? null : place;
  }

  opened(asText: boolean): OpenedRows {
    const rows = new StudyRows(this.#told.study);
    for (const [cell, numbers] of this.#cells.entries())
      rows.add({ cell, first: 0, count: this.#count }, numbers);
    return { ...this.#told, rows, count: this.#count, asText, summed: null };
  }

  #labelOf(cell: number): string {
    return this.#told.study.cells[cell]?.panel.label ?? '';
  }

  #misfit(cell: number, at: number, name: string): string {
    return `is damaged: row ${at} of ${this.#labelOf(cell)} has a different ${name} than its study`;
  }
}

/** NaN is an unknown count. */
const isCount = (number: number): boolean =>
  Number.isNaN(number) || (Number.isSafeInteger(number) && number >= 0);

const stopOf = (value: TableValue): number | null => {
  if (value === 'none') return Number.NaN;
  return ROW_STOPS.includes(value as RowStop) ? stopPlace(value as RowStop) : null;
};

function numberOf(value: TableValue): number | null {
  if (value === null || value === undefined) return Number.NaN;
  return typeof value === 'string' ? null : Number(value);
}

/** Index in a row of each column. */
function placesOf(study: Study): ReadonlyMap<string, number> {
  const places = new Map<string, number>(rowFieldsOf(study).map((field, i) => [field, i]));
  for (const [i, name] of study.shown.entries()) places.set(`shown.${name}`, shownAt(study) + i);
  const answers = study.solvers?.answers ?? 0;
  const ends = answers > 0 ? poseNames(study).slice(-answers) : [];
  for (const [i, [name]] of ends.entries()) places.set(name, answersAt(study) + i);
  return places;
}

/** Number of problems per cell in a table with `rows` rows, or what is wrong with it. */
export function problemsIn({ study, manifest }: ToldRows, rows: number): number | string {
  const count = rows / study.cells.length;
  const counted = (manifest as { count?: unknown }).count ?? study.count;
  if (count === counted && count >= 1 && count <= study.count) return count;
  const wanted = `${study.cells.length} × ${Number(counted)}`;
  return `is damaged or incomplete: it has ${rows} rows, its manifest says ${wanted}`;
}

/** States which columns are missing; '' if none is. */
export function lackedColumns(
  wanted: readonly string[],
  had: ReadonlySet<string>,
  build: string,
): string {
  const lacked = wanted.filter((name) => !had.has(name));
  if (lacked.length === 0) return '';
  return `lacks the column ${lacked[0]}${lacked.length > 1 ? ` and ${lacked.length - 1} more` : ''}, which its study requires (created with build ${build})`;
}
