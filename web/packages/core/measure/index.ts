/** The measures of a run, each with one definition. */

export { classifyRunTrend } from './classifyRunTrend.ts';
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
export { COMPARISON_CRITERIA, type ComparisonCriterion } from './comparisonCriterion.ts';
export { computeMotionEnvelope } from './computeMotionEnvelope.ts';
export { computePanelScores } from './computePanelScores.ts';
export {
  FailureSignWatcher,
  FRAMES_BEFORE_FAILURE_CHECK,
  type JudgedUpdate,
} from './failureSigns.ts';
export {
  areInstancesComparable,
  findClearLeader,
  findLeaderByError,
  findLeaderByScore,
  findLeaderByUpdates,
  type LeadingInstance,
  type PanelScoreValues,
} from './lead.ts';
export { type MeanErrors, MeanErrorTracker } from './meanErrorTracker.ts';
export { proveOutOfReach } from './proveOutOfReach.ts';
export {
  computeEffectorReach,
  computeEffectorReaches,
  computeReachShortfall,
  type EffectorReach,
  moveIntoReach,
  targetsOutOfReach,
  type UnreachableTarget,
} from './reach.ts';
export { sampleTargetMotion } from './sampleTargetMotion.ts';
export {
  computeSdlsStepBound,
  countSingularDirections,
  type InstanceSpectrum,
  type LogRange,
  logSpacedSamples,
  nearestSingularDirection,
  type SingularDirectionMotion,
  sigmaPlotRange,
  sigmaRangeText,
  singularDirectionMotion,
  targetPositionRows,
  tauPlotRange,
  undampedJointStep,
} from './spectrum.ts';
export {
  BRANCH_JUMP_THRESHOLDS,
  branchJumpThreshold,
  LabTrajectoryStats,
  RECENT_WINDOW_UPDATES,
  type TrajectoryMeasures,
  TrajectoryStats,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from './trajectoryStats.ts';
