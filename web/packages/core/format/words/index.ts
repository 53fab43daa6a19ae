/** Words: notices, outcomes, captions, choices, poses. */

export {
  AXIS_FRAME_TEXTS,
  CLAMP_MODE_TEXTS,
  CLAMP_RULE_TEXTS,
  LIMIT_POLICY_TEXTS,
  OUTSIDE_LIMITS_TEXTS,
  RUN_MODE_TEXTS,
  secondaryTexts,
} from './choiceTexts.ts';
export { constraintText } from './constraintText.ts';
export { joinPhrases, listNames, listPhrases } from './listPhrases.ts';
export {
  combinedNotice,
  errorNotice,
  hostFileNotice,
  importWarningsNotice,
  mismatchedRobotNotice,
  missingMeshesNotice,
  movedFramesNotice,
  type Notice,
  newVersionNotice,
  otherMechanismNotice,
  otherTabsNotice,
  refusedSceneNotice,
  restoredNotice,
  savedSceneNotice,
  studyCaseNotice,
  tooLargeNotice,
  unknownPageNotice,
  unloadedScriptNotice,
  unreadableNotice,
} from './notices.ts';
export {
  computeOutcome,
  countShownUpdates,
  type Outcome,
  pastOutcome,
  READY_OUTCOME,
  type RunTrend,
} from './outcome.ts';
export { joinSentences, makePhrase, makeStrongPhrase, type Phrase, plainText } from './phrase.ts';
export { type PoseForm, poseText } from './poseText.ts';
export { limitFaultText, readPose } from './readPose.ts';
