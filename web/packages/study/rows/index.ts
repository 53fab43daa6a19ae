export { compareStudyRows, rowsComparisonText, studyWithoutSolvers } from './compareStudyRows.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export {
  findCommonRefusalCause,
  MAX_EXAMINED_REFUSALS,
  type RefusedSolverPose,
} from './findCommonRefusalCause.ts';
export {
  countSolverOutcomes,
  findRefusalCauses,
  findRefusedAnswers,
  makeRefusedAnswerDocument,
  type RefusedSolverAnswer,
  type SolverOutcomeCount,
  storedSolverPose,
} from './findRefusedAnswers.ts';
export type { LoadedStudyRows, SliceableFile } from './loadedStudyRows.ts';
export { readRowsBytes } from './readRowsBytes.ts';
export { readRowsJson } from './readRowsJson.ts';
export { rowFieldIndex } from './rowFields.ts';
export { type AnyRowField, anyRowFieldIndex, rowAnswersOffset, rowStride } from './rowLayout.ts';
export {
  CHECKSUM_BYTES,
  findRowsFileLayout,
  isPathRunsFileOrigin,
  MAX_ROWS_HEADER_BYTES,
  maxRowsPerSlice,
  PATH_RUNS_TABLE_FAULT,
  type PathRunsFileOrigin,
  parseRowsHeader,
  ROWS_CHECKSUM_FAULT,
  ROWS_FIRST_LINES,
  type RowsFileKind,
  type RowsFileOrigin,
  rowsHeaderText,
  UNFINISHED_ROWS_FAULT,
  valuesPerRow,
} from './rowsHeader.ts';
export {
  makeRowColumnReader,
  type PathRunsSource,
  type RowsOrRunsSource,
  type RowsSource,
} from './rowsSource.ts';
export { toRowsTable } from './rowsTableColumns.ts';
export { rowsCsv, rowsJson } from './rowTexts.ts';
export { selectCommonRows } from './selectCommonRows.ts';
export { type RowColumnReader, StudyRows } from './studyRows.ts';
