/** The measures of a run, each with one definition. */
export {
  bestSlots,
  COMPARISON_COLUMNS,
  type ComparisonColumn,
  type ComparisonRow,
  cellText,
  comparisonColumns,
  comparisonCsv,
  type RowOrder,
  type ShownFigure,
  sortedRows,
} from './comparison.ts';
export { CRITERIA } from './criterion.ts';
export { FailureSigns, JUDGED_FRAMES, type UpdateOutcome } from './failureSign.ts';
export {
  Course,
  Courses,
  JUMP,
  jumpBound,
  type Measures,
  RECENT_UPDATES,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from './measures.ts';
export {
  nearestInReach,
  type OutOfReach,
  type Reach,
  reaches,
  reachOf,
  shortfall,
  targetsOutOfReach,
} from './reach.ts';
export {
  askedTurn,
  type DirectionMotion,
  directionCount,
  directionMotion,
  gamma,
  type LogRange,
  logSamples,
  nearestDirection,
  type Spectral,
  sigmaRange,
  sigmaSpread,
  targetMotions,
  tauRange,
} from './spectrum.ts';
