import { QUATERNION_LENGTH_SLACK } from '../checks/bounds.ts';
import type { FaultCollector } from '../checks/faults.ts';
import {
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from '../checks/words.ts';
import type { TargetDocument } from '../document.ts';
import { hypot } from '../numbers/arithmetic.ts';
import type { AxisLetter, Quaternion, Target } from '../types.ts';
import {
  freeRotationAxis,
  freeRotationCone,
  hasFreeRotation,
  namedFreeAxes,
  normalizeTargetFreedom,
} from './free.ts';

/**
 * Checks and completes a target of a document. `effectors`: ids of the tree's effectors; null skips
 * the check of the target's effector.
 */
export function checkTarget(
  document: TargetDocument,
  index: number,
  effectors: readonly string[] | null,
  faults: FaultCollector,
): Target {
  const { orientation, motion, free, ...rest } = document;
  if (effectors && !effectors.includes(document.effector)) {
    const unknownText = `${quoteInOneLine(document.effector)}${nearestWordSuggestion(document.effector, effectors)}`;
    const reason = `must be the id of an effector (${listWords(effectors)}); got ${unknownText}`;
    faults.add(['targets', index, 'effector'], reason);
  }
  if (orientation && !isUnitQuaternion(orientation)) {
    const length = hypot(...orientation);
    const reason = `must be a unit quaternion (length 1 to within 1e-3); its length is ${length}`;
    faults.add(['targets', index, 'orientation'], reason);
  }
  if (free) checkFree(free, orientation !== null, index, faults);
  return {
    ...rest,
    orientation: orientation && normalizeQuaternion(orientation),
    motion: motion?.kind === 'still' ? null : motion,
    free: normalizeTargetFreedom(free),
  };
}

type FreeDocument = NonNullable<TargetDocument['free']>;

function checkFree(
  free: FreeDocument,
  oriented: boolean,
  index: number,
  faults: FaultCollector,
): void {
  const addFault = (path: readonly string[], reason: string) =>
    faults.add(['targets', index, 'free', ...path], reason);
  const { position, orientation, frame } = free;
  const named = namedFreeAxes(orientation);
  const once = (key: string, axes: readonly AxisLetter[]) => {
    if (new Set(axes).size < axes.length)
      addFault([key], `must name each axis once; ${receivedValueText(axes.join(', '))}`);
  };
  once('position', position);
  once('orientation', named);
  const axis = freeRotationAxis(orientation) ?? freeRotationCone(orientation)?.axis;
  const axisPath = freeRotationAxis(orientation) ? ['spin'] : ['cone', 'axis'];
  if (axis && !(hypot(...axis) > 1e-12))
    addFault(['orientation', ...axisPath], `must not have zero length; ${receivedValueText(axis)}`);
  if (!oriented && hasFreeRotation(orientation))
    addFault(['orientation'], 'must be left out where the target has no orientation');
  if (!oriented && frame === 'target')
    addFault(['frame'], 'must be "world" where the target has no orientation; got "target"');
  if (position.length === 3 && (!oriented || named.length === 3))
    addFault([], 'must leave something to be reached, leaves all of it free');
}

export function checkEffectorsDiffer(
  targets: readonly ({ effector: string } | null)[],
  faults: FaultCollector,
): void {
  targets.forEach((target, i) => {
    const firstIndex = targets.findIndex((t) => target && t?.effector === target.effector);
    if (!target || firstIndex === i) return;
    const takenText = `${quoteInOneLine(target.effector)} has targets[${firstIndex}] already`;
    faults.add(['targets', i, 'effector'], `must be the only target of its effector, ${takenText}`);
  });
}

export const isUnitQuaternion = (q: Quaternion): boolean =>
  Math.abs(hypot(...q) - 1) <= QUATERNION_LENGTH_SLACK;

/**
 * Scales a quaternion to length 1. Unit quaternions (up to rounding) stay unchanged, so that a
 * second reading gives the same result.
 */
export function normalizeQuaternion(q: Quaternion): Quaternion {
  const square = q.reduce((sum, x) => sum + x * x, 0);
  if (Math.abs(square - 1) <= 2e-15) return q;
  const length = Math.sqrt(square);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}
