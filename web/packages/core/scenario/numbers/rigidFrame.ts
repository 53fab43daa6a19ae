/**
 * Rigid frames: a rotation matrix (rows) and an origin. Uses only + - * /, sqrt and our own sine,
 * so that imports are bit-identical everywhere.
 */

import type { Quaternion, Vec3 } from '../types.ts';
import { arcTangent, hypot, sineCosine } from './arithmetic.ts';
import { addScaled, dot } from './vectors.ts';

export type Matrix3 = readonly [Vec3, Vec3, Vec3];

export interface RigidFrame {
  readonly position: Vec3;
  readonly rotation: Matrix3;
}

const IDENTITY: Matrix3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const ORIGIN_FRAME: RigidFrame = { position: [0, 0, 0], rotation: IDENTITY };

export const rotateVector = (rotation: Matrix3, v: Vec3): Vec3 => [
  dot(rotation[0], v),
  dot(rotation[1], v),
  dot(rotation[2], v),
];

/** Returns the product a b of two rotation matrices: b is applied first. */
export function matrixProduct(a: Matrix3, b: Matrix3): Matrix3 {
  const column = (i: 0 | 1 | 2): Vec3 => [b[0][i], b[1][i], b[2][i]];
  const [x, y, z] = [column(0), column(1), column(2)];
  const row = (r: Vec3): Vec3 => [dot(r, x), dot(r, y), dot(r, z)];
  return [row(a[0]), row(a[1]), row(a[2])];
}

/** Returns the rotation Rz(yaw) Ry(pitch) Rx(roll), as in URDF; angles in radians. */
export function rotationFromRpy([roll, pitch, yaw]: Vec3): Matrix3 {
  const { sine: a, cosine: A } = sineCosine(roll);
  const { sine: b, cosine: B } = sineCosine(pitch);
  const { sine: c, cosine: C } = sineCosine(yaw);
  return [
    [C * B, C * b * a - c * A, C * b * A + c * a],
    [c * B, c * b * a + C * A, c * b * A - C * a],
    [-b, B * a, B * A],
  ];
}

/** Returns the rotation about an axis of length 1 by an angle in radians. */
export function rotationAbout([x, y, z]: Vec3, angle: number): Matrix3 {
  const { sine: s, cosine: c } = sineCosine(angle);
  const k = 1 - c;
  return [
    [k * x * x + c, k * x * y - s * z, k * x * z + s * y],
    [k * x * y + s * z, k * y * y + c, k * y * z - s * x],
    [k * x * z - s * y, k * y * z + s * x, k * z * z + c],
  ];
}

/** Returns the rotation of a quaternion x y z w of any length but 0. */
export function rotationFromQuaternion([x, y, z, w]: Quaternion): Matrix3 {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ];
}

/**
 * Returns roll, pitch and yaw in radians. The yaw is removed first, so that rounding errors cancel
 * at a pitch of 90 degrees.
 */
export function rpyFromRotation(r: Matrix3): Vec3 {
  const yaw = arcTangent(r[1][0], r[0][0]);
  const { sine, cosine } = sineCosine(yaw);
  const pitch = arcTangent(-r[2][0], hypot(r[0][0], r[1][0]));
  const roll = arcTangent(sine * r[0][2] - cosine * r[1][2], cosine * r[1][1] - sine * r[0][1]);
  return [roll, pitch, yaw];
}

/** Converts `inner`, given relative to `outer`, to the reference frame of `outer`. */
export const composeFrames = (outer: RigidFrame, inner: RigidFrame): RigidFrame => ({
  position: addScaled(outer.position, rotateVector(outer.rotation, inner.position)),
  rotation: matrixProduct(outer.rotation, inner.rotation),
});

export function inverseFrame({ position, rotation: [a, b, c] }: RigidFrame): RigidFrame {
  const row = (i: 0 | 1 | 2): Vec3 => [a[i], b[i], c[i]];
  const rotation: Matrix3 = [row(0), row(1), row(2)];
  return { position: addScaled([0, 0, 0], rotateVector(rotation, position), -1), rotation };
}

export const frameFromXyzRpy = (xyz: Vec3, rpy: Vec3): RigidFrame => ({
  position: xyz,
  rotation: rotationFromRpy(rpy),
});

/** Returns the quaternion x y z w of a rotation, with a non-negative real part. */
export function quaternionFromRotation(r: Matrix3): Quaternion {
  const trace = r[0][0] + r[1][1] + r[2][2];
  if (trace > 0) {
    const w = Math.sqrt(1 + trace) / 2;
    const k = 1 / (4 * w);
    return [(r[2][1] - r[1][2]) * k, (r[0][2] - r[2][0]) * k, (r[1][0] - r[0][1]) * k, w];
  }
  const diagonal = [r[0][0], r[1][1], r[2][2]];
  const i = diagonal.indexOf(Math.max(...diagonal)) as 0 | 1 | 2;
  const j = ((i + 1) % 3) as 0 | 1 | 2;
  const k = ((i + 2) % 3) as 0 | 1 | 2;
  const largest = Math.sqrt(1 + r[i][i] - r[j][j] - r[k][k]) / 2;
  const share = 1 / (4 * largest);
  const q = [0, 0, 0, (r[k][j] - r[j][k]) * share];
  q[i] = largest;
  q[j] = (r[j][i] + r[i][j]) * share;
  q[k] = (r[k][i] + r[i][k]) * share;
  const sign = (q[3] as number) < 0 ? -1 : 1;
  return q.map((x) => sign * x + 0) as unknown as Quaternion;
}
