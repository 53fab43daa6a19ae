/** The measures of a run, each with one definition. */

export {
  bestSlots,
  type ComparisonColumn,
  type ComparisonRow,
  cellText,
  comparisonColumns,
  comparisonCsv,
  type ObservableValue,
  type RowOrder,
  sortedRows,
} from './comparison.ts';
export { CRITERIA, type Criterion } from './criterion.ts';
export { computeEnvelope } from './envelope.ts';
export { FailureSigns, JUDGED_FRAMES, type UpdateOutcome } from './failureSigns.ts';
export {
  findClearLead,
  findErrorLead,
  findScoreLead,
  findUpdatesLead,
  isComparable,
  type Lead,
  type Scores,
} from './lead.ts';
export { type MeanErrors, MeanErrorTracker } from './meanErrorTracker.ts';
export {
  computeReach,
  computeReaches,
  nearestInReach,
  type OutOfReach,
  type Reach,
  shortfall,
  targetsOutOfReach,
} from './reach.ts';
export { sampleMotion } from './sampleMotion.ts';
export { computeScores } from './scores.ts';
export {
  type DirectionMotion,
  directionCount,
  directionMotion,
  gamma,
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
  type Measures,
  RECENT_UPDATES,
  TrajectoryStats,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from './trajectoryStats.ts';
export { classifyTrend } from './trend.ts';
