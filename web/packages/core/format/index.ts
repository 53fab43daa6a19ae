export { csvCell } from './csvCell.ts';
export { type ErrorRulerScale, errorRulerLabel, makeErrorRuler } from './errorRuler.ts';
export {
  angleText,
  bytesText,
  clockText,
  computedLengthText,
  countWord,
  degreesText,
  fixedDecimalsText,
  fixedWidthNumberText,
  groupDigits,
  groupedCountText,
  lengthUnitName,
  lengthWithUnit,
  microsecondsText,
  numberOfTimesText,
  numberText,
  significantDigitsText,
  toSubscript,
  type ValueWithUnit,
  valueWithUnitText,
} from './figures.ts';
export { formatDayTime } from './formatDayTime.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointValueNotation,
  type PoseUnits,
  poseUnitsText,
} from './jointQuantity.ts';
export {
  type JointSliderRange,
  jointSliderRange,
  jointValueAfterKey,
  snapJointValue,
} from './jointSliderRange.ts';
export { largestReachedBounds } from './largestReachedBounds.ts';
export { outOfReachText, proofMethodText } from './outOfReachText.ts';
export { paramSymbol } from './paramSymbol.ts';
export {
  ARROW_KEY_STEP,
  arrowKeyStepTexts,
  degreesNotation,
  formatTypedValue,
  positionNotation,
  type Quantity,
  secondsNotation,
  unitNotation,
} from './quantity.ts';
export { roundDown } from './roundDown.ts';
export {
  paramRangeText,
  paramValueText,
  SLIDER_POSITIONS,
  type SliderParam,
  sliderScale,
} from './sliderScale.ts';
export { SLOT_DASH_PATTERNS, SLOT_MARK_OUTLINES } from './slotMarks.ts';
export {
  formatDistinctLengths,
  formatLength,
  isTargetWithinTolerance,
  isTotalWithinTolerance,
  largestReachedError,
  positionErrorBound,
  toleranceSentence,
  wereTargetsReachedAtStart,
} from './tolerances.ts';
