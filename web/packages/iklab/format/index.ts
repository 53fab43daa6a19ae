/** Numbers and words: quantities with units, outcomes, captions, notices. */
export { allInside, errorBound, isInside, near, slack } from './askedFor.ts';
export {
  AXIS_FRAME_TEXTS,
  CLAMP_MODE_TEXTS,
  CLAMP_RULE_TEXTS,
  LIMIT_POLICY_TEXTS,
  RUN_MODE_TEXTS,
  secondaryTexts,
} from './choiceTexts.ts';
export { csvCell } from './csvCell.ts';
export { powerName, type Ruler, ruler } from './errorRuler.ts';
export {
  bytes,
  computed,
  count,
  degreesText,
  fixed,
  grouped,
  length,
  micros,
  number,
  subscript,
  turned,
  unitName,
  words,
} from './figures.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointQuantity,
  type PoseUnits,
  unitsText,
} from './jointQuantity.ts';
export { type JointSpan, jointSpan, keyed, settled } from './jointSpan.ts';
export { DASHES, MARKS } from './marks.ts';
export {
  both,
  broken,
  mineIsKept,
  missingPart,
  type Notice,
  ofStudy,
  otherFiles,
  otherFrames,
  otherMechanism,
  refused,
  restored,
  tooLarge,
  unreadable,
  withoutMeshes,
} from './notices.ts';
export { outcome, pastOutcome, READY } from './outcome.ts';
export { partly } from './partly.ts';
export { type Phrase, plain } from './phrase.ts';
export { type PoseForm, poseText } from './poseText.ts';
export {
  asTyped,
  degrees,
  place,
  type Quantity,
  quantity,
  STEP,
  seconds,
  steps,
} from './quantity.ts';
export { beyondLimits, readPose } from './readPose.ts';
export { PLACES, paramText, rangeText, type SliderSpan, sliderScale } from './sliderScale.ts';
export { symbolOf } from './symbol.ts';
export { when } from './when.ts';
