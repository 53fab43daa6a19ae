/** The tables of the papers, recomputed. */

export { checkFigureOneClaims, computeFigureOne, type FigureOneCase } from './bussKimFigureOne.ts';
export { sharesDocument } from './bussKimShares.ts';
export { PRINTED_TIMES } from './bussKimTimes.ts';
export {
  figuresJson,
  figuresProvenance,
  figuresTable,
  type TableFigures,
} from './figuresExport.ts';
export { findings } from './findings.ts';
export { type DampingCurve, dampingCurves } from './naYangJiaFigureOne.ts';
export { limitViolation, tableTwoDls } from './naYangJiaRows.ts';
export {
  type DotKind,
  halfRowHeight,
  makeOverviewDots,
  type PositionedDot,
  placeDots,
  scalePosition,
} from './overviewDots.ts';
export { overviewSentence } from './overviewSentence.ts';
export { computeMisprint } from './pseudoinverseMisprint.ts';
export type { Drawings, DrawnCase, Figure, PublishedTable } from './publishedTable.ts';
export { papersInNote, publishedTables } from './publishedTables.ts';
export { type RecordedRun, recordRun } from './recordRun.ts';
export { roundText } from './roundText.ts';
export { findSettledFigures } from './settledFigures.ts';
export { tabaczynskiCounts } from './tabaczynskiCounts.ts';
export { dlsTrace, truncatedTrace } from './tabaczynskiTraces.ts';
export { tableReason } from './tableReason.ts';
export {
  countScore,
  deviation,
  halfRounding,
  isDeviating,
  isFullyReproduced,
  isPrinted,
  judgeFigure,
  type Score,
  scoreText,
  sortByDeviation,
  tableVerdict,
  verdictText,
  verdictWords,
} from './verdict.ts';
