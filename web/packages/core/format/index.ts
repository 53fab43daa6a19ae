/** Numbers and words: quantities with units, outcomes, captions, notices. */

export { csvCell } from './csvCell.ts';
export { formatDayTime } from './dayTime.ts';
export { makeRuler, powerLabel, type Ruler } from './errorRuler.ts';
export {
  angleText,
  bytesText,
  clockText,
  columnText,
  computedText,
  countText,
  degreesText,
  digitsText,
  type Figure,
  figureText,
  fixedText,
  groupDigits,
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
  paramText,
  rangeText,
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
  wasReachedAtStart,
} from './tolerances.ts';
