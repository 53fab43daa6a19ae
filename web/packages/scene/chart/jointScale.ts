import { positionNotation } from '@iklab/core/format';
import type { InlineTree, Joint, LengthUnit } from '@iklab/core/scenario';
import { toDegrees } from '@iklab/core/scenario/numbers';
import { isAtJointLimit, isIndependentJoint } from '@iklab/core/scenario/robot';
import {
  type AxisRange,
  chooseRoundTicks,
  lengthTickFormatter,
  roundUpToRoundNumber,
} from './axisRange.ts';
import type { AxisTick } from './plotArea.ts';

const TURN = 360;
const MARGIN = 0.07; // Relative to the axis: margin beyond the widest limits.

export interface JointValueScale {
  /** Returns the smallest axis range that contains zero and the positions. */
  fit(positions: readonly number[]): AxisRange;
  ticks(range: AxisRange): readonly AxisTick[];
  /**
   * Axis range between the limits of each independent joint, in document order; null for a joint
   * without limits.
   */
  readonly bands: readonly (AxisRange | null)[];
  position(joint: number, value: number): number;
  isAtLimit(joint: number, value: number): boolean;
  valueText(joint: number, value: number): string;
}

const isRevolute = ({ type }: Joint): boolean => type !== 'prismatic';

export function makeJointValueScale(tree: InlineTree, unit: LengthUnit = 'm'): JointValueScale {
  const joints = tree.joints.filter(isIndependentJoint);
  const { fit, ticks, put } = scaleKind(joints, unit);
  return {
    fit,
    ticks,
    bands: joints.map(
      (joint) => joint.limits && [put(joint, joint.limits[0]), put(joint, joint.limits[1])],
    ),
    position: (i, value) => put(joints[i] as Joint, value),
    isAtLimit: (i, value) => isAtJointLimit(value, joints[i]?.limits ?? null),
    valueText: (i, value) => jointText(joints[i] as Joint, value, unit),
  };
}

type Kind = Pick<JointValueScale, 'fit' | 'ticks'> & {
  readonly put: (joint: Joint, value: number) => number;
};

function scaleKind(joints: readonly Joint[], unit: LengthUnit): Kind {
  if (joints.every(isRevolute)) return { fit: fitAngles, ticks: angleTicks, put: angleInDegrees };
  return joints.some(isRevolute)
    ? { ...MIXED_SCALE, put: mixedPosition }
    : lengthScale(joints, unit);
}

const SPANS = [10, 15, 30, 45, 60, 90, 120, 180, 270, TURN];

function fitAngles(positions: readonly number[]): AxisRange {
  const farthest = Math.max(0, ...positions.map(Math.abs));
  const span = SPANS.find((size) => farthest <= size) ?? TURN;
  return addMargin([-span, span]);
}

/** Returns the joint angle in degrees, wrapped to ±180° if the joint has no limits. */
const angleInDegrees = ({ limits }: Joint, value: number): number =>
  limits ? toDegrees(value) : toDegrees(value) - TURN * Math.round(toDegrees(value) / TURN);

function lengthScale(joints: readonly Joint[], unit: LengthUnit): Kind {
  const ends = joints.flatMap(({ limits }) => limits ?? [-1, 1]);
  const fallback: AxisRange = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const end = (far: number): number =>
    Math.sign(far) * roundUpToRoundNumber(Math.max(Math.abs(far), 1e-6));
  const fit = (positions: readonly number[]): AxisRange => {
    const [low, high] = [Math.min(0, ...positions), Math.max(0, ...positions)];
    return addMargin(low < high ? [low && end(low), high && end(high)] : fallback);
  };
  const named = (range: AxisRange): readonly AxisTick[] => {
    const name = lengthTickFormatter(range, unit);
    return chooseRoundTicks(range).map((value) => ({ value, text: name(value) }));
  };
  return { fit, ticks: named, put: (_, value) => value };
}

// Angles and lengths mixed: each joint is scaled to its own limits.
const MIXED_SCALE: Pick<Kind, 'fit' | 'ticks'> = {
  fit: () => addMargin([-1, 1]),
  ticks: () => [
    { value: -1, text: 'lower' },
    { value: 0, text: 'middle' },
    { value: 1, text: 'upper' },
  ],
};

function mixedPosition(joint: Joint, value: number): number {
  const { limits } = joint;
  if (!limits) return isRevolute(joint) ? angleInDegrees(joint, value) / 180 : value;
  const [low, high] = limits;
  return high > low ? (2 * value - low - high) / (high - low) : 0;
}

function angleName(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value)}°`;
}

const addMargin = ([low, high]: AxisRange): AxisRange => {
  const margin = MARGIN * (high - low);
  return [low - margin, high + margin];
};

const ANGLE_STEPS = [10, 15, 30, 45, 90, 180, 360];

function angleTicks([, high]: AxisRange): readonly AxisTick[] {
  const step = ANGLE_STEPS.find((size) => high < 2.2 * size) ?? TURN;
  return [-step, 0, step].map((value) => ({ value, text: angleName(value) }));
}

function jointText(joint: Joint, value: number, unit: LengthUnit): string {
  const text = isRevolute(joint)
    ? `${toDegrees(value).toFixed(1)}°`
    : positionNotation(unit).textWithUnit(value);
  return `${joint.id}: ${text.replace('-', '−')}`;
}
