/** Statistics of rows, and the sentences that state them. */

export { comparisonSentences } from './comparisonSentences.ts';
export {
  COSTS,
  type CostKind,
  type CostMean,
  type Costs,
  computeCosts,
  summarizeCost,
} from './costs.ts';
export {
  COST_NAMES,
  COST_TITLES,
  costFigure,
  countingText,
  limitsAndHorizonText,
  timeText,
} from './costText.ts';
export { canEndEarly, countEarlyEnds, earlyEndsText } from './earlyEnds.ts';
export { lookSizes } from './earlyStop.ts';
export {
  computeVerdicts,
  enlargeOpenVariants,
  makeVariants,
  sensitivityPlan,
  sensitivityText,
  type Variant,
} from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export { commonRowsText, solverColumns, solverTexts, type TableLine } from './solverTexts.ts';
export { ecdf, histogram, median, quantile, sortedNumbers } from './statistics.ts';
export { studyHeadline } from './studyHeadline.ts';
export { FEW_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';
export { type Brush, commonProblems, type FieldRange, StudyView } from './studyView.ts';
export { type CellSummary, type Distribution, hasRestarts, summarizeCell } from './summary.ts';
