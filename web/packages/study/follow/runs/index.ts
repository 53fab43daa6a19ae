export { comparePathRuns } from './comparePathRuns.ts';
export type { ExternalSolverRun, PathPointAnswer } from './externalSolverRun.ts';
export { joinPathRun, splitPathRunNumbers } from './joinPathRun.ts';
export {
  addRunEffectorPositions,
  type LoadedPathRuns,
  pathStudyWithoutSolvers,
} from './loadedPathRuns.ts';
export {
  type PathRunReader,
  pathPointsTable,
  pathRunsJson,
  pathRunsTable,
  readPathRuns,
} from './pathRunsTable.ts';
