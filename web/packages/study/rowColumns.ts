/** The columns of a study's rows, the same in CSV, JSON and Parquet. */
import { STOPS } from 'iklab/engine/protocol';
import type { DataTable, TableColumn, Value } from './dataTable.ts';
import { type Poses, poseNames } from './posedRows.ts';
import { fieldAt, ROW_FIELDS, ROW_STRIDE, type RowField } from './rowFields.ts';
import type { RowsSource } from './rowsSource.ts';
import type { Cell, Study } from './study.ts';

export interface RowColumn extends TableColumn {
  /** Of problem `index` of a cell, whose row begins at `at` of `rows`. */
  value(cell: Cell, index: number, rows: Float64Array, at: number): Value;
}

const FLAGS: readonly RowField[] = ['solved', 'inLimits'];
const COUNTS: readonly RowField[] = ['updates', 'evaluations', 'restarts', 'limitHits'];
const LEVELS: readonly RowField[] = ['within1', 'within2', 'within3', 'within4'];
const CONDITIONS: readonly RowField[] = ['condition', 'goalCondition'];

/** With `poses`, what a row can be checked by. */
export function rowColumns(study: Study, poses?: Poses): RowColumn[] {
  const { sweep, levels, conditions } = study;
  const asked = (field: RowField) =>
    (levels || !LEVELS.includes(field)) && (conditions || !CONDITIONS.includes(field));
  return [
    text('method', ({ panel }) => panel.id),
    text('label', ({ panel }) => panel.label),
    ...sweep.map(
      ({ path }, i): RowColumn => ({
        name: path,
        type: 'number',
        optional: true,
        value: ({ values }) => values[i] ?? null,
      }),
    ),
    { name: 'index', type: 'index', optional: false, value: (_, index) => index },
    ...ROW_FIELDS.filter(asked).map(fieldColumn),
    ...(poses ? poseColumns(study, poses) : []),
  ];
}

const poseColumns = (study: Study, poses: Poses): RowColumn[] =>
  poseNames(study).map(([name, place]) => ({
    name,
    type: 'number',
    optional: true,
    value: ({ index: cell }, index) => poses.of(cell, index)?.[place] ?? null,
  }));

/** The rows of every cell in turn. */
export function rowsTable({
  study,
  chunks,
  poses,
}: Pick<RowsSource, 'study' | 'chunks' | 'poses'>): DataTable {
  const columns = rowColumns(study, poses);
  return {
    columns,
    *rows() {
      for (const cell of study.cells)
        for (const { first, rows } of chunks(cell.index))
          for (let i = 0; i * ROW_STRIDE < rows.length; i++)
            yield columns.map(({ value }) => value(cell, first + i, rows, i * ROW_STRIDE));
    },
  };
}

const text = (name: string, value: (cell: Cell) => string): RowColumn => ({
  name,
  type: 'text',
  optional: false,
  value,
});

function fieldColumn(name: RowField): RowColumn {
  const place = fieldAt(name);
  const of = (rows: Float64Array, at: number) => rows[at + place] ?? Number.NaN;
  if (name === 'stop')
    return {
      name,
      type: 'text',
      optional: false,
      value: (_, __, rows, at) => STOPS[of(rows, at)] ?? 'none',
    };
  if (FLAGS.includes(name))
    return { name, type: 'flag', optional: false, value: (_, __, rows, at) => of(rows, at) === 1 };
  const count = COUNTS.includes(name);
  return {
    name,
    type: count ? 'count' : 'number',
    optional: !count,
    value(_, __, rows, at) {
      const value = of(rows, at);
      return Number.isFinite(value) ? value : null;
    },
  };
}
