export { comparisonSentences } from './comparisonSentences.ts';
export {
  budgetAndLimitText,
  COST_NAMES,
  COST_TITLES,
  costNumberText,
  timeText,
  unsolvedCostText,
} from './costText.ts';
export { countEarlyRunEnds, earlyRunEndsText, studyHasStopRules } from './earlyRunEndsText.ts';
export { interimSampleSizes } from './earlyStop.ts';
export {
  COST_KINDS,
  type CostKind,
  computeCosts,
  type MeanCost,
  type ProblemCosts,
  summarizeCellCost,
} from './problemCosts.ts';
export { proportionInterval } from './proportionInterval.ts';
export {
  computeVariantVerdicts,
  enlargeUndecidedVariants,
  makeSensitivityVariants,
  planSensitivityTasks,
  type SensitivityVariant,
  sensitivityText,
} from './sensitivity.ts';
export {
  type ProblemBrush,
  problemsWithAllRows,
  type RowFieldRange,
  ShownProblemsView,
} from './shownProblemsView.ts';
export {
  type CellSolutions,
  extraRotationText,
  listReachedBranches,
  nearestShareText,
  nearestSolutionComparisons,
  nearestSolutionSentence,
  solutionBranchText,
  solutionsNote,
  summarizeStudySolutions,
} from './solutionSummary.ts';
export {
  commonProblemsText,
  explainExternalSolvers,
  type LabelledColumnTexts,
  makeSolverTableColumns,
} from './solverTexts.ts';
export {
  empiricalDistributionSteps,
  histogram,
  median,
  quantile,
  sortedNumbers,
} from './statistics.ts';
export { studyHeadline } from './studyHeadline.ts';
export { MIN_COMPARABLE_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';
export {
  type StudyCellSummary,
  studyHasRestarts,
  summarizeCell,
  type ValueDistribution,
} from './summarizeCell.ts';
