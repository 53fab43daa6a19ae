/**
 * A row of a study: the fields of a batch, what programs of others tell, the cause where it is asked for, what
 * methods show, and the joint values of its end where programs stand beside methods and poses are kept.
 */
import { BATCH, BATCH_CAUSE, type BatchCauseField } from 'iklab/engine/protocol';
import { ROW_FIELDS, type RowField } from './rowFields.ts';
import type { Study } from './study.ts';

/**
 * What a row has where programs of others solve the problems too. claimed: 1 where the program says
 * solved; ownTime, ourTime: seconds a problem, by its clock and by ours; worstLimit: how far the worst
 * joint is beyond its limits, radians or metres. NaN: not told.
 */
export const SOLVER_FIELDS = ['claimed', 'ownTime', 'ourTime', 'worstLimit'] as const;
/**
 * What a row has where its study asks for causes: a place in `CAUSES`, and among the joints that move of the joint
 * whose limit is in the way. NaN: the problem is solved, not in the sample, or a program's.
 */
export const CAUSE_FIELDS = Object.keys(BATCH_CAUSE) as readonly BatchCauseField[];
/** A field of a row, whosever. */
export type AnyField = RowField | (typeof SOLVER_FIELDS)[number] | BatchCauseField;

/** What the places in a row depend on. */
export type Laid = Pick<Study, 'shown'> & Fields;
type Fields = Pick<Study, 'solvers'> & Partial<Pick<Study, 'causes'>>;

/** The fields of a row by their places, without what methods show. */
export const rowFieldsOf = ({ solvers, causes = 0 }: Fields): readonly AnyField[] => [
  ...ROW_FIELDS,
  ...(solvers ? SOLVER_FIELDS : []),
  ...(causes > 0 ? CAUSE_FIELDS : []),
];

/** The place of a field in a row. */
export function anyFieldAt(field: AnyField, study: Fields): number {
  const own = BATCH[field as RowField];
  return own ?? rowFieldsOf(study).indexOf(field);
}

/** Where what methods show begins in a row. */
export const shownAt = (study: Fields): number => rowFieldsOf(study).length;

/** Where the joint values of an end begin in a row. */
export const answersAt = (study: Laid): number => shownAt(study) + study.shown.length;

/** Numbers of a row. */
export const rowStride = (study: Laid): number => answersAt(study) + (study.solvers?.answers ?? 0);
