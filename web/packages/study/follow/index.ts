export {
  type AnyStudy,
  compactAnyStudyDocument,
  fullAnyStudyDocument,
  isPathStudy,
  parseAnyStudy,
  parseAnyStudyText,
  studyInCurrentVersion,
} from './anyStudy.ts';
export { makePathPointDocument } from './followCase.ts';
export {
  draftFromPathStudy,
  EDITABLE_PATH_SHAPES,
  type EditablePathShape,
  makePathShape,
  makePathStudyDraft,
  type PathStudyDraft,
  parsePathStudyDraft,
} from './followDraft.ts';
export {
  PATH_POINT_STRIDE,
  type PathPointField,
  type PathRunField,
  pathPointFieldIndex,
  pathRunFieldIndex,
  type SolverPathRunField,
  storedPathRunStride,
} from './followFields.ts';
export type { PathRun } from './followFigures.ts';
export { makePathStudyManifest, type PathStudyManifest } from './followManifest.ts';
export { type FollowedPath, makeFollowedPath } from './followPath.ts';
export { PathStudySolver } from './followSolver.ts';
export { pathStudySentences } from './followStory.ts';
export {
  isPathStudyDocument,
  type PathStudy,
  parsePathStudy,
  pathStudyHash,
} from './followStudy.ts';
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
} from './followSummary.ts';
export {
  makeCompletedRunsReader,
  pathStudyFitsPage,
  pathStudyResultsKey,
  pathStudySizeFault,
  planPathStudyTasks,
  type RunWithEffectors,
  type RunWithEffectorsReader,
} from './followTask.ts';
export { formatPathError, formatPathErrorBound, percentText } from './pathErrorText.ts';
export { motionOffset } from './pathShapes.ts';
