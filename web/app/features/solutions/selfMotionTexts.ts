/** Texts of the self-motion curve of a redundant arm. */
import { fixedDecimalsText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import type { Joint, LengthUnit, Scene } from '@iklab/core/scenario';
import { hasJointLimits } from '@iklab/core/scenario/robot';
import { signedDegreesText, tenthsText } from './parameterTexts.ts';
import type { DiagramRange, SelfMotionDiagram } from './selfMotionDiagram.ts';
import type { CurveCursor } from './selfMotionState.ts';
import { exceededLimitText, findNearestLimit, marginText } from './solutionTexts.ts';

const AXIS_NAMES = { swivel: 'swivel angle', arc: 'arc length' } as const;

export const axisName = ({ axis }: Pick<SelfMotionDiagram, 'axis'>): string => AXIS_NAMES[axis];

const rangeText = ([from, to]: DiagramRange): string => `${tenthsText(from)} to ${tenthsText(to)}`;

const percentText = (share: number): string => `${fixedDecimalsText(100 * share, 0)} %`;

const isLimited = ({ rows }: SelfMotionDiagram): boolean =>
  rows.some(({ joint }) => hasJointLimits(joint));

/** Names the curve with its share within limits: "Self-motion curve, 71 % within limits". */
export function curveText(diagram: SelfMotionDiagram): string {
  const share = isLimited(diagram) ? `, ${percentText(diagram.share)} within limits` : '';
  return `Self-motion curve${share}`;
}

/** States the ranges within limits: "Within limits: swivel angle −161.3° to 20.4°." */
export function intervalsText(diagram: SelfMotionDiagram): string {
  if (!isLimited(diagram)) return 'The joints have no limits.';
  const { intervals } = diagram;
  if (intervals.length === 0) return 'No pose of this curve is within the limits.';
  if (intervals.some(([from, to]) => to - from >= diagram.length - 1e-6))
    return 'All poses of this curve are within the limits.';
  return `Within limits: ${axisName(diagram)} ${intervals.map(rangeText).join(', ')}.`;
}

/** States how the curve ends, and what its axis is. */
export function curveReasonText({ axis, isClosed, length, curve }: SelfMotionDiagram): string {
  const axisText =
    axis === 'swivel'
      ? 'The axis is the swivel angle of the elbow.'
      : `The axis is the arc length of all joints from the pose through which the curve was traced, ${tenthsText(length)} in total.`;
  if (isClosed) return `The curve is closed. ${axisText}`;
  const ends = curve.ends.includes('two-directions')
    ? 'It ends where the joints can move in two directions.'
    : 'It could not be followed to an end.';
  return `${ends} ${axisText}`;
}

/** Formats a joint value: whole degrees, or a length. */
export const jointValueText = (value: number, { type }: Joint, unit: LengthUnit): string =>
  type === 'prismatic'
    ? valueWithUnitText(lengthWithUnit(value, unit))
    : signedDegreesText(value, 0);

/** Formats the limits of a joint: "±170°", "−176° to 1°", "no limits". */
export function limitsText(joint: Joint, unit: LengthUnit): string {
  if (!joint.limits) return 'no limits';
  const [lower, upper] = joint.limits;
  if (lower === -upper) return `±${jointValueText(upper, joint, unit)}`;
  return `${jointValueText(lower, joint, unit)} to ${jointValueText(upper, joint, unit)}`;
}

/** States the position of the cursor and the limit margin: "arc length 20.0°; limit margin 57°, a6". */
export function cursorText(diagram: SelfMotionDiagram, cursor: CurveCursor, scene: Scene): string {
  const { position, solution } = cursor;
  const place = `${axisName(diagram)} ${tenthsText(position)}`;
  const limit = findNearestLimit(solution, scene);
  if (!limit) return place;
  const { unit } = scene.scenario;
  if (solution.margin < 0) return `${place}; outside limits, ${exceededLimitText(limit, unit)}`;
  return `${place}; limit margin ${marginText(solution.margin, limit.joint, unit)}, ${limit.joint.id}`;
}

/** Names the undo step of a start from the cursor. */
export const startLabel = (diagram: SelfMotionDiagram, { position }: CurveCursor): string =>
  `Start from ${axisName(diagram)} ${tenthsText(position)}`;
