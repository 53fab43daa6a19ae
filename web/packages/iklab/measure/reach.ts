/** Proved bounds of an effector's reach: how far its links stretch and fold. */
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { hypot } from '../scenario/arithmetic.ts';
import { chainOf, type MotionPlane, planeOfChain } from '../scenario/motionPlane.ts';
import type { Joint, Scene, Target, Vec3 } from '../scenario/types.ts';
import { addScaled, dot, lengthOf } from '../scenario/vectors.ts';

/** An effector stays between two distances from the first joint that moves it. */
export interface Reach {
  readonly from: Vec3;
  readonly least: number;
  readonly most: number;
  /**
   * For a planar chain: the normal of its plane, and the effector's height along it; the distances
   * are then those in the plane. Otherwise null.
   */
  readonly plane: MotionPlane | null;
  /** A component of the target's position is free, so that nothing is proved about its distance. */
  readonly open: boolean;
}

/** The reach of each target's effector, in the document's order. */
export const reaches = (scene: Scene): readonly Reach[] =>
  scene.scenario.targets.map((target) => reachOf(scene, target));

/** Metres by which a position is out of reach; 0 if that is not proved. */
export function shortfall({ from, least, most, plane, open }: Reach, place: Vec3): number {
  if (open) return 0;
  const way = addScaled(place, from, -1);
  const aside = plane ? dot(place, plane.normal) - plane.height : 0;
  const far = plane ? lengthOf(across(way, plane.normal)) : lengthOf(way);
  return hypot(aside, Math.max(0, far - most, least - far));
}

/** A target that is provably out of reach. */
export interface OutOfReach {
  readonly target: number;
  readonly by: number;
}

/** The targets that are provably out of reach by more than the tolerance. */
export function targetsOutOfReach(
  all: readonly Reach[],
  goals: ArrayLike<number>,
  tolerance: number,
): readonly OutOfReach[] {
  const found = all.map((reach, target) => {
    const place = [0, 1, 2].map((i) => goals[TARGET_STRIDE * target + i]) as unknown as Vec3;
    return { target, by: shortfall(reach, place) };
  });
  const sum = found.reduce((total, { by }) => total + by, 0);
  return sum > tolerance ? found.filter(({ by }) => by > 1e-3 * sum) : [];
}

const INSIDE = 0.05; // Fraction of the reach: few methods arrive at its very edge.

/** A position well within reach, on the line from the first joint to one that is not. */
export function nearestInReach({ from, least, most, plane }: Reach, place: Vec3): Vec3 {
  const aside = plane ? dot(place, plane.normal) - plane.height : 0;
  const way = addScaled(plane ? addScaled(place, plane.normal, -aside) : place, from, -1);
  const along = plane ? across(way, plane.normal) : way;
  const far = lengthOf(along);
  const room = INSIDE * (most - least);
  const next = Math.max(least + room, Math.min(most - room, far));
  return far === 0
    ? place
    : addScaled(addScaled(addScaled(from, way), along, -1), along, next / far);
}

/** A rigid part of the chain with a prismatic joint at its end. */
interface Segment {
  readonly way: Vec3;
  readonly axis: Vec3;
  /** Metres along the axis. */
  readonly slides: readonly [number, number];
}

/** The smallest and largest distance of a target's effector. */
export function reachOf(scene: Scene, target: Target): Reach {
  const holds = scene.scenario.limitPolicy !== 'ignore';
  const chain = chainOf(scene.tree, target.effector);
  const { joints: places, tip } = chain;
  const from = places[0]?.origin ?? tip;
  const plane = planeOfChain(chain);
  const normal = plane?.normal;
  const flat = (v: Vec3): Vec3 => (normal ? across(v, normal) : v);
  const segments: Segment[] = places.map(({ joint, origin, axis }, i) => ({
    way: flat(addScaled(origin, places[i - 1]?.origin ?? origin, -1)),
    axis,
    slides: slidesOf(joint, holds),
  }));
  segments.push({
    way: flat(addScaled(tip, places.at(-1)?.origin ?? tip, -1)),
    axis: from,
    slides: [0, 0],
  });
  const spans = segments.map(spanOf);
  const most = spans.reduce((sum, [, longest]) => sum + longest, 0);
  const folds = spans.map(([shortest, longest]) => shortest - (most - longest));
  const least = Number.isFinite(most) ? Math.max(0, ...folds) : 0;
  const open = (target.free?.position.length ?? 0) > 0;
  return { from, least, most, plane, open };
}

function spanOf({ way, axis, slides: [low, high] }: Segment): readonly [number, number] {
  if (low === 0 && high === 0) return [lengthOf(way), lengthOf(way)];
  const at = (slide: number): number =>
    Number.isFinite(slide) ? lengthOf(addScaled(way, axis, slide)) : Number.POSITIVE_INFINITY;
  const nearest = Math.max(low, Math.min(high, -dot(way, axis)));
  return [at(nearest), Math.max(at(low), at(high))];
}

/** The range of a joint's translation along its axis, in metres. */
function slidesOf({ type, limits, pitch }: Joint, holds: boolean): readonly [number, number] {
  const [low, high] = (holds && limits) || [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const metres = type === 'prismatic' ? 1 : type === 'screw' ? pitch : 0;
  if (metres === 0) return [0, 0];
  return metres > 0 ? [low * metres, high * metres] : [high * metres, low * metres];
}

const across = (a: Vec3, normal: Vec3): Vec3 => addScaled(a, normal, -dot(a, normal));
