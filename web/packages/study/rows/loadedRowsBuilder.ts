import { CAUSES } from '@iklab/core/engine/protocol';
import type { Study } from '../document/study.ts';
import {
  ROW_STOP_REASONS,
  type RowStopReason,
  rowStopReasonIndex,
} from '../document/withExternalSolvers.ts';
import { independentJointIds, poseValueNames } from '../tasks/problemPosesReader.ts';
import type { TableCellValue } from './dataTable.ts';
import type { LoadedStudyRows } from './loadedStudyRows.ts';
import { rowAnswersOffset, rowObservablesOffset, rowStride, studyRowFields } from './rowLayout.ts';
import type { RowsFileOrigin } from './rowsHeader.ts';
import { ROW_COUNT_FIELDS, rowsTableColumns } from './rowsTableColumns.ts';
import { StudyRows } from './studyRows.ts';

/** Value of a table in Parquet or JSON; integers may be bigint. */
export type ParquetOrJsonValue = TableCellValue | bigint | undefined;

export class LoadedRowsBuilder {
  readonly #origin: RowsFileOrigin;
  readonly #count: number;
  readonly #stride: number;
  readonly #cells: readonly Float64Array[];
  readonly #columnIndices: ReadonlyMap<string, number>;
  readonly #joints: readonly string[];

  constructor(origin: RowsFileOrigin, count: number) {
    const { study } = origin;
    [this.#origin, this.#count, this.#stride] = [origin, count, rowStride(study)];
    this.#cells = study.cells.map(() => new Float64Array(count * this.#stride).fill(Number.NaN));
    this.#columnIndices = rowColumnIndices(study);
    this.#joints = independentJointIds(study);
  }

  get names(): readonly string[] {
    return rowsTableColumns(this.#origin.study).map(({ name }) => name);
  }

  /** Returns whether a column is stored in rows or compared with the study. */
  hasColumn(name: string): boolean {
    return this.#columnIndices.has(name) || name === 'index' || name === 'label';
  }

  setValue(name: string, cell: number, index: number, value: ParquetOrJsonValue): string {
    if (name === 'index')
      return Number(value) === index ? '' : this.#mismatchFault(cell, index, name);
    if (name === 'label')
      return value === this.#origin.study.cells[cell]?.panel.label
        ? ''
        : this.#mismatchFault(cell, index, name);
    const column = this.#columnIndices.get(name);
    if (column === undefined) return '';
    const number = this.#encodeValue(name, value);
    if (number === null) return this.#mismatchFault(cell, index, name);
    if (ROW_COUNT_FIELDS.some((field) => field === name) && !isValidCount(number))
      return `is damaged: ${name} of row ${index} of ${this.#cellLabel(cell)} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; got ${number}`;
    const rows = this.#cells[cell];
    if (rows) rows[index * this.#stride + column] = number;
    return '';
  }

  #encodeValue(name: string, value: ParquetOrJsonValue): number | null {
    if (name === 'stop') return parseStop(value);
    const words = name === 'cause' ? CAUSES : name === 'causeJoint' ? this.#joints : null;
    if (words === null) return numberOf(value);
    if (value === null || value === undefined) return Number.NaN;
    const index = (words as readonly ParquetOrJsonValue[]).indexOf(value);
    return index < 0 ? null : index;
  }

  toLoadedRows(asText: boolean): LoadedStudyRows {
    const rows = new StudyRows(this.#origin.study);
    for (const [cell, numbers] of this.#cells.entries())
      rows.add({ cell, first: 0, count: this.#count }, numbers);
    return { ...this.#origin, rows, count: this.#count, asText, summed: null };
  }

  #cellLabel(cell: number): string {
    return this.#origin.study.cells[cell]?.panel.label ?? '';
  }

  #mismatchFault(cell: number, index: number, name: string): string {
    return `is damaged: row ${index} of ${this.#cellLabel(cell)} has a different ${name} than its study`;
  }
}

/** Accepts NaN, which means unknown. */
const isValidCount = (number: number): boolean =>
  Number.isNaN(number) || (Number.isSafeInteger(number) && number >= 0);

const parseStop = (value: ParquetOrJsonValue): number | null => {
  if (value === 'none') return Number.NaN;
  return ROW_STOP_REASONS.includes(value as RowStopReason)
    ? rowStopReasonIndex(value as RowStopReason)
    : null;
};

function numberOf(value: ParquetOrJsonValue): number | null {
  if (value === null || value === undefined) return Number.NaN;
  return typeof value === 'string' ? null : Number(value);
}

function rowColumnIndices(study: Study): ReadonlyMap<string, number> {
  const indices = new Map<string, number>(studyRowFields(study).map((field, i) => [field, i]));
  for (const [i, name] of study.shown.entries())
    indices.set(`shown.${name}`, rowObservablesOffset(study) + i);
  const answers = study.solvers?.answers ?? 0;
  const ends = answers > 0 ? poseValueNames(study).slice(-answers) : [];
  for (const [i, [name]] of ends.entries()) indices.set(name, rowAnswersOffset(study) + i);
  return indices;
}

/** Returns the number of problems per cell, or an error text. */
export function countTableProblems(
  { study, manifest }: RowsFileOrigin,
  rows: number,
): number | string {
  const count = rows / study.cells.length;
  const counted = (manifest as { count?: unknown }).count ?? study.count;
  if (count === counted && count >= 1 && count <= study.count) return count;
  const wanted = `${study.cells.length} × ${Number(counted)}`;
  return `is damaged or incomplete: it has ${rows} rows, its manifest says ${wanted}`;
}

export function missingColumnsFault(
  wanted: readonly string[],
  had: ReadonlySet<string>,
  build: string,
): string {
  const lacked = wanted.filter((name) => !had.has(name));
  if (lacked.length === 0) return '';
  return `lacks the column ${lacked[0]}${lacked.length > 1 ? ` and ${lacked.length - 1} more` : ''}, which its study requires (created with build ${build})`;
}
