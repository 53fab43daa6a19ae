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
export { interimSampleSizes } from './earlyStop.ts';
export {
  computeVerdicts,
  enlargeOpenVariants,
  makeVariants,
  type SensitivityVariant,
  sensitivityPlan,
  sensitivityText,
} from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export { commonRowsText, solverColumns, solverTexts, type TableLine } from './solverTexts.ts';
export { ecdf, histogram, median, quantile, sortedNumbers } from './statistics.ts';
export { studyHeadline } from './studyHeadline.ts';
export { FEW_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';
export { commonProblems, type FieldRange, type ProblemBrush, StudyView } from './studyView.ts';
export { type CellSummary, hasRestarts, summarizeCell, type ValueDistribution } from './summary.ts';
