/** Studies of paths. */

export {
  type AnyStudy,
  compactAnyStudyDocument,
  fullAnyStudyDocument,
  isFollowStudy,
  parseAnyStudy,
  parseAnyStudyText,
  studyInCurrentVersion,
} from './anyStudy.ts';
export { makePointDocument } from './followCase.ts';
export {
  draftFromFollow,
  EDITABLE_SHAPES,
  type EditableShape,
  type FollowDraft,
  makeFollowDraft,
  makePathSampling,
  parseFollowDraft,
} from './followDraft.ts';
export {
  PATH_POINT_STRIDE,
  type PathPointField,
  type PathRunField,
  pathPointFieldIndex,
  runFieldIndex,
  type SolverRunField,
  storedRunStride,
} from './followFields.ts';
export type { PathRun } from './followFigures.ts';
export { type FollowManifest, makeFollowManifest } from './followManifest.ts';
export { type FollowPath, makeFollowPath } from './followPath.ts';
export { FollowSolver } from './followSolver.ts';
export { pathStory } from './followStory.ts';
export { type FollowStudy, followHash, isFollowDocument, parseFollow } from './followStudy.ts';
export {
  effectorPaths,
  type FollowSummary,
  findJumpPoints,
  findLargestErrorStretch,
  findPointRanges,
  isJumpyRun,
  JUMPY_RUN_HELP,
  jumpsText,
  summarizeFollow,
} from './followSummary.ts';
export {
  completedRuns,
  fitsInPagePoints,
  followKey,
  followPlan,
  followSizeFault,
  type RunWithTips,
  type RunWithTipsReader,
} from './followTask.ts';
export { formatPathError, formatPathErrorBound, percentText } from './pathErrorText.ts';
export { motionOffset } from './pathShapes.ts';
