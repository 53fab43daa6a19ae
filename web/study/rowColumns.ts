/** The columns of a study's rows, the same in CSV, JSON and Parquet. */
import { STOPS } from '../engine/protocol.ts';
import { fieldAt, ROW_FIELDS, type RowField } from './rowFields.ts';
import type { Cell, Study } from './study.ts';

export type RowValue = string | number | boolean | null;

export interface RowColumn {
  readonly name: string;
  /** index: a whole number below 2^31; count: below 2^53. */
  readonly type: 'text' | 'flag' | 'index' | 'count' | 'number';
  /** It may be not known. */
  readonly optional: boolean;
  /** Of problem `index` of a cell, whose row begins at `at` of `rows`. */
  value(cell: Cell, index: number, rows: Float64Array, at: number): RowValue;
}

const FLAGS: readonly RowField[] = ['solved', 'inLimits'];
const COUNTS: readonly RowField[] = ['updates', 'evaluations', 'restarts', 'limitHits'];
const LEVELS: readonly RowField[] = ['within1', 'within2', 'within3', 'within4'];
const CONDITIONS: readonly RowField[] = ['condition', 'goalCondition'];

export function rowColumns({ sweep, levels, conditions }: Study): RowColumn[] {
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
  ];
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
