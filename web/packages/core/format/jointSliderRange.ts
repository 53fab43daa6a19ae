import { RADIANS_PER_DEGREE } from '../scenario/numbers/angles.ts';
import { clamp } from '../scenario/numbers/clamp.ts';
import type { Joint } from '../scenario/types.ts';
import { isPrismatic, jointValueNotation, type PoseUnits } from './jointQuantity.ts';

export interface JointSliderRange {
  readonly least: number;
  readonly most: number;
  /**
   * Step of an arrow key, in radians or metres; `fine`: step with Shift, and the resolution of a
   * drag.
   */
  readonly step: number;
  readonly fine: number;
}

const HALF_TURN = Math.PI;

/**
 * Returns the range and steps of a joint's slider. The range includes `values`. `reach`: range of a
 * prismatic joint without limits.
 */
export function jointSliderRange(
  joint: Pick<Joint, 'type' | 'limits'>,
  values: readonly number[],
  reach: number,
  { angle }: Pick<PoseUnits, 'angle'>,
): JointSliderRange {
  const [low, high] = joint.limits ?? unlimitedRange(joint, values, reach);
  const [least, most] = [Math.min(low, ...values), Math.max(high, ...values)];
  if (!isPrismatic(joint)) {
    const step = angle === 'degrees' ? RADIANS_PER_DEGREE : 0.01;
    return { least, most, step, fine: step / 10 };
  }
  const step = 10 ** Math.floor(Math.log10(Math.max(most - least, 1e-9) / 20));
  return { least, most, step, fine: step / 10 };
}

function unlimitedRange(
  joint: Pick<Joint, 'type'>,
  values: readonly number[],
  reach: number,
): readonly [number, number] {
  const far = Math.max(...values.map(Math.abs));
  const most = isPrismatic(joint)
    ? Math.max(reach, 2 * far)
    : HALF_TURN * Math.max(1, Math.ceil(far / HALF_TURN));
  return [-most, most];
}

/**
 * Rounds a joint value to the resolution of the joint's slider and clamps it to the slider's range.
 */
export function snapJointValue(
  value: number,
  joint: Pick<Joint, 'type'>,
  { least, most, fine }: JointSliderRange,
  units: PoseUnits,
): number {
  const { toShown, fromShown } = jointValueNotation(joint, units);
  const unit = toShown(fine);
  const decimals = Math.max(0, Math.round(-Math.log10(unit)));
  const rounded = fromShown(Number((Math.round(toShown(value) / unit) * unit).toFixed(decimals)));
  return clamp(rounded + 0, least, most);
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Returns the joint value after a key press on its slider; null for keys without effect. */
export function jointValueAfterKey(
  key: string,
  shift: boolean,
  value: number,
  span: JointSliderRange,
): number | null {
  if (key === 'Home') return span.least;
  if (key === 'End') return span.most;
  const steps = KEY_STEPS[key];
  return steps === undefined ? null : value + steps * (shift ? span.fine : span.step);
}
