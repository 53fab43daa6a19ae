/** Studies of paths. */

export {
  type AnyStudy,
  compactAnyStudy,
  fullAnyStudy,
  isFollowStudy,
  parseAnyStudy,
  parseAnyStudyText,
  toCurrentVersion,
} from './anyStudy.ts';
export { followCase } from './followCase.ts';
export {
  draftFromFollow,
  EDITABLE_SHAPES,
  type EditableShape,
  type FollowDraft,
  followDraft,
  makePathSampling,
  parseFollowDraft,
} from './followDraft.ts';
export {
  type AnsweredField,
  COURSE_STRIDE,
  type CourseField,
  courseFieldIndex,
  type FollowField,
  followStride,
  runFieldIndex,
} from './followFields.ts';
export type { FollowedRun } from './followFigures.ts';
export { type FollowManifest, makeFollowManifest } from './followManifest.ts';
export { type FollowPath, makeFollowPath } from './followPath.ts';
export { FollowSolver } from './followSolver.ts';
export { pathStory } from './followStory.ts';
export { type FollowStudy, followHash, isFollowDocument, parseFollow } from './followStudy.ts';
export {
  effectorPaths,
  type FollowSummary,
  findJumpPoints,
  findPointRanges,
  findWorstStretch,
  isJumpyRun,
  jumpsText,
  summarizeFollow,
  THROUGHOUT_HELP,
} from './followSummary.ts';
export {
  completedRuns,
  fitsInPagePoints,
  followKey,
  followPlan,
  followSizeFault,
  type RunsWithTips,
  type RunWithTips,
} from './followTask.ts';
export { formatPathError, largestText, percentText } from './pathErrorText.ts';
export { motionOffset } from './pathShapes.ts';
