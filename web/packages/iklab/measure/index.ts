/** What is measured of a run, each with one definition. */
export {
  bestSlots,
  COLUMNS,
  type Column,
  cell,
  csv,
  type Order,
  type Row,
  sorted,
} from './comparison.ts';
export { FailureSigns, FRAMES, type Seen } from './failureSign.ts';
export { JUDGINGS } from './judging.ts';
export { Course, Courses, RECENT, SETTLED, type Window } from './measures.ts';
export {
  type Beyond,
  beyondReach,
  nearestInReach,
  type Reach,
  reaches,
  reachOf,
  shortfall,
} from './reach.ts';
export {
  asked,
  directions,
  gamma,
  motionOf,
  nearest,
  type Range,
  type Spectral,
  samples,
  sigmaRange,
  spread,
  tauRange,
  type Way,
  wayOf,
} from './spectrum.ts';
