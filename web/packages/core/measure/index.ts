/** The measures of a run, each with one definition. */

export {
  bestSlots,
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
export { FailureSigns, FRAMES_BEFORE_JUDGEMENT, type UpdateOutcome } from './failureSigns.ts';
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
  nearestInReach,
  type OutOfReach,
  type Reach,
  targetsOutOfReach,
} from './reach.ts';
export { sampleMotion } from './sampleMotion.ts';
export { computeScores } from './scores.ts';
export {
  computeGamma,
  type DirectionMotion,
  directionCount,
  directionMotion,
  type InstanceSpectrum,
  type LogRange,
  logSamples,
  nearestDirection,
  sigmaRange,
  sigmaRangeText,
  targetMotions,
  tauRange,
  undampedStep,
} from './spectrum.ts';
export {
  JUMP_ANGLE,
  jumpThreshold,
  LabStats,
  RECENT_UPDATES,
  type TrajectoryMeasures,
  TrajectoryStats,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from './trajectoryStats.ts';
export { classifyTrend } from './trend.ts';
