/** What is known of a limb, besides its joints, before its poses are looked at. */
import { addScaled, dot, lengthOf, type Vec3 } from 'iklab/scenario';
import type { TreeJoint } from '../fold.ts';
import { freedomOf, rankOf } from './dexterity.ts';
import { Draws } from './draws.ts';
import { insideLimits, type Limb, type LimbPose, limbPose } from './limbs.ts';

interface Known {
  readonly limb: Limb;
  /** Joints of the tree that move by themselves. */
  readonly own: readonly TreeJoint[];
  /** What of its tool is asked for: x, y, z and the turns about them, by number. */
  readonly asked: readonly number[];
  readonly upward: Vec3;
  readonly front: Vec3;
}

export interface LimbFrame extends Known {
  /** Directions that its tool has where none is lost. */
  readonly rank: number;
  /** How far its tool goes from its base at most. */
  readonly farthest: number;
  /** It stands on the ground, height 0, and does not hang. */
  readonly onGround: boolean;
  /** Of a figure: as it was drawn, which it keeps nearly. */
  readonly drawn: LimbPose | null;
}

const LOOKS = 40;
const RANKS = 8; // of these, where directions are counted
const BELOW = 0.05; // of the reach: a flange under a plate is no dive

export function postOf({
  zero,
  figure,
  ...known
}: Known & { readonly zero: readonly number[]; readonly figure: boolean }): LimbFrame {
  const { limb, own, asked, upward } = known;
  const drawn = limbPose(limb, zero);
  const draws = new Draws();
  let [rank, farthest] = [0, 0];
  for (let i = 0; i < LOOKS; i++) {
    const pose = [...zero];
    for (const column of limb.own) pose[column] = insideLimits(own[column], draws.between(-2, 2));
    const stand = limbPose(limb, pose);
    if (i < RANKS) rank = Math.max(rank, rankOf(freedomOf(limb, stand, own, asked)));
    const base = stand.origins[limb.base] ?? stand.tip.at;
    farthest = Math.max(farthest, lengthOf(addScaled(stand.tip.at, base, -1)));
  }
  const low = (point: Vec3) => dot(point, upward) < -BELOW * limb.reach;
  const onGround = ![...drawn.origins, drawn.tip.at].some(low);
  return { ...known, rank, farthest: farthest || 1, onGround, drawn: figure ? drawn : null };
}
