import { type BatchSolutionField, CAUSES } from '@iklab/core/engine/protocol';
import type { Study, StudyCell } from '../document/study.ts';
import { ROW_STOP_REASONS } from '../document/withExternalSolvers.ts';
import {
  GOAL_POSE_FIELDS,
  independentJointIds,
  type ProblemPosesReader,
  poseValueNames,
} from '../tasks/problemPosesReader.ts';
import {
  type DataTable,
  finiteNumberOrNull,
  integerOrNull,
  type TableCellValue,
  type TableColumn,
} from './dataTable.ts';
import { ROW_FIELDS, type RowField } from './rowFields.ts';
import {
  type AnyRowField,
  anyRowFieldIndex,
  ROW_CAUSE_FIELDS,
  ROW_SOLUTION_FIELDS,
  rowAnswersOffset,
  rowObservablesOffset,
  rowStride,
  SOLVER_FIELDS,
} from './rowLayout.ts';
import type { RowsSource } from './rowsSource.ts';

export interface RowsTableColumn extends TableColumn {
  /** Returns the value of problem `index` of a cell. `offset`: start of the row in `rows`. */
  value(cell: StudyCell, index: number, rows: Float64Array, offset: number): TableCellValue;
}

const FLAGS: readonly RowField[] = ['solved', 'inLimits'];
export const ROW_COUNT_FIELDS: readonly RowField[] = [
  'updates',
  'evaluations',
  'restarts',
  'limitHits',
];
const includesField = (fields: readonly RowField[], name: AnyRowField): boolean =>
  fields.some((each) => each === name);
const LEVELS: readonly RowField[] = ['within1', 'within2', 'within3', 'within4'];
const CONDITIONS: readonly RowField[] = ['condition', 'goalCondition'];

/** `poses`: adds columns that allow a row to be verified. */
export function rowsTableColumns(study: Study, poses?: ProblemPosesReader): RowsTableColumn[] {
  const { sweep, levels, conditions } = study;
  const isIncluded = (field: RowField) =>
    (levels || !LEVELS.includes(field)) && (conditions || !CONDITIONS.includes(field));
  return [
    textColumn('method', ({ panel }) => panel.id),
    textColumn('label', ({ panel }) => panel.label),
    ...sweep.map(
      ({ path }, i): RowsTableColumn => ({
        name: path,
        type: 'number',
        optional: true,
        value: ({ values }) => values[i] ?? null,
      }),
    ),
    { name: 'index', type: 'index', optional: false, value: (_, index) => index },
    ...ROW_FIELDS.filter(isIncluded).map((field) => fieldColumn(field, study)),
    ...(study.solvers ? SOLVER_FIELDS.map((field) => fieldColumn(field, study)) : []),
    ...(study.causes > 0 ? causeColumns(study) : []),
    ...(study.solutions ? ROW_SOLUTION_FIELDS.map((name) => solutionColumn(name, study)) : []),
    ...study.shown.map((name, i) => observableColumn(name, rowObservablesOffset(study) + i)),
    ...(poses ? poseColumns(study, poses) : []),
  ];
}

function poseColumns(study: Study, poses: ProblemPosesReader): RowsTableColumn[] {
  const { solvers, scenario } = study;
  const answerCount = solvers?.answers ?? 0;
  const from = answerCount + GOAL_POSE_FIELDS.length * scenario.targets.length;
  const at0 = rowAnswersOffset(study);
  return poseValueNames(study).map(([name, position]) => ({
    name,
    type: 'number',
    optional: true,
    value: ({ index: cell }, index, rows, offset) =>
      answerCount > 0 && position >= from
        ? finiteNumberOrNull(rows[offset + at0 + position - from])
        : finiteNumberOrNull(poses.get(cell, index)?.[position]),
  }));
}

export function toRowsTable({
  study,
  chunks,
  poses,
}: Pick<RowsSource, 'study' | 'chunks' | 'poses'>): DataTable {
  const columns = rowsTableColumns(study, poses);
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

/** Makes a column of an observable; null where a method has no value or made no update. */
const observableColumn = (name: string, index: number): RowsTableColumn => ({
  name: `shown.${name}`,
  type: 'number',
  optional: true,
  value: (_, __, rows, offset) => finiteNumberOrNull(rows[offset + index]),
});

const textColumn = (name: string, value: (cell: StudyCell) => string): RowsTableColumn => ({
  name,
  type: 'text',
  optional: false,
  value,
});

function causeColumns(study: Study): RowsTableColumn[] {
  const words = { cause: CAUSES, causeJoint: independentJointIds(study) };
  return ROW_CAUSE_FIELDS.map((name) => {
    const index = anyRowFieldIndex(name, study);
    return {
      name,
      type: 'text',
      optional: true,
      value: (_, __, rows, offset) => words[name][rows[offset + index] ?? Number.NaN] ?? null,
    };
  });
}

/** Columns of solutions that are angles, radians. */
const SOLUTION_ANGLES: readonly BatchSolutionField[] = ['nearestTurn', 'turn', 'certified'];

/** Makes a column about solutions; null for external solvers and unproven values. */
function solutionColumn(name: BatchSolutionField, study: Study): RowsTableColumn {
  const index = anyRowFieldIndex(name, study);
  const type = SOLUTION_ANGLES.includes(name)
    ? 'number'
    : name === 'certifiedInLimits'
      ? 'flag'
      : 'count';
  return {
    name,
    type,
    optional: true,
    value(_, __, rows, offset) {
      const value = finiteNumberOrNull(rows[offset + index]);
      return type === 'flag' && value !== null ? value === 1 : value;
    },
  };
}

function fieldColumn(name: AnyRowField, study: Study): RowsTableColumn {
  const { solvers } = study;
  const index = anyRowFieldIndex(name, study);
  const readField = (rows: Float64Array, offset: number) => rows[offset + index] ?? Number.NaN;
  if (name === 'stop')
    return {
      name,
      type: 'text',
      optional: false,
      value: (_, __, rows, offset) => ROW_STOP_REASONS[readField(rows, offset)] ?? 'none',
    };
  if (includesField(FLAGS, name))
    return {
      name,
      type: 'flag',
      optional: false,
      value: (_, __, rows, offset) => readField(rows, offset) === 1,
    };
  const count = includesField(ROW_COUNT_FIELDS, name);
  return {
    name,
    type: count ? 'count' : 'number',
    optional: !count || solvers !== undefined, // Optional for external solvers.
    value: (_, __, rows, offset) =>
      (count ? integerOrNull : finiteNumberOrNull)(readField(rows, offset)),
  };
}
