/**
 * A row of a study: the fields of a batch, what programs of others tell, what methods show, and the joint
 * values of its end where programs stand beside methods and poses are kept.
 */
import { fieldAt, ROW_STRIDE, type RowField } from './rowFields.ts';
import type { Study } from './study.ts';

/**
 * What a row has where programs of others solve the problems too. claimed: 1 where the program says
 * solved; ownTime, ourTime: seconds a problem, by its clock and by ours; worstLimit: how far the worst
 * joint is beyond its limits, radians or metres. NaN: not told.
 */
export const SOLVER_FIELDS = ['claimed', 'ownTime', 'ourTime', 'worstLimit'] as const;
/** A field of a row, whosever. */
export type AnyField = RowField | (typeof SOLVER_FIELDS)[number];

type Laid = Pick<Study, 'shown' | 'solvers'>;

/** The place of a field in a row. */
export const anyFieldAt = (field: AnyField): number => {
  const place = (SOLVER_FIELDS as readonly AnyField[]).indexOf(field);
  return place < 0 ? fieldAt(field as RowField) : ROW_STRIDE + place;
};

/** Where what methods show begins in a row. */
export const shownAt = ({ solvers }: Laid): number =>
  ROW_STRIDE + (solvers ? SOLVER_FIELDS.length : 0);

/** Where the joint values of an end begin in a row. */
export const answersAt = (study: Laid): number => shownAt(study) + study.shown.length;

/** Numbers of a row. */
export const rowStride = (study: Laid): number => answersAt(study) + (study.solvers?.answers ?? 0);
