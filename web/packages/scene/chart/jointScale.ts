/** A common axis for joints of all kinds, with their limits and values. */

import { placeQuantity } from 'iklab/format';
import {
  type InlineTree,
  inDegrees,
  isMovingJoint,
  type Joint,
  type LengthUnit,
  onLimit,
} from 'iklab/scenario';
import type { Tick } from './plotArea.ts';
import { lengthNames, type Range, roundTicks, roundUp } from './scale.ts';

const TURN = 360;
const ROOM = 0.07; // Relative to the axis: margin beyond the widest limits.

export interface JointScale {
  /** The smallest axis that contains these values and zero. */
  fit(places: readonly number[]): Range;
  ticks(range: Range): readonly Tick[];
  /** Per independent joint, in document order; null without limits. */
  readonly bands: readonly (Range | null)[];
  place(joint: number, value: number): number;
  onLimit(joint: number, value: number): boolean;
  /** Name of a joint and its value as text. */
  valueText(joint: number, value: number): string;
}

const turns = ({ type }: Joint): boolean => type !== 'prismatic';

export function jointScale(tree: InlineTree, unit: LengthUnit = 'm'): JointScale {
  const joints = tree.joints.filter(isMovingJoint);
  const { fit, ticks, put } = kindOf(joints, unit);
  return {
    fit,
    ticks,
    bands: joints.map(
      (joint) => joint.limits && [put(joint, joint.limits[0]), put(joint, joint.limits[1])],
    ),
    place: (i, value) => put(joints[i] as Joint, value),
    onLimit: (i, value) => onLimit(value, joints[i]?.limits ?? null),
    valueText: (i, value) => say(joints[i] as Joint, value, unit),
  };
}

type Kind = Pick<JointScale, 'fit' | 'ticks'> & {
  readonly put: (joint: Joint, value: number) => number;
};

function kindOf(joints: readonly Joint[], unit: LengthUnit): Kind {
  if (joints.every(turns)) return { fit: fitAngles, ticks: angleTicks, put: angle };
  return joints.some(turns) ? { ...MIXED, put: share } : lengths(joints, unit);
}

const SPANS = [10, 15, 30, 45, 60, 90, 120, 180, 270, TURN];

/** Zero in the middle, with a margin beyond the largest value. */
function fitAngles(places: readonly number[]): Range {
  const farthest = Math.max(0, ...places.map(Math.abs));
  const span = SPANS.find((size) => farthest <= size) ?? TURN;
  return widen([-span, span]);
}

/** Angles of joints without limits are wrapped to ±180°. */
const angle = ({ limits }: Joint, value: number): number =>
  limits ? inDegrees(value) : inDegrees(value) - TURN * Math.round(inDegrees(value) / TURN);

/** For prismatic joints: zero between their limits, or one metre to either side without limits. */
function lengths(joints: readonly Joint[], unit: LengthUnit): Kind {
  const ends = joints.flatMap(({ limits }) => limits ?? [-1, 1]);
  const whole: Range = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const end = (far: number): number => Math.sign(far) * roundUp(Math.max(Math.abs(far), 1e-6));
  const fit = (places: readonly number[]): Range => {
    const [low, high] = [Math.min(0, ...places), Math.max(0, ...places)];
    return widen(low < high ? [low && end(low), high && end(high)] : whole);
  };
  const named = (range: Range): readonly Tick[] => {
    const name = lengthNames(range, unit);
    return roundTicks(range).map((at) => ({ at, text: name(at) }));
  };
  return { fit, ticks: named, put: (_, value) => value };
}

// Angles and lengths mixed: each joint is scaled to its own limits.
const MIXED: Pick<Kind, 'fit' | 'ticks'> = {
  fit: () => widen([-1, 1]),
  ticks: () => [
    { at: -1, text: 'lower' },
    { at: 0, text: 'middle' },
    { at: 1, text: 'upper' },
  ],
};

function share(joint: Joint, value: number): number {
  const { limits } = joint;
  if (!limits) return turns(joint) ? angle(joint, value) / 180 : value;
  const [low, high] = limits;
  return high > low ? (2 * value - low - high) / (high - low) : 0;
}

function angleName(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value)}°`;
}

const widen = ([low, high]: Range): Range => {
  const room = ROOM * (high - low);
  return [low - room, high + room];
};

const ANGLE_STEPS = [10, 15, 30, 45, 90, 180, 360];

function angleTicks([, high]: Range): readonly Tick[] {
  const step = ANGLE_STEPS.find((size) => high < 2.2 * size) ?? TURN;
  return [-step, 0, step].map((at) => ({ at, text: angleName(at) }));
}

function say(joint: Joint, value: number, unit: LengthUnit): string {
  const text = turns(joint)
    ? `${inDegrees(value).toFixed(1)}°`
    : placeQuantity(unit).textWithUnit(value);
  return `${joint.id}: ${text.replace('-', '−')}`;
}
