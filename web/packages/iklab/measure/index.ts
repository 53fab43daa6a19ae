/** The measures of a run, each with one definition. */
export {
  bestSlots,
  COMPARISON_COLUMNS,
  type ComparisonColumn,
  type ComparisonRow,
  cellText,
  comparisonColumns,
  comparisonCsv,
  type ObservableValue,
  type RowOrder,
  sortedRows,
} from './comparison.ts';
export { CRITERIA } from './criterion.ts';
export { FailureSigns, JUDGED_FRAMES, type UpdateOutcome } from './failureSigns.ts';
export {
  computeReach,
  computeReaches,
  nearestInReach,
  type OutOfReach,
  type Reach,
  shortfall,
  targetsOutOfReach,
} from './reach.ts';
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
