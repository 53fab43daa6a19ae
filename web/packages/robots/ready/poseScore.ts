/** How good a limb stands to be taken by its tool: 0 to 1. */
import { addScaled, dot, lengthOf, type Vec3 } from 'iklab/scenario';
import { dexterity, freedomOf } from './dexterity.ts';
import { type LimbPose, limbPose } from './limbs.ts';
import type { LimbFrame } from './post.ts';

const ROOM = 0.2; // of the reach: enough, twice as much is hardly better
const ORIGIN: Vec3 = [0, 0, 0];

/** 0 where it cannot be above `least`, without the work that would tell how much. */
export function poseScore(post: LimbFrame, pose: readonly number[], least: number): number {
  const { limb, own, asked, rank, drawn } = post;
  const stand = limbPose(limb, pose);
  const looks = (drawn ? likeness(post, drawn, stand) : presence(post, stand)) * calm(post, pose);
  if (looks <= least) return 0;
  const room = dexterity(limb, freedomOf(limb, stand, own, asked), pose, own, rank) / limb.reach;
  return (room / (room + ROOM)) * looks;
}

/**
 * The tip goes toward its base rather than aside, so that it can be taken any way, and keeps its
 * turn: a foot stays flat.
 */
function likeness({ limb, farthest }: LimbFrame, drawn: LimbPose, { tip }: LimbPose): number {
  const base = drawn.origins[limb.base] ?? ORIGIN;
  const way = addScaled(drawn.tip.at, base, -1);
  const stretch = lengthOf(addScaled(tip.at, base, -1)) / Math.max(farthest, lengthOf(way));
  const moved = addScaled(tip.at, drawn.tip.at, -1);
  const square = dot(way, way);
  const aside = addScaled(moved, way, square > 0 ? -dot(moved, way) / square : 0);
  const trace = tip.turn.reduce((sum, row, i) => sum + dot(row, drawn.tip.turn[i] ?? row), 0);
  const half = Math.sqrt(Math.max(0, 3 - trace)) / 2; // the sine of half the turn
  return (
    falling(lengthOf(aside) / limb.reach, 0, 0.5) *
    falling(half, 0, 0.4) *
    falling(stretch, 0.7, 0.95)
  );
}

/** The tool before the base, neither in it nor at full reach, nor below the ground. */
function presence(post: LimbFrame, { origins, tip }: LimbPose): number {
  const { limb, upward, front, onGround, farthest } = post;
  const { reach, base } = limb;
  const chain = [...origins.slice(base), tip.at];
  const way = addScaled(tip.at, chain[0] ?? ORIGIN, -1);
  const high = dot(way, upward);
  const level = addScaled(way, upward, -high);
  const out = lengthOf(level);
  const ahead = out > 0 ? dot(level, front) / out : 0;
  const height = (point: Vec3) => dot(point, upward) / reach;
  const ground = () =>
    rising(height(tip.at), -0.02, 0.15) *
    rising(Math.min(...chain.slice(1).map(height)), -0.05, 0.02) *
    falling(overhang(post, chain), 0.25, 0.75);
  return (
    (0.7 + 0.3 * ahead) *
    (0.9 + 0.1 * pointing(post, chain)) *
    rising(out / farthest, 0.1, 0.5) *
    falling(lengthOf(way) / farthest, 0.55, 0.9) *
    falling(high / farthest, 0.35, 0.8) *
    rising(clearance(chain, reach) / reach, 0.02, 0.2) *
    (onGround ? ground() : 1)
  );
}

/** Whether the tool looks forward or down: 1, or back toward the base: less. */
function pointing({ limb, upward, front }: LimbFrame, chain: readonly Vec3[]): number {
  const tip = chain.at(-1) ?? ORIGIN;
  const wrist = chain.findLast((point) => lengthOf(addScaled(tip, point, -1)) > 0.03 * limb.reach);
  if (!wrist) return 0;
  const way = addScaled(tip, wrist, -1);
  const ahead = dot(way, front);
  return (Math.max(ahead, -dot(way, upward)) + Math.min(0, ahead)) / lengthOf(way);
}

/** Distance of the links from the upright through the base, on average, of the farthest. */
function overhang({ farthest, upward }: LimbFrame, chain: readonly Vec3[]): number {
  let [sum, total] = [0, 0];
  chain.slice(1).forEach((point, i) => {
    const before = chain[i] ?? point;
    const link = addScaled(point, before, -1);
    const long = lengthOf(link);
    const middle = addScaled(addScaled(before, link, 0.5), chain[0] ?? ORIGIN, -1);
    sum += long * lengthOf(addScaled(middle, upward, -dot(middle, upward)));
    total += long;
  });
  return total > 0 ? sum / total / farthest : 0;
}

/** Distance of the tool from the links that carry it, but for the next. */
function clearance(chain: readonly Vec3[], reach: number): number {
  const tip = chain.at(-1) ?? ORIGIN;
  let [along, least] = [0, reach];
  for (let i = chain.length - 2; i > 0; i--) {
    const [here, before] = [chain[i] ?? tip, chain[i - 1] ?? tip];
    along += lengthOf(addScaled(chain[i + 1] ?? tip, here, -1));
    if (along > 0.3 * reach) least = Math.min(least, distance(tip, before, here));
  }
  return least;
}

/** From a point to a piece of a line. */
function distance(point: Vec3, from: Vec3, to: Vec3): number {
  const way = addScaled(to, from, -1);
  const square = dot(way, way);
  const share = square > 0 ? dot(addScaled(point, from, -1), way) / square : 0;
  return lengthOf(addScaled(point, addScaled(from, way, Math.max(0, Math.min(1, share))), -1));
}

/** Joints that need not be bent are not. */
function calm({ limb, own }: LimbFrame, pose: readonly number[]): number {
  let [bent, bends] = [0, 0];
  for (const column of limb.own) {
    const value = Math.abs(pose[column] ?? 0);
    if (own[column]?.type === 'prismatic' || value === 0) continue;
    bent += Math.min(1, value / Math.PI);
    bends++;
  }
  return 1 - (0.4 * bent + 0.15 * bends) / limb.own.length;
}

/** 0.2 up to `from`, 1 from `to` on. */
const rising = (x: number, from: number, to: number): number =>
  0.2 + 0.8 * Math.max(0, Math.min(1, (x - from) / (to - from)));
/** The other way round. */
const falling = (x: number, from: number, to: number): number => 1.2 - rising(x, from, to);
