export { type BussKimCase, checkBussKimClaims, computeBussKimCases } from './bussKimFigureOne.ts';
export { makeSolvedSharesDocument } from './bussKimShares.ts';
export { PRINTED_UPDATE_TIMES } from './bussKimTimes.ts';
export {
  type PublishedTableFigures,
  publishedFiguresJson,
  publishedFiguresProvenance,
  publishedFiguresTable,
} from './figuresExport.ts';
export { replicationFindings } from './findings.ts';
export { computeDampingCurves, type DampingCurve } from './naYangJiaFigureOne.ts';
export { largestLimitViolation, naYangJiaTableTwoDls } from './naYangJiaRows.ts';
export {
  deviationScalePosition,
  halfDotRowHeight,
  makeReplicationDots,
  type PositionedReplicationDot,
  placeReplicationDots,
  type ReplicationDotKind,
} from './overviewDots.ts';
export { replicationSentence } from './overviewSentence.ts';
export { computePseudoinverseMisprint } from './pseudoinverseMisprint.ts';
export type {
  DrawnPaperCase,
  PaperDrawings,
  PublishedFigure,
  PublishedTable,
} from './publishedTable.ts';
export { papersInNote, publishedTables } from './publishedTables.ts';
export { type RecordedMethodRun, recordMethodRun } from './recordRun.ts';
export { roundedValueText } from './roundText.ts';
export { findSettledFigures } from './settledFigures.ts';
export { tabaczynskiCountsTable } from './tabaczynskiCounts.ts';
export { printedDlsTrace, printedTruncatedTrace } from './tabaczynskiTraces.ts';
export { tableDeviationReasons } from './tableReason.ts';
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
} from './verdict.ts';
