export type { ExternalSolverRun, PathPointAnswer } from './answeredRun.ts';
export { comparePathRuns } from './compareRuns.ts';
export {
  followCourseTable,
  followJson,
  followRunsTable,
  type PathRunReader,
  readPathRuns,
} from './followTables.ts';
export { joinPathRun, splitPathRunNumbers } from './joinRun.ts';
export { addRunTipPositions, followWithoutSolvers, type LoadedPathRuns } from './loadedRuns.ts';
