/**
 * Layout of a row of a study: the fields of a batch, the fields of external solvers, the cause if
 * the study diagnoses it, the solution in which the problem ended if the study asks for it, the
 * scalar observables of methods, and the final joint values if there are external solvers and poses
 * are stored.
 */
import {
  BATCH,
  BATCH_CAUSE,
  BATCH_SOLUTION,
  type BatchCauseField,
  type BatchSolutionField,
} from '@iklab/core/engine/protocol';
import type { Study } from '../document/study.ts';
import { ROW_FIELDS, type RowField } from './rowFields.ts';

/**
 * Names of the additional fields of a row if external solvers solve the problems too. `claimed`: 1
 * if the solver reports success; `ownTime`, `ourTime`: seconds per problem by the clocks of the
 * solver and of IK Lab; `worstLimit`: largest joint limit violation, radians or metres. NaN: not
 * reported.
 */
export const SOLVER_FIELDS = ['claimed', 'ownTime', 'ourTime', 'worstLimit'] as const;
/**
 * Names of the additional fields of a row if the study diagnoses causes: an index into `CAUSES`,
 * and the index of the blocking joint among the movable ones. NaN if the problem is solved, is not
 * diagnosed, or is of an external solver.
 */
export const ROW_CAUSE_FIELDS = Object.keys(BATCH_CAUSE) as readonly BatchCauseField[];
/**
 * Names of the additional fields of a row if the study compares poses with all solutions
 * (wasm/src/iklab/lab/batch.hpp). NaN if the row is of an external solver, or where noted there.
 */
export const ROW_SOLUTION_FIELDS = Object.keys(BATCH_SOLUTION) as readonly BatchSolutionField[];
export type AnyRowField =
  | RowField
  | (typeof SOLVER_FIELDS)[number]
  | BatchCauseField
  | BatchSolutionField;

export type StudyRowLayout = Pick<Study, 'shown'> & StudyFields;
type StudyFields = Pick<Study, 'solvers'> & Partial<Pick<Study, 'causes' | 'solutions'>>;

/** Returns the names of the fields of a row in order, without the observables of methods. */
export const studyRowFields = ({
  solvers,
  causes = 0,
  solutions = false,
}: StudyFields): readonly AnyRowField[] => [
  ...ROW_FIELDS,
  ...(solvers ? SOLVER_FIELDS : []),
  ...(causes > 0 ? ROW_CAUSE_FIELDS : []),
  ...(solutions ? ROW_SOLUTION_FIELDS : []),
];

export function anyRowFieldIndex(field: AnyRowField, study: StudyFields): number {
  const batchIndex = BATCH[field as RowField];
  return batchIndex ?? studyRowFields(study).indexOf(field);
}

export const rowObservablesOffset = (study: StudyFields): number => studyRowFields(study).length;

export const rowAnswersOffset = (study: StudyRowLayout): number =>
  rowObservablesOffset(study) + study.shown.length;

export const rowStride = (study: StudyRowLayout): number =>
  rowAnswersOffset(study) + (study.solvers?.answers ?? 0);
