/** The rows of a study, and the files that contain them. */

export { selectCommonRows } from './commonRows.ts';
export { compareRows, rowsComparisonText, studyWithoutSolvers } from './compareRows.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export type { LoadedRows, SliceableFile } from './loadedRows.ts';
export { readRowsBytes } from './readRowsBytes.ts';
export { readRowsJson } from './readRowsJson.ts';
export { findCommonCause, MAX_EXAMINED_REFUSALS, type RefusedPose } from './refusalCause.ts';
export {
  type AnswerOutcomeCount,
  countAnswerOutcomes,
  findRefusalCauses,
  makeAnsweredDocument,
  type RefusedAnswer,
  refusedAnswers,
  storedAnswer,
} from './refusedAnswers.ts';
export { toRowsTable } from './rowColumns.ts';
export { rowFieldIndex } from './rowFields.ts';
export { type AnyRowField, anyRowFieldIndex, rowAnswersOffset, rowStride } from './rowLayout.ts';
export {
  CHECKSUM_BYTES,
  CHECKSUM_FAULT,
  findLayout,
  isPathRunsOrigin,
  MAX_HEAD_BYTES,
  maxRowsPerSlice,
  type PathRunsOrigin,
  ROWS_FIRST_LINES,
  type RowsKind,
  type RowsOrigin,
  RUNS_TABLE_FAULT,
  readRowsHead,
  rowsHeadText,
  UNFINISHED_FAULT,
  valuesPerRow,
} from './rowsHead.ts';
export {
  makeColumnReader,
  type RowsOrRunsSource,
  type RowsSource,
  type RunsSource,
} from './rowsSource.ts';
export { rowsCsv, rowsJson } from './rowTexts.ts';
export { StudyRows } from './studyRows.ts';
