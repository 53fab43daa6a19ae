/** The rows of a study, and the files that contain them. */

export { selectCommonRows } from './commonRows.ts';
export { compareRows, comparisonText, withoutSolvers } from './compareRows.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export type { LoadedRows, SliceableFile } from './loadedRows.ts';
export { readRowsBytes } from './readRowsBytes.ts';
export { readRowsJson } from './readRowsJson.ts';
export { findCommonCause, MAX_EXAMINED, type RefusedPose } from './refusalCause.ts';
export {
  type AnswerCount,
  answerCounts,
  answeredCase,
  findRefusalCauses,
  type RefusedAnswer,
  refusedAnswers,
  storedAnswer,
} from './refusedAnswers.ts';
export { toRowsTable } from './rowColumns.ts';
export { rowFieldIndex } from './rowFields.ts';
export { type AnyField, answersOffset, anyFieldIndex, rowStride } from './rowLayout.ts';
export {
  CHECKSUM_BYTES,
  CHECKSUM_FAULT,
  findLayout,
  isRunsOrigin,
  MAX_HEAD_BYTES,
  maxSliceRows,
  ROWS_FIRST_LINES,
  type RowsKind,
  type RowsOrigin,
  RUNS_TABLE_FAULT,
  type RunsOrigin,
  readRowsHead,
  rowsHeadText,
  UNFINISHED_FAULT,
  valuesPerRow,
} from './rowsHead.ts';
export { type RowsSource, type RunsSource, readColumns, type ValuesSource } from './rowsSource.ts';
export { rowsCsv, rowsJson } from './rowTexts.ts';
export { StudyRows } from './studyRows.ts';
