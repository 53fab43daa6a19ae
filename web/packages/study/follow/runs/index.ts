/** Runs along a path: read, joined and compared. */

export type { AnsweredRun, PointAnswer } from './answeredRun.ts';
export { compareRuns } from './compareRuns.ts';
export {
  followCourseTable,
  followJson,
  followRunsTable,
  type PathRunReader,
  readPathRuns,
} from './followTables.ts';
export { joinRun, splitRunNumbers } from './joinRun.ts';
export { addRunTips, followWithoutSolvers, type LoadedRuns } from './loadedRuns.ts';
