export {
  AXIS_FRAME_TEXTS,
  CLAMP_MODE_TEXTS,
  CLAMP_RULE_TEXTS,
  LIMIT_POLICY_TEXTS,
  OUTSIDE_LIMITS_TEXTS,
  RESTART_POSE_TEXTS,
  RUN_MODE_TEXTS,
  secondaryTexts,
} from './choiceTexts.ts';
export { joinNamesWithAnd, joinPhrases, joinPhrasesAsList } from './listPhrases.ts';
export {
  combinedNotice,
  hostConfigNotice,
  importWarningsNotice,
  linkTooLargeNotice,
  mismatchedRobotNotice,
  missingMeshesNotice,
  movedFramesNotice,
  type Notice,
  newVersionNotice,
  otherTabsNotice,
  refusedSceneNotice,
  replacedMechanismNotice,
  restoredSceneNotice,
  savedSceneNotice,
  sceneErrorNotice,
  studyCaseNotice,
  unknownPageNotice,
  unloadedScriptNotice,
  unreadableNotice,
} from './notices.ts';
export {
  computeRunOutcome,
  countShownUpdates,
  type Outcome,
  pastRunOutcome,
  READY_RUN_OUTCOME,
  type RunTrend,
} from './outcome.ts';
export {
  joinSentences,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
  phrasePlainText,
} from './phrase.ts';
export { type PoseTextForm, poseText } from './poseText.ts';
export { jointLimitFaultText, readPoseText } from './readPose.ts';
export { targetConstraintText } from './targetConstraintText.ts';
