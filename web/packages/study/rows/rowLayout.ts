/**
 * Layout of a row of a study, in order: fields of a batch, fields of external solvers, cause and
 * solution if requested, scalar observables, and final joint values of external solvers if stored.
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
 * Names of the additional fields of a row with external solvers. `claimed`: 1 for claimed success.
 * `ownTime`, `ourTime`: seconds by the clocks of the solver and of IK Lab. `worstLimit`: largest
 * joint limit violation, radians or metres. NaN: not reported.
 */
export const SOLVER_FIELDS = ['claimed', 'ownTime', 'ourTime', 'worstLimit'] as const;
/**
 * Names of the additional fields of a row with causes: an index into `CAUSES`, and the index of the
 * blocking joint among the movable ones. NaN: solved, not diagnosed, or external solver.
 */
export const ROW_CAUSE_FIELDS = Object.keys(BATCH_CAUSE) as readonly BatchCauseField[];
/**
 * Names of the additional fields of a row with solutions (wasm/src/iklab/lab/batch.hpp). NaN:
 * external solver, or unknown.
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
