/** Numbers and words: quantities with units, outcomes, captions, notices. */

export {
  AXIS_FRAME_TEXTS,
  CLAMP_MODE_TEXTS,
  CLAMP_RULE_TEXTS,
  LIMIT_POLICY_TEXTS,
  OUTSIDE_TEXTS,
  RUN_MODE_TEXTS,
  secondaryTexts,
} from './choiceTexts.ts';
export { constraintText } from './constraintText.ts';
export { csvCell } from './csvCell.ts';
export { formatDayTime } from './dayTime.ts';
export { makeRuler, powerLabel, type Ruler } from './errorRuler.ts';
export {
  angleText,
  bytesText,
  columnText,
  computedText,
  countText,
  degreesText,
  digitsText,
  figureText,
  fixedText,
  groupedText,
  lengthFigure,
  microsText,
  numberText,
  subscript,
  timesText,
  unitName,
} from './figures.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointQuantity,
  type PoseUnits,
  unitsText,
} from './jointQuantity.ts';
export { type JointSpan, jointSpan, snapValue, valueAfterKey } from './jointSpan.ts';
export { DASHES, MARKS } from './marks.ts';
export {
  combinedNotice,
  errorNotice,
  hostFileNotice,
  importWarningsNotice,
  missingMeshesNotice,
  missingPartNotice,
  type Notice,
  newVersionNotice,
  otherFilesNotice,
  otherFramesNotice,
  otherMechanismNotice,
  otherTabsNotice,
  refusedNotice,
  restoredNotice,
  savedSceneNotice,
  studyCaseNotice,
  tooLargeNotice,
  unknownPageNotice,
  unreadableNotice,
} from './notices.ts';
export { computeOutcome, pastOutcome, READY_OUTCOME } from './outcome.ts';
export { joinSentences, type Phrase, plainText, say, strong } from './phrase.ts';
export { type PoseForm, poseText } from './poseText.ts';
export {
  ARROW_STEP,
  arrowStepsText,
  degreesQuantity,
  formatAsTyped,
  positionQuantity,
  type Quantity,
  quantity,
  secondsQuantity,
} from './quantity.ts';
export { limitFaultText, readPose } from './readPose.ts';
export {
  paramText,
  rangeText,
  SLIDER_POSITIONS,
  type SliderSpan,
  sliderScale,
} from './sliderScale.ts';
export { symbolOf } from './symbol.ts';
export {
  errorBound,
  formatLength,
  isTargetWithinTolerance,
  isTotalWithinTolerance,
  largestReachedError,
} from './tolerances.ts';
