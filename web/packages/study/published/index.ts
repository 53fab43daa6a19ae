export { type BussKimCase, checkBussKimClaims, computeBussKimCases } from './bussKimFigureOne.ts';
export { makeSolvedSharesDocument } from './bussKimSharesTable.ts';
export { PRINTED_UPDATE_TIMES } from './bussKimTimesTable.ts';
export {
  type PublishedTableFigures,
  publishedFiguresJson,
  publishedFiguresProvenance,
  publishedFiguresTable,
} from './figuresExport.ts';
export { replicationFindings } from './findings.ts';
export { findSettledFigures } from './findSettledFigures.ts';
export { computeDampingCurves, type DampingCurve } from './naYangJiaFigureOne.ts';
export { largestLimitViolation, naYangJiaTableTwoDls } from './naYangJiaRows.ts';
export { computePseudoinverseMisprint } from './pseudoinverseMisprint.ts';
export type {
  DrawnPaperCase,
  PaperDrawings,
  PublishedFigure,
  PublishedTable,
} from './publishedTable.ts';
export { papersInNote, publishedTables } from './publishedTables.ts';
export { type RecordedMethodRun, recordMethodRun } from './recordMethodRun.ts';
export {
  deviationScalePosition,
  halfDotRowHeight,
  makeReplicationDots,
  type PositionedReplicationDot,
  placeReplicationDots,
  type ReplicationDotKind,
} from './replicationDots.ts';
export { replicationSentence } from './replicationSentence.ts';
export {
  computeFigureDeviation,
  countReplicationScore,
  halfRangeOfPrintedNumber,
  isFigureDeviating,
  isFigurePrinted,
  isFullyReproduced,
  judgeFigure,
  type ReplicationScore,
  replicationScoreText,
  replicationVerdictText,
  sortFiguresByDeviation,
  tableVerdictText,
  verdictTextWithoutDeviation,
} from './replicationVerdict.ts';
export { roundedValueText } from './roundedValueText.ts';
export { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';
export { printedDlsTrace, printedTruncatedTrace } from './tabaczynskiTraces.ts';
export { tableDeviationReasons } from './tableDeviationReasons.ts';
