/** A limb that is the mirror image of another bends as its image does. */
import { addScaled, dot, lengthOf, type Vec3 } from 'iklab/scenario';
import type { TreeJoint } from '../fold.ts';
import { insideLimits, type Limb, limbPose } from './limbs.ts';

const NEAR = 0.02; // of the reach, on average

/**
 * The pose in which a limb is the image of another, across the plane through the root that has no
 * part of `side`; of its joints only those in `free` move. Null: it is no image of it, or may not.
 */
export function mirrored(
  limb: Limb,
  other: Limb,
  pose: readonly number[],
  free: readonly number[],
  own: readonly TreeJoint[],
  side: Vec3,
): readonly number[] | null {
  if (limb.own.length !== other.own.length) return null;
  if (limb.movers.length !== other.movers.length) return null;
  const zero = pose.map(() => 0);
  const [here, there] = [limbPose(limb, zero), limbPose(other, zero)];
  const image = [...pose];
  limb.movers.forEach(({ own: column, joint }, i) => {
    if (!free.includes(column)) return;
    const axis = reflected(there.axes[i] ?? side, side);
    // what turns, turns the other way in a mirror
    const way = joint.type === 'prismatic' ? 1 : -1;
    const sign = way * dot(here.axes[i] ?? side, axis) < 0 ? -1 : 1;
    const value = sign * (pose[other.movers[i]?.own ?? -1] ?? 0) + 0;
    image[column] = insideLimits(own[column], value);
  });
  const wanted = pointsOf(other, pose).map((point) => reflected(point, side));
  const like = apart(pointsOf(limb, image), wanted) <= NEAR * limb.reach;
  return like ? image : null;
}

const reflected = (v: Vec3, side: Vec3): Vec3 => addScaled(v, side, -2 * dot(v, side));

/** Joints and tip. */
function pointsOf(limb: Limb, pose: readonly number[]): Vec3[] {
  const { origins, tip } = limbPose(limb, pose);
  return [...origins, tip.at];
}

function apart(some: readonly Vec3[], others: readonly Vec3[]): number {
  const sum = some.reduce(
    (total, point, i) => total + lengthOf(addScaled(point, others[i] ?? point, -1)),
    0,
  );
  return sum / some.length;
}
