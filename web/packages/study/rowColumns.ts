/** The columns of a study's rows, the same in CSV, JSON and Parquet. */
import { CAUSES } from 'iklab/engine/protocol';
import { type DataTable, finite, type TableColumn, type Value, whole } from './dataTable.ts';
import { GOAL, jointsOf, type Poses, poseNames } from './posedRows.ts';
import { ROW_FIELDS, type RowField } from './rowFields.ts';
import {
  type AnyField,
  answersAt,
  anyFieldAt,
  CAUSE_FIELDS,
  rowStride,
  SOLVER_FIELDS,
  shownAt,
} from './rowLayout.ts';
import type { RowsSource } from './rowsSource.ts';
import { ROW_STOPS } from './solvers.ts';
import type { Cell, Study } from './study.ts';

export interface RowColumn extends TableColumn {
  /** Value for problem `index` of a cell; its row begins at `at` in `rows`. */
  value(cell: Cell, index: number, rows: Float64Array, at: number): Value;
}

const FLAGS: readonly RowField[] = ['solved', 'inLimits'];
export const COUNTS: readonly RowField[] = ['updates', 'evaluations', 'restarts', 'limitHits'];
const isOf = (fields: readonly RowField[], name: AnyField): boolean =>
  fields.some((each) => each === name);
const LEVELS: readonly RowField[] = ['within1', 'within2', 'within3', 'within4'];
const CONDITIONS: readonly RowField[] = ['condition', 'goalCondition'];

/** `poses`: adds the columns with which a row can be verified. */
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
    ...ROW_FIELDS.filter(asked).map((field) => fieldColumn(field, study)),
    ...(study.solvers ? SOLVER_FIELDS.map((field) => fieldColumn(field, study)) : []),
    ...(study.causes > 0 ? causeColumns(study) : []),
    ...study.shown.map((name, i) => shownColumn(name, shownAt(study) + i)),
    ...(poses ? poseColumns(study, poses) : []),
  ];
}

function poseColumns(study: Study, poses: Poses): RowColumn[] {
  const { solvers, scenario } = study;
  const kept = solvers?.answers ?? 0;
  const from = kept + GOAL.length * scenario.targets.length;
  const at0 = answersAt(study);
  return poseNames(study).map(([name, place]) => ({
    name,
    type: 'number',
    optional: true,
    value: ({ index: cell }, index, rows, at) =>
      kept > 0 && place >= from
        ? finite(rows[at + at0 + place - from])
        : finite(poses.of(cell, index)?.[place]),
  }));
}

/** Yields the rows of every cell, cell by cell. */
export function rowsTable({
  study,
  chunks,
  poses,
}: Pick<RowsSource, 'study' | 'chunks' | 'poses'>): DataTable {
  const columns = rowColumns(study, poses);
  const stride = rowStride(study);
  return {
    columns,
    *rows() {
      for (const cell of study.cells)
        for (const { first, rows } of chunks(cell.index))
          for (let i = 0; i * stride < rows.length; i++)
            yield columns.map(({ value }) => value(cell, first + i, rows, i * stride));
    },
  };
}

/** Null if a method does not report it or made no update. */
const shownColumn = (name: string, place: number): RowColumn => ({
  name: `shown.${name}`,
  type: 'number',
  optional: true,
  value: (_, __, rows, at) => finite(rows[at + place]),
});

const text = (name: string, value: (cell: Cell) => string): RowColumn => ({
  name,
  type: 'text',
  optional: false,
  value,
});

/** Null if a problem is solved or not in the sample. */
function causeColumns(study: Study): RowColumn[] {
  const words = { cause: CAUSES, causeJoint: jointsOf(study) };
  return CAUSE_FIELDS.map((name) => {
    const place = anyFieldAt(name, study);
    return {
      name,
      type: 'text',
      optional: true,
      value: (_, __, rows, at) => words[name][rows[at + place] ?? Number.NaN] ?? null,
    };
  });
}

function fieldColumn(name: AnyField, study: Study): RowColumn {
  const { solvers } = study;
  const place = anyFieldAt(name, study);
  const of = (rows: Float64Array, at: number) => rows[at + place] ?? Number.NaN;
  if (name === 'stop')
    return {
      name,
      type: 'text',
      optional: false,
      value: (_, __, rows, at) => ROW_STOPS[of(rows, at)] ?? 'none',
    };
  if (isOf(FLAGS, name))
    return { name, type: 'flag', optional: false, value: (_, __, rows, at) => of(rows, at) === 1 };
  const count = isOf(COUNTS, name);
  return {
    name,
    type: count ? 'count' : 'number',
    optional: !count || solvers !== undefined, // Optional for external solvers.
    value: (_, __, rows, at) => (count ? whole : finite)(of(rows, at)),
  };
}
