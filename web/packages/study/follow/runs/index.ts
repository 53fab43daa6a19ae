/** Runs along a path: read, joined and compared. */

export type { AnsweredRun, PointAnswer } from './answeredRun.ts';
export { compareRuns } from './compareRuns.ts';
export {
  type FollowRuns,
  followCourseTable,
  followJson,
  followRunsTable,
  readRuns,
} from './followTables.ts';
export { joinRun, splitRun } from './joinRun.ts';
export { addTips, followWithoutSolvers, type LoadedRuns } from './loadedRuns.ts';
