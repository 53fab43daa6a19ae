/**
 * Decomposes a chain of axes into alternating screw motions along the axes (Z) and along their
 * common normals (X). Keeps frames on the axes that already fit.
 */

import type { Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  arcTangent,
  composeFrames,
  cross,
  dot,
  hypot,
  inverseFrame,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { dhTransformAlongX, dhTransformAlongZ } from './dhTable.ts';

/** Screw motion about z: rotation theta in radians and translation d in metres. */
export interface ScrewMotionZ {
  readonly theta: number;
  readonly d: number;
}
/** Screw motion about x: translation a in metres and rotation alpha in radians. */
export interface ScrewMotionX {
  readonly a: number;
  readonly alpha: number;
}

/**
 * A joint axis as a line. `frame`: a frame on the line with z along the line; null if there is
 * none.
 */
export interface JointAxisLine {
  readonly point: Vec3;
  readonly direction: Vec3;
  readonly frame: RigidFrame | null;
}

export interface CommonNormals {
  /** Screw motions about the axes (z), one per axis. */
  readonly z: readonly ScrewMotionZ[];
  /** Screw motions about the common normals (x), one per pair of consecutive axes. */
  readonly x: readonly ScrewMotionX[];
}

/**
 * Sines and lengths (metres) below this value count as zero. The angle is 0.2 arc seconds, the
 * accuracy of π in files.
 */
export const ROUNDING_TOLERANCE = 1e-6;

export const getRotationColumn = ({ rotation }: RigidFrame, i: 0 | 1 | 2): Vec3 => [
  rotation[0][i],
  rotation[1][i],
  rotation[2][i],
];

export const toAxisLine = (frame: RigidFrame): JointAxisLine => ({
  point: frame.position,
  direction: getRotationColumn(frame, 2),
  frame,
});

/**
 * Decomposes a chain of axes into screw motions. The first and last axis must have frames: the
 * chain's start and end. `near`: rounding tolerance.
 */
export function findCommonNormals(axes: readonly JointAxisLine[], near: number): CommonNormals {
  const [z, x]: [ScrewMotionZ[], ScrewMotionX[]] = [[], []];
  let from = axes[0]?.frame ?? ORIGIN_FRAME;
  axes.slice(1).forEach((to, i) => {
    const axisFrame = axes[i]?.frame ?? null;
    const step =
      (axisFrame && stepThroughFrame(from, axisFrame, to.frame, near)) ??
      stepAlongNormal(from, to, near);
    z.push(step.z);
    x.push(step.x);
    from = composeFrames(composeFrames(from, dhTransformAlongZ(step.z)), dhTransformAlongX(step.x));
  });
  const last = axes.at(-1)?.frame ?? ORIGIN_FRAME;
  z.push(computeAlongZ(from, last, near));
  return { z, x };
}

interface Step {
  readonly z: ScrewMotionZ;
  readonly x: ScrewMotionX;
}

function computeAlongZ(from: RigidFrame, to: RigidFrame, near: number): ScrewMotionZ {
  const { position, rotation } = composeFrames(inverseFrame(from), to);
  return {
    theta: snapAngle(arcTangent(rotation[1][0], rotation[0][0]), near),
    d: snapLength(position[2], near),
  };
}

/**
 * Returns the screw motions about z to `axisFrame`, then about x to the axis of `to`; null if none
 * exists.
 */
function stepThroughFrame(
  from: RigidFrame,
  axisFrame: RigidFrame,
  to: RigidFrame | null,
  near: number,
): Step | null {
  if (!to) return null;
  const { position, rotation } = composeFrames(inverseFrame(axisFrame), to);
  const [s, c] = [-rotation[1][2], rotation[2][2]];
  if (Math.abs(rotation[0][2]) > near || Math.abs(position[1] * c + position[2] * s) > near)
    return null;
  const x = { a: snapLength(position[0], near), alpha: snapAngle(arcTangent(s, c), near) };
  return { z: computeAlongZ(from, axisFrame, near), x };
}

/**
 * Returns the screw motions to the common normal and along the normal. x takes the nearer
 * direction.
 */
function stepAlongNormal(
  from: RigidFrame,
  { point, direction }: JointAxisLine,
  near: number,
): Step {
  const [x, y, z] = ([0, 1, 2] as const).map((i) => getRotationColumn(from, i)) as [
    Vec3,
    Vec3,
    Vec3,
  ];
  const offset = addScaled(point, from.position, -1);
  const crossed = cross(z, direction);
  const sine = hypot(...crossed);
  const perpendicular = addScaled(offset, z, -dot(offset, z));
  const normal = sine > near ? crossed : hypot(...perpendicular) > near ? perpendicular : x;
  const size = hypot(...normal) * (dot(normal, x) < -near * hypot(...normal) ? -1 : 1);
  const next = normal.map((each) => each / size) as unknown as Vec3;
  const d = sine > near ? dot(offset, cross(direction, crossed)) / (sine * sine) : 0;
  return {
    z: { theta: snapAngle(arcTangent(dot(next, y), dot(next, x)), near), d: snapLength(d, near) },
    x: {
      a: snapLength(dot(offset, next), near),
      alpha: snapAngle(arcTangent(dot(next, crossed), dot(z, direction)), near),
    },
  };
}

/**
 * Rounds a length to 11 decimals. Positions are stored with 12, and rounding errors add up along a
 * chain.
 */
const snapLength = (x: number, near: number): number => {
  if (Math.abs(x) < near) return 0;
  return Math.abs(x) < 1e4 ? Number(x.toFixed(11)) : x;
};

const ANGLE_STEP = Math.PI / 12;

function snapAngle(angle: number, near: number): number {
  const snapped = ANGLE_STEP * Math.round(angle / ANGLE_STEP);
  return Math.abs(angle - snapped) < near ? snapped + 0 : angle;
}
