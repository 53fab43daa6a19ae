/**
 * A pose to begin with. A robot's zero is often stretched out straight, where no joint moves its
 * hand toward the shoulder: there every method but a damped one is lost, and none shows itself.
 */
import type { Vec3 } from '../scenario/types.ts';
import type { TreeEffector, TreeJoint } from './fold.ts';
import { tipFrames } from './forward.ts';
import { dot, type Frame } from './rigidFrame.ts';

const FAIR = 0.12; // of a hand that moves alike in all directions: 1
const BARE = 0.015; // enough where it was as good as nothing
const TURNS = [0.35, 0.7, 1.05]; // radians at most, from the pose at zero
const ARMS = 2; // what has more effectors is a figure or a hand, and keeps nearly the pose that it has
const TRIES = 6; // of each
const STEP = 1e-6;
const GOLDEN = 0.6180339887498949;

/** A value for each joint that moves by itself: zero or the nearest limit, bent where that is straight. */
export function startPose(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
): readonly number[] {
  const own = joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);
  const zero = own.map((joint) => inside(joint, 0));
  const quality = qualityOf(joints, effectors);
  const depths = own.map((joint) => depthOf(joint, joints));
  let [best, most] = [zero, quality(zero)];
  if (most >= FAIR) return zero;
  const enough = most < BARE / 2 ? BARE : FAIR;
  for (const turn of effectors.length > ARMS ? TURNS.slice(0, 1) : TURNS) {
    for (let k = 1; k <= TRIES; k++) {
      const pose = own.map((joint, i) => bent(joint, depths[i] ?? 0, k, turn));
      const found = quality(pose);
      if (found > most) [best, most] = [pose, found];
    }
    if (most >= enough) break;
  }
  return best;
}

const inside = ({ limits }: TreeJoint, value: number): number =>
  limits ? Math.min(Math.max(value, limits[0]), limits[1]) : value;

/** Joints above it: limbs that are alike bend alike. */
function depthOf(joint: TreeJoint, joints: readonly TreeJoint[]): number {
  const byId = new Map(joints.map((each) => [each.id, each]));
  let depth = 0;
  for (let at = byId.get(joint.parent ?? ''); at; at = byId.get(at.parent ?? '')) depth++;
  return depth;
}

/** Spread evenly over −turn … turn, another way for every try; slides stay where they are. */
function bent(joint: TreeJoint, depth: number, attempt: number, turn: number): number {
  if (joint.type === 'prismatic') return inside(joint, 0);
  const share = (GOLDEN * (depth + 1) * attempt + 0.25 * attempt) % 1;
  const value = inside(joint, turn * (2 * share - 1));
  return inside(joint, Math.round(value * 100) / 100);
}

type Quality = (pose: readonly number[]) => number;

/**
 * The least, over the effectors, of how evenly the joints move it; less where it dives below the
 * base, unless it is there at zero already: a foot.
 */
function qualityOf(joints: readonly TreeJoint[], effectors: readonly TreeEffector[]): Quality {
  const tips = (pose: readonly number[]) => tipFrames(joints, effectors, pose);
  const high = tips(joints.map(() => 0)).map(({ at }) => at[2] >= 0);
  return (pose) => {
    const now = tips(pose);
    const moved = pose.map((_, i) => tips(pose.map((x, j) => (i === j ? x + STEP : x))));
    const each = now.map((tip, k) => {
      const columns = moved.map((after) => velocity(tip, after[k] ?? tip));
      return evenness(columns) * (high[k] && tip.at[2] < 0 ? 0.3 : 1);
    });
    return Math.min(...each);
  };
}

const velocity = ({ at }: Frame, { at: after }: Frame): Vec3 => [
  (after[0] - at[0]) / STEP,
  (after[1] - at[1]) / STEP,
  (after[2] - at[2]) / STEP,
];

/**
 * The least over the largest speed of the hand that a unit of joint motion gives, in all directions:
 * 1 where they are alike, 0 where one is lost. Of J Jᵀ the least eigenvalue by det over the sum of
 * the principal minors, which is near it where it is small, and the largest by the trace.
 */
function evenness(columns: readonly Vec3[]): number {
  const row = (i: 0 | 1 | 2) => columns.map((column) => column[i]);
  const [x, y, z] = [row(0), row(1), row(2)];
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const [xx, yy, zz] = [product(x, x), product(y, y), product(z, z)];
  const [xy, yz, zx] = [product(x, y), product(y, z), product(z, x)];
  const minors: Vec3 = [yy * zz - yz * yz, yz * zx - xy * zz, xy * yz - yy * zx];
  const determinant = Math.max(0, dot([xx, xy, zx], minors));
  const second = minors[0] + xx * zz - zx * zx + xx * yy - xy * xy;
  const trace = xx + yy + zz;
  return second > 0 && trace > 0 ? Math.sqrt(determinant / second / trace) : 0;
}
