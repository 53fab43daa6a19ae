/** Numbers and words: quantities with units, outcomes, captions, notices. */

export { csvCell } from './csvCell.ts';
export { formatDayTime } from './dayTime.ts';
export { decadeLabel, type ErrorRulerScale, makeErrorRuler } from './errorRuler.ts';
export {
  angleText,
  bytesText,
  clockText,
  computedLengthText,
  countText,
  degreesText,
  type Figure,
  figureText,
  fixedText,
  fixedWidthNumberText,
  groupDigits,
  groupedCountText,
  lengthFigure,
  microsText,
  numberText,
  significantDigitsText,
  timesText,
  toSubscript,
  unitName,
} from './figures.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointQuantity,
  type PoseUnits,
  unitsText,
} from './jointQuantity.ts';
export { type JointSpan, jointSpan, snapJointValue, valueAfterKey } from './jointSpan.ts';
export { MARKS, SLOT_DASH_PATTERNS } from './marks.ts';
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
export {
  paramRangeText,
  paramText,
  SLIDER_POSITIONS,
  type SliderSpan,
  sliderScale,
} from './sliderScale.ts';
export { symbolOf } from './symbol.ts';
export {
  errorBound,
  formatDistinctLengths,
  formatLength,
  isTargetWithinTolerance,
  isTotalWithinTolerance,
  largestReachedError,
  toleranceSentence,
  wereTargetsReachedAtStart,
} from './tolerances.ts';
