/**
 * The pose in which a robot begins: ready to be taken by its tool, and not at its zero, which is
 * often stretched out or on a limit. An arm is bent, its tool before it, its joints clear of their
 * limits; a figure or a hand stays nearly as it was drawn. The same for the same tree, everywhere.
 */

import { AXES, cross, type Vec3, type View } from 'iklab/scenario';
import type { TreeEffector, TreeJoint } from '../fold.ts';
import { insideLimits, type Limb, limbsOf, movesItself } from './limbs.ts';
import { mirrored } from './mirror.ts';
import { Search } from './poseSearch.ts';
import { postOf } from './post.ts';

const PLACE: readonly number[] = [0, 1, 2];
const ALL: readonly number[] = [0, 1, 2, 3, 4, 5];
const ARMS = 2; // what has more effectors is a figure or a hand

export interface ReadyChoice {
  /** Effectors that are asked for their turn too. */
  readonly poses: readonly string[];
  /** But for their turn about the upright, which is free. */
  readonly spared?: boolean;
  readonly up: View['up'];
}

/** Upward and to the front: as ROS has it where z is up, as glTF where y is. */
const WAYS: Readonly<Record<View['up'], readonly [Vec3, Vec3]>> = {
  x: [
    [1, 0, 0],
    [0, 0, 1],
  ],
  y: [
    [0, 1, 0],
    [0, 0, 1],
  ],
  z: [
    [0, 0, 1],
    [1, 0, 0],
  ],
};

/** A value for each joint that moves by itself; parents stand before their children. */
export function readyPose(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
  { poses, spared = false, up }: ReadyChoice,
): readonly number[] {
  const own = joints.filter(movesItself);
  const limbs = limbsOf(joints, effectors);
  const [upward, front] = WAYS[up];
  const figure = effectors.length > ARMS;
  const zero = zeroPose(own);
  let pose: readonly number[] = zero;
  // what carries several limbs of a figure stays
  const settled = new Set(figure ? shared(limbs) : []);
  limbs.forEach((limb, i) => {
    const free = limb.own.filter((column) => !settled.has(column));
    for (const column of free) settled.add(column);
    if (!(limb.reach > 0) || free.length === 0) return;
    const side = cross(upward, front);
    const image = firstOf(limbs.slice(0, i), (other) =>
      mirrored(limb, other, pose, free, own, side),
    );
    const posed = poses.includes(effectors[i]?.id ?? '');
    const asked = posed ? ALL.filter((row) => !spared || row !== 3 + AXES.indexOf(up)) : PLACE;
    const post = () => postOf({ limb, own, zero, asked, upward, front, figure });
    pose = image ?? new Search(post(), free, pose).best();
  });
  return pose;
}

/** All joints at zero, or at the nearest limit. */
const zeroPose = (own: readonly TreeJoint[]): readonly number[] =>
  own.map((joint) => insideLimits(joint, 0));

function firstOf<T, R>(all: readonly T[], ask: (each: T) => R | null): R | null {
  for (const each of all) {
    const answer = ask(each);
    if (answer !== null) return answer;
  }
  return null;
}

/** Joints that move more than one limb. */
function shared(limbs: readonly Limb[]): number[] {
  const all = limbs.flatMap(({ own }) => own);
  return all.filter((column, i) => all.indexOf(column) !== i);
}
