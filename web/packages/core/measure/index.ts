/** The measures of a run, each with one definition. */

export {
  bestComparisonSlots,
  type ComparisonColumn,
  type ComparisonRow,
  comparisonCellText,
  comparisonColumns,
  comparisonCsv,
  type ObservableValue,
  type RowOrder,
  sortedRows,
} from './comparison.ts';
export { COMPARISON_CRITERIA, type Criterion } from './criterion.ts';
export { computeEnvelope } from './envelope.ts';
export { FailureSignWatcher, FRAMES_BEFORE_JUDGEMENT, type JudgedUpdate } from './failureSigns.ts';
export {
  findClearLead,
  findErrorLead,
  findScoreLead,
  findUpdatesLead,
  isComparable,
  type Lead,
  type PanelScoreValues,
} from './lead.ts';
export { type MeanErrors, MeanErrorTracker } from './meanErrorTracker.ts';
export {
  computeReach,
  computeReaches,
  computeReachShortfall,
  moveIntoReach,
  type Reach,
  targetsOutOfReach,
  type UnreachableTarget,
} from './reach.ts';
export { sampleMotion } from './sampleMotion.ts';
export { computeScores } from './scores.ts';
export {
  computeSdlsStepBound,
  countSingularDirections,
  type DirectionMotion,
  directionMotion,
  type InstanceSpectrum,
  type LogRange,
  logSamples,
  nearestDirection,
  sigmaPlotRange,
  sigmaRangeText,
  targetPositionRows,
  tauPlotRange,
  undampedStep,
} from './spectrum.ts';
export {
  JUMP_THRESHOLDS,
  LabStats,
  medianJumpThreshold,
  RECENT_UPDATES,
  type TrajectoryMeasures,
  TrajectoryStats,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from './trajectoryStats.ts';
export { classifyTrend } from './trend.ts';
