/** Joints of every kind beside each other on one axis: their limits, and where a value stands. */

import { place } from '../format/quantity.ts';
import { moves, onLimit } from '../scenario/trees.ts';
import type { InlineTree, Joint, LengthUnit } from '../scenario/types.ts';
import { lengthNames, type Range, ticks } from './scale.ts';

const TURN = 360;
const ROOM = 0.07; // of the axis, beyond the widest limits

export interface JointScale {
  readonly range: Range;
  readonly ticks: readonly number[];
  name(value: number): string;
  /** Per joint that moves by itself, in document order; null: no limits. */
  readonly bands: readonly (Range | null)[];
  place(joint: number, value: number): number;
  onLimit(joint: number, value: number): boolean;
  /** What a joint is called, and its value in words. */
  say(joint: number, value: number): string;
}

const turns = ({ type }: Joint): boolean => type !== 'prismatic';

export function jointScale(tree: InlineTree, unit: LengthUnit = 'm'): JointScale {
  const joints = tree.joints.filter(moves);
  const { range, name, put } = kindOf(joints, unit);
  return {
    range: widen(range),
    ticks: tickValues(range),
    name,
    bands: joints.map(
      (joint) => joint.limits && [put(joint, joint.limits[0]), put(joint, joint.limits[1])],
    ),
    place: (i, value) => put(joints[i] as Joint, value),
    onLimit: (i, value) => onLimit(value, joints[i]?.limits ?? null),
    say: (i, value) => say(joints[i] as Joint, value, unit),
  };
}

interface Kind {
  readonly range: Range;
  readonly name: (value: number) => string;
  readonly put: (joint: Joint, value: number) => number;
}

function kindOf(joints: readonly Joint[], unit: LengthUnit): Kind {
  if (joints.every(turns)) return angles(joints);
  if (!joints.some(turns)) return lengths(joints, unit);
  return { range: [-1, 1], name: (value) => ENDS[String(value)] ?? '', put: share };
}

function angles(joints: readonly Joint[]): Kind {
  const ends = joints.map(({ limits }) => (limits ? Math.max(...limits.map(Math.abs)) : Math.PI));
  const widest = Math.min(TURN, Math.max(30, degrees(Math.max(...ends))));
  return { range: [-widest, widest], name: angleName, put: angle };
}

/** Without limits an angle says the same after a whole turn. */
const angle = ({ limits }: Joint, value: number): number =>
  limits ? degrees(value) : degrees(value) - TURN * Math.round(degrees(value) / TURN);

function lengths(joints: readonly Joint[], unit: LengthUnit): Kind {
  const ends = joints.flatMap(({ limits }) => limits ?? [-1, 1]);
  const range: Range = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return { range, name: lengthNames(range, unit), put: (_, value) => value };
}

// angles and lengths mixed: each between its own limits
const ENDS: Readonly<Record<string, string>> = { [-1]: 'lower', 0: 'middle', 1: 'upper' };

function share(joint: Joint, value: number): number {
  const { limits } = joint;
  if (!limits) return turns(joint) ? angle(joint, value) / 180 : value;
  const [low, high] = limits;
  return high > low ? (2 * value - low - high) / (high - low) : 0;
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

function angleName(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value)}°`;
}

const widen = ([low, high]: Range): Range => {
  const room = ROOM * (high - low);
  return [low - room, high + room];
};

const ANGLE_STEPS = [10, 15, 30, 45, 90, 180, 360];

function tickValues(range: Range): number[] {
  const [low, high] = range;
  if (low === -1 && high === 1) return [-1, 0, 1];
  const step = low === -high ? ANGLE_STEPS.find((size) => high < 2 * size) : undefined;
  return step === undefined ? ticks(range) : [-step, 0, step].filter((at) => Math.abs(at) <= high);
}

function say(joint: Joint, value: number, unit: LengthUnit): string {
  const text = turns(joint) ? `${degrees(value).toFixed(1)}°` : place(unit).say(value);
  return `${joint.id}: ${text.replace('-', '−')}`;
}
