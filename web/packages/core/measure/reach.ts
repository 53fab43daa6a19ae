/** Proved bounds of an effector's reach: how far its links stretch and fold. */
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { hypot } from '../scenario/numbers/arithmetic.ts';
import { addScaled, dot, vectorLength } from '../scenario/numbers/vectors.ts';
import {
  effectorChainPlane,
  findEffectorChain,
  type MotionPlane,
} from '../scenario/targets/motionPlane.ts';
import type { Joint, Scene, Target, Vec3 } from '../scenario/types.ts';

/** Bounds on the distance of an effector from the first joint that moves the effector. */
export interface EffectorReach {
  readonly from: Vec3;
  readonly least: number;
  readonly most: number;
  /**
   * Plane in which the effector of a planar chain moves; `least` and `most` are then distances
   * within the plane. Null for other chains.
   */
  readonly plane: MotionPlane | null;
  /** True if a component of the target's position is free; nothing is then proved. */
  readonly open: boolean;
}

export const computeEffectorReaches = (scene: Scene): readonly EffectorReach[] =>
  scene.scenario.targets.map((target) => computeEffectorReach(scene, target));

/** Returns the metres by which a position is out of reach; 0 if that cannot be proved. */
export function computeReachShortfall(
  { from, least, most, plane, open }: EffectorReach,
  position: Vec3,
): number {
  if (open) return 0;
  const offset = addScaled(position, from, -1);
  const planeDistance = plane ? dot(position, plane.normal) - plane.height : 0;
  const far = plane ? vectorLength(perpendicular(offset, plane.normal)) : vectorLength(offset);
  return hypot(planeDistance, Math.max(0, far - most, least - far));
}

export interface UnreachableTarget {
  readonly target: number;
  readonly excess: number;
}

/** Returns the targets that are out of reach; none if the total excess is within the tolerance. */
export function targetsOutOfReach(
  all: readonly EffectorReach[],
  goals: ArrayLike<number>,
  tolerance: number,
): readonly UnreachableTarget[] {
  const found = all.map((reach, target) => {
    const position = [0, 1, 2].map((i) => goals[TARGET_STRIDE * target + i]) as unknown as Vec3;
    return { target, excess: computeReachShortfall(reach, position) };
  });
  const sum = found.reduce((total, { excess }) => total + excess, 0);
  return sum > tolerance ? found.filter(({ excess }) => excess > 1e-3 * sum) : [];
}

const EDGE_MARGIN = 0.05; // Fraction of the reach: few methods arrive at its very edge.

/**
 * Moves a position that is out of reach well into reach, along the line to the first joint that
 * moves the effector.
 */
export function moveIntoReach({ from, least, most, plane }: EffectorReach, position: Vec3): Vec3 {
  const planeDistance = plane ? dot(position, plane.normal) - plane.height : 0;
  const offset = addScaled(
    plane ? addScaled(position, plane.normal, -planeDistance) : position,
    from,
    -1,
  );
  const planarOffset = plane ? perpendicular(offset, plane.normal) : offset;
  const far = vectorLength(planarOffset);
  const margin = EDGE_MARGIN * (most - least);
  const next = Math.max(least + margin, Math.min(most - margin, far));
  return far === 0
    ? position
    : addScaled(addScaled(addScaled(from, offset), planarOffset, -1), planarOffset, next / far);
}

interface Segment {
  readonly offset: Vec3;
  readonly axis: Vec3;
  readonly slides: readonly [number, number];
}

export function computeEffectorReach(scene: Scene, target: Target): EffectorReach {
  const holds = scene.scenario.limitPolicy !== 'ignore';
  const chain = findEffectorChain(scene.tree, target.effector);
  const { joints: chainJoints, tip } = chain;
  const from = chainJoints[0]?.origin ?? tip;
  const plane = effectorChainPlane(chain);
  const normal = plane?.normal;
  const flat = (v: Vec3): Vec3 => (normal ? perpendicular(v, normal) : v);
  const segments: Segment[] = chainJoints.map(({ joint, origin, axis }, i) => ({
    offset: flat(addScaled(origin, chainJoints[i - 1]?.origin ?? origin, -1)),
    axis,
    slides: translationRange(joint, holds),
  }));
  segments.push({
    offset: flat(addScaled(tip, chainJoints.at(-1)?.origin ?? tip, -1)),
    axis: from,
    slides: [0, 0],
  });
  const spans = segments.map(lengthRange);
  const most = spans.reduce((sum, [, longest]) => sum + longest, 0);
  const folds = spans.map(([shortest, longest]) => shortest - (most - longest));
  const least = Number.isFinite(most) ? Math.max(0, ...folds) : 0;
  const open = (target.free?.position.length ?? 0) > 0;
  return { from, least, most, plane, open };
}

function lengthRange({ offset, axis, slides: [low, high] }: Segment): readonly [number, number] {
  if (low === 0 && high === 0) return [vectorLength(offset), vectorLength(offset)];
  const lengthAt = (slide: number): number =>
    Number.isFinite(slide)
      ? vectorLength(addScaled(offset, axis, slide))
      : Number.POSITIVE_INFINITY;
  const nearest = Math.max(low, Math.min(high, -dot(offset, axis)));
  return [lengthAt(nearest), Math.max(lengthAt(low), lengthAt(high))];
}

function translationRange(
  { type, limits, pitch }: Joint,
  holds: boolean,
): readonly [number, number] {
  const [low, high] = (holds && limits) || [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const metres = type === 'prismatic' ? 1 : type === 'screw' ? pitch : 0;
  if (metres === 0) return [0, 0];
  return metres > 0 ? [low * metres, high * metres] : [high * metres, low * metres];
}

const perpendicular = (a: Vec3, normal: Vec3): Vec3 => addScaled(a, normal, -dot(a, normal));
