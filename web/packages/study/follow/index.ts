export {
  type AnyStudy,
  compactAnyStudyDocument,
  fullAnyStudyDocument,
  isFollowStudy,
  parseAnyStudy,
  parseAnyStudyText,
  studyInCurrentVersion,
} from './anyStudy.ts';
export { makePathPointDocument } from './followCase.ts';
export {
  draftFromFollow,
  EDITABLE_PATH_SHAPES,
  type EditablePathShape,
  type FollowDraft,
  makeFollowDraft,
  makePathShape,
  parseFollowDraft,
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
export { type FollowManifest, makeFollowManifest } from './followManifest.ts';
export { type FollowPath, makeFollowPath } from './followPath.ts';
export { FollowSolver } from './followSolver.ts';
export { pathStudySentences } from './followStory.ts';
export { type FollowStudy, followHash, isFollowDocument, parseFollow } from './followStudy.ts';
export {
  effectorPaths,
  type FollowSummary,
  findLargestErrorStretch,
  findPathJumpPoints,
  findPathPointRanges,
  isJumpyRun,
  JUMPY_RUN_HELP,
  pathJumpsText,
  summarizeFollow,
} from './followSummary.ts';
export {
  followKey,
  followPlan,
  followSizeFault,
  makeCompletedRunsReader,
  pathStudyFitsPage,
  type RunWithTips,
  type RunWithTipsReader,
} from './followTask.ts';
export { formatPathError, formatPathErrorBound, percentText } from './pathErrorText.ts';
export { motionOffset } from './pathShapes.ts';
