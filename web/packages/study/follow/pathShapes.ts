/** Path shapes as closed-form functions of the share of a round. */

import type { Motion, Quaternion, Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  addScaled,
  arcTangent,
  cross,
  dot,
  hypot,
  scaleVector,
  sineCosine,
  TWO_PI,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { splinePoint } from '@iklab/core/scenario/targets';
import type { PathShapeOfKind } from './pathSampling.ts';

/** Point of a plane figure in axes of the plane, metres, and the tangent (any length). */
export interface PlanePoint {
  readonly position: readonly [u: number, v: number];
  readonly tangent: readonly [u: number, v: number];
}

/**
 * Returns the point of a circle at a share of the round; the circle begins on axis u and goes
 * towards v.
 */
export function circlePoint(radius: number, share: number): PlanePoint {
  const { sine, cosine } = sineCosine(TWO_PI * share);
  return { position: [radius * cosine, radius * sine], tangent: [-sine, cosine] };
}

/**
 * Returns a point of a figure eight, `length` along u and `width` along v. Shares 0 and 1/2 are the
 * centre.
 */
export function figureEightPoint(
  [length, width]: readonly [number, number],
  share: number,
): PlanePoint {
  const { sine, cosine } = sineCosine(TWO_PI * share);
  const twice = sineCosine(2 * TWO_PI * share);
  return {
    position: [(length / 2) * sine, (width / 2) * twice.sine],
    tangent: [(length / 2) * cosine, width * twice.cosine],
  };
}

/**
 * Returns the position along a path that is followed there and back, as a share of the path: from 0
 * to 1 and back to 0.
 */
export const backAndForthShare = (share: number): number =>
  share <= 0.5 ? 2 * share : 2 - 2 * share;

/**
 * Returns right-handed axes of a plane: u, v and the unit normal. u is near x, or near y if the
 * normal is near x.
 */
export function planeAxes(normal: Vec3): readonly [u: Vec3, v: Vec3, n: Vec3] {
  const n = unitVector(normal);
  const near = Math.abs(n[0]) > 0.9 ? AXIS_DIRECTIONS.y : AXIS_DIRECTIONS.x;
  const u = unitVector(addScaled(near, n, -dot(near, n)));
  return [u, cross(n, u), n];
}

/** Returns the angle from axis u to a tangent, radians. */
export const tangentAngle = ([u, v]: PlanePoint['tangent']): number => arcTangent(v, u);

interface Pose {
  readonly time: number;
  readonly position: Vec3;
  readonly orientation?: Quaternion | undefined;
}

interface PoseSequence {
  readonly poses: readonly Pose[];
  readonly between?: PathShapeOfKind<'poses'>['between'];
}

/**
 * Returns the pose at a time on a path. Positions are on straight lines or by `splineAt`,
 * orientations by the shortest rotation.
 */
export function interpolatePoses(
  { poses, between }: PoseSequence,
  time: number,
): { readonly position: Vec3; readonly orientation: Quaternion | null } {
  const after = poses.findIndex((pose) => pose.time >= time);
  const b = (after < 0 ? poses.at(-1) : poses[after]) as Pose;
  const a = (after > 0 ? poses[after - 1] : b) as Pose;
  const share = a === b ? 1 : (time - a.time) / (b.time - a.time);
  const position =
    between === 'spline' && a !== b
      ? splineAt(poses, after, share)
      : addScaled(scaleVector(a.position, 1 - share), b.position, share);
  const orientation =
    a.orientation && b.orientation ? slerp(a.orientation, b.orientation, share) : null;
  return { position, orientation };
}

/**
 * Interpolates positions by a cubic between poses `after` - 1 and `after` (Catmull & Rom 1974,
 * unequal times). `share`: elapsed share of the time between the two poses.
 */
function splineAt(poses: readonly Pose[], after: number, share: number): Vec3 {
  const [a, b] = [poses[after - 1] as Pose, poses[after] as Pose];
  const length = b.time - a.time;
  const [from, to] = [velocityAt(poses, after - 1), velocityAt(poses, after)];
  const [s, s2, s3] = [share, share * share, share * share * share];
  const coordinate = (axis: 0 | 1 | 2): number =>
    (2 * s3 - 3 * s2 + 1) * a.position[axis] +
    (s3 - 2 * s2 + s) * length * from[axis] +
    (3 * s2 - 2 * s3) * b.position[axis] +
    (s3 - s2) * length * to[axis];
  return [coordinate(0), coordinate(1), coordinate(2)];
}

function velocityAt(poses: readonly Pose[], i: number): Vec3 {
  const last = poses.length - 1;
  const closed = poses[0]?.position.every((x, axis) => x === poses[last]?.position[axis]);
  const over = (from: Pose, to: Pose, time: number): Vec3 =>
    scaleVector(addScaled(to.position, from.position, -1), 1 / time);
  const pose = (k: number) => poses[k] as Pose;
  if (i > 0 && i < last) return over(pose(i - 1), pose(i + 1), pose(i + 1).time - pose(i - 1).time);
  if (closed) {
    const time = pose(1).time - pose(0).time + pose(last).time - pose(last - 1).time;
    return over(pose(last - 1), pose(1), time);
  }
  const [a, b] = i === 0 ? [pose(0), pose(1)] : [pose(last - 1), pose(last)];
  return over(a, b, b.time - a.time);
}

/**
 * Interpolates rotations along the shorter arc (Shoemake 1985), for quaternions of any nonzero
 * length.
 */
export function slerp(from: Quaternion, to: Quaternion, share: number): Quaternion {
  const [a, far] = [unitQuaternion(from), unitQuaternion(to)];
  const product = a.reduce((sum, x, i) => sum + x * (far[i] as number), 0);
  const b = far.map((x) => (product < 0 ? -x : x));
  const apart = hypot(...b.map((x, i) => x - Math.abs(product) * (a[i] as number)));
  const angle = arcTangent(apart, Math.abs(product));
  const sine = sineCosine(angle).sine;
  // Use linear weights when the angle is too small to divide by its sine.
  const near = angle < 1e-9;
  const [leftWeight, right] = near
    ? [1 - share, share]
    : [sineCosine((1 - share) * angle).sine / sine, sineCosine(share * angle).sine / sine];
  const [x, y, z, w] = a.map((each, i) => leftWeight * each + right * (b[i] as number));
  return unitQuaternion([x, y, z, w] as Quaternion);
}

function unitQuaternion(q: Quaternion): Quaternion {
  const length = hypot(...q);
  return q.map((x) => x / length) as unknown as Quaternion;
}

/**
 * Returns the offset of a moving target at a time in seconds, metres. The module computes the same
 * up to rounding.
 */
export function motionOffset(motion: Motion | null, time: number): Vec3 {
  if (motion === null) return [0, 0, 0];
  if (motion.kind === 'sine') {
    const { amplitude, period, phase } = motion;
    const sineOffset = (axis: 0 | 1 | 2): number => {
      const cycles = time / period[axis] + phase[axis] / TWO_PI;
      return amplitude[axis] * sineCosine(TWO_PI * (cycles - Math.floor(cycles))).sine;
    };
    return [sineOffset(0), sineOffset(1), sineOffset(2)];
  }
  const { points, period } = motion;
  const rounds = time / period;
  const segmentPosition = (rounds - Math.floor(rounds)) * points.length;
  const first = Math.min(Math.floor(segmentPosition), points.length - 1);
  return splinePoint(points, first, segmentPosition - first);
}
