export {
  type AnyStudy,
  compactAnyStudyDocument,
  fullAnyStudyDocument,
  isPathStudy,
  parseAnyStudy,
  parseAnyStudyText,
  studyInCurrentVersion,
} from './anyStudy.ts';
export type { PathRun } from './computePathRun.ts';
export { type FollowedPath, makeFollowedPath } from './followedPath.ts';
export { formatPathError, formatPathErrorBound, percentText } from './formatPathError.ts';
export { makePathPointDocument } from './makePathPointDocument.ts';
export {
  PATH_POINT_STRIDE,
  type PathPointField,
  type PathRunField,
  pathPointFieldIndex,
  pathRunFieldIndex,
  type SolverPathRunField,
  storedPathRunStride,
} from './pathRunFields.ts';
export { motionOffset } from './pathShapes.ts';
export {
  isPathStudyDocument,
  type PathStudy,
  parsePathStudy,
  pathStudyHash,
} from './pathStudy.ts';
export {
  draftFromPathStudy,
  EDITABLE_PATH_SHAPES,
  type EditablePathShape,
  makePathShape,
  makePathStudyDraft,
  type PathStudyDraft,
  parsePathStudyDraft,
} from './pathStudyDraft.ts';
export { makePathStudyManifest, type PathStudyManifest } from './pathStudyManifest.ts';
export { pathStudySentences } from './pathStudySentences.ts';
export { PathStudySolver } from './pathStudySolver.ts';
export {
  makeCompletedRunsReader,
  pathStudyFitsPage,
  pathStudyResultsKey,
  pathStudySizeFault,
  planPathStudyTasks,
  type RunWithEffectors,
  type RunWithEffectorsReader,
} from './solvePathRun.ts';
export {
  effectorPaths,
  findLargestErrorStretch,
  findPathJumpPoints,
  findPathPointRanges,
  isJumpyRun,
  JUMPY_RUN_HELP,
  type PathCellSummary,
  pathJumpsText,
  summarizePathStudy,
} from './summarizePathStudy.ts';
