/** Numbers and words: quantities with units, outcomes, captions, notices. */

export { csvCell } from './csvCell.ts';
export { formatDayTime } from './dayTime.ts';
export { decadeLabel, type ErrorRulerScale, makeErrorRuler } from './errorRuler.ts';
export {
  angleText,
  bytesText,
  clockText,
  computedLengthText,
  countWord,
  degreesText,
  type Figure,
  figureText,
  fixedText,
  fixedWidthNumberText,
  groupDigits,
  groupedCountText,
  lengthFigure,
  lengthUnitName,
  microsText,
  numberText,
  significantDigitsText,
  timesText,
  toSubscript,
} from './figures.ts';
export {
  ANGLE_UNITS,
  type AngleUnit,
  jointQuantity,
  type PoseUnits,
  unitsText,
} from './jointQuantity.ts';
export {
  type JointSliderRange,
  jointSliderRange,
  snapJointValue,
  valueAfterKey,
} from './jointSpan.ts';
export { SLOT_DASH_PATTERNS, SLOT_MARK_OUTLINES } from './marks.ts';
export {
  ARROW_STEP,
  arrowStepsText,
  degreesQuantity,
  formatAsTyped,
  positionQuantity,
  type Quantity,
  quantityOfUnit,
  secondsQuantity,
} from './quantity.ts';
export {
  paramRangeText,
  paramText,
  SLIDER_POSITIONS,
  type SliderParam,
  sliderScale,
} from './sliderScale.ts';
export { paramSymbol } from './symbol.ts';
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
