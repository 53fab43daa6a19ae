/** The tables of the papers, recomputed. */

export { checkFigureOneClaims, computeFigureOne, type FigureOneCase } from './bussKimFigureOne.ts';
export { makeSharesDocument } from './bussKimShares.ts';
export { PRINTED_TIMES } from './bussKimTimes.ts';
export {
  figuresJson,
  figuresProvenance,
  figuresTable,
  type TableFigures,
} from './figuresExport.ts';
export { replicationFindings } from './findings.ts';
export { type DampingCurve, dampingCurves } from './naYangJiaFigureOne.ts';
export { limitViolation, tableTwoDls } from './naYangJiaRows.ts';
export {
  deviationScalePosition,
  halfRowHeight,
  makeOverviewDots,
  type OverviewDotKind,
  type PositionedDot,
  placeOverviewDots,
} from './overviewDots.ts';
export { overviewSentence } from './overviewSentence.ts';
export { computeMisprint } from './pseudoinverseMisprint.ts';
export type {
  DrawnPaperCase,
  PaperDrawings,
  PublishedFigure,
  PublishedTable,
} from './publishedTable.ts';
export { papersInNote, publishedTables } from './publishedTables.ts';
export { type RecordedRun, recordRun } from './recordRun.ts';
export { roundedValueText } from './roundText.ts';
export { findSettledFigures } from './settledFigures.ts';
export { tabaczynskiCounts } from './tabaczynskiCounts.ts';
export { dlsTrace, truncatedTrace } from './tabaczynskiTraces.ts';
export { tableReason } from './tableReason.ts';
export {
  computeDeviation,
  countScore,
  isFigureDeviating,
  isFigurePrinted,
  isFullyReproduced,
  judgeFigure,
  printedHalfRange,
  type ReplicationScore,
  scoreText,
  sortByDeviation,
  tableVerdict,
  verdictText,
  verdictTextWithoutDeviation,
} from './verdict.ts';
