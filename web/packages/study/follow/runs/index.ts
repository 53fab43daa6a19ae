export type { ExternalSolverRun, PathPointAnswer } from './answeredRun.ts';
export { comparePathRuns } from './compareRuns.ts';
export {
  type PathRunReader,
  pathPointsTable,
  pathRunsJson,
  pathRunsTable,
  readPathRuns,
} from './followTables.ts';
export { joinPathRun, splitPathRunNumbers } from './joinRun.ts';
export {
  addRunEffectorPositions,
  type LoadedPathRuns,
  pathStudyWithoutSolvers,
} from './loadedRuns.ts';
