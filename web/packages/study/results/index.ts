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
  costNumberText,
  limitsAndHorizonText,
  timeText,
  unsolvedCostText,
} from './costText.ts';
export { countEarlyEnds, earlyEndsText, hasStopRules } from './earlyEnds.ts';
export { interimSampleSizes } from './earlyStop.ts';
export {
  computeVariantVerdicts,
  enlargeOpenVariants,
  makeSensitivityVariants,
  type SensitivityVariant,
  sensitivityPlan,
  sensitivityText,
} from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export {
  commonProblemsText,
  explainExternalSolvers,
  type LabelledTexts,
  solverColumns,
} from './solverTexts.ts';
export { ecdf, histogram, median, quantile, sortedNumbers } from './statistics.ts';
export { studyHeadline } from './studyHeadline.ts';
export { MIN_COMPARABLE_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';
export { commonProblems, type FieldRange, type ProblemBrush, StudyView } from './studyView.ts';
export { type CellSummary, hasRestarts, summarizeCell, type ValueDistribution } from './summary.ts';
