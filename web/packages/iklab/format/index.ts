/** Numbers and words: quantities with units, outcomes, captions, notices. */
export { allInside, errorBound, isInside, largestReachedError, smallLength } from './askedFor.ts';
export {
  AXIS_FRAME_TEXTS,
  CLAMP_MODE_TEXTS,
  CLAMP_RULE_TEXTS,
  LIMIT_POLICY_TEXTS,
  OUTSIDE_TEXTS,
  RUN_MODE_TEXTS,
  secondaryTexts,
} from './choiceTexts.ts';
export { csvCell } from './csvCell.ts';
export { dayTime } from './dayTime.ts';
export { powerName, type Ruler, ruler } from './errorRuler.ts';
export {
  angleFigure,
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
  microsFigure,
  numberText,
  subscript,
  timesText,
  unitName,
} from './figures.ts';
export { freePartsText } from './freePartsText.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointQuantity,
  type PoseUnits,
  unitsText,
} from './jointQuantity.ts';
export { type JointSpan, jointSpan, keyedValue, settledValue } from './jointSpan.ts';
export { DASHES, MARKS } from './marks.ts';
export {
  combinedNotice,
  errorNotice,
  hostFileNotice,
  importWarningsNotice,
  keptSceneNotice,
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
  studyCaseNotice,
  tooLargeNotice,
  unknownPageNotice,
  unreadableNotice,
} from './notices.ts';
export { outcome, pastOutcome, READY_OUTCOME } from './outcome.ts';
export { type Phrase, plainText, say, sentences, strong } from './phrase.ts';
export { type PoseForm, poseText } from './poseText.ts';
export {
  ARROW_STEP,
  arrowStepsText,
  asTyped,
  degreesQuantity,
  placeQuantity,
  type Quantity,
  quantity,
  secondsQuantity,
} from './quantity.ts';
export { beyondLimits, readPose } from './readPose.ts';
export {
  paramText,
  rangeText,
  SLIDER_PLACES,
  type SliderSpan,
  sliderScale,
} from './sliderScale.ts';
export { symbolOf } from './symbol.ts';
