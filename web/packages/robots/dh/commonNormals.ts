/**
 * Decomposes a chain of axes into alternating screw motions along the axes (Z) and along their
 * common normals (X). Frames on the axes are kept where they already fit.
 */
import {
  addScaled,
  arcTangent,
  composeFrames,
  cross,
  dot,
  type Frame,
  hypot,
  inverseFrame,
  ORIGIN,
  type Vec3,
} from 'iklab/scenario';
import { aboutX, aboutZ } from './dhTable.ts';

/** Rotation about and translation along z. */
export interface AlongZ {
  readonly theta: number;
  readonly d: number;
}
/** Rotation about and translation along x. */
export interface AlongX {
  readonly a: number;
  readonly alpha: number;
}

/** A line, and the frame on it whose z is along the line; null if it has none. */
export interface Axis {
  readonly at: Vec3;
  readonly along: Vec3;
  readonly frame: Frame | null;
}

export interface CommonNormals {
  /** One per axis. */
  readonly z: readonly AlongZ[];
  /** One per pair of consecutive axes. */
  readonly x: readonly AlongX[];
}

/**
 * Sines and metres below this count as zero: 0.2 arc seconds, the accuracy to which files round π.
 */
export const ROUGH = 1e-6;

export const columnOf = ({ rotation: turn }: Frame, i: 0 | 1 | 2): Vec3 => [
  turn[0][i],
  turn[1][i],
  turn[2][i],
];

export const axisOf = (frame: Frame): Axis => ({
  at: frame.position,
  along: columnOf(frame, 2),
  frame,
});

/** `axes`: the first and the last have frames, which are the start and the end of the chain. */
export function commonNormals(axes: readonly Axis[], near: number): CommonNormals {
  const [z, x]: [AlongZ[], AlongX[]] = [[], []];
  let from = axes[0]?.frame ?? ORIGIN;
  axes.slice(1).forEach((to, i) => {
    const here = axes[i]?.frame ?? null;
    const step = (here && framed(from, here, to.frame, near)) ?? shortest(from, to, near);
    z.push(step.z);
    x.push(step.x);
    from = composeFrames(composeFrames(from, aboutZ(step.z)), aboutX(step.x));
  });
  const last = axes.at(-1)?.frame ?? ORIGIN;
  z.push(alongZ(from, last, near));
  return { z, x };
}

interface Step {
  readonly z: AlongZ;
  readonly x: AlongX;
}

/** Motion to a frame whose z is on the same line. */
function alongZ(from: Frame, to: Frame, near: number): AlongZ {
  const { position: at, rotation: turn } = composeFrames(inverseFrame(from), to);
  return { theta: tidyAngle(arcTangent(turn[1][0], turn[0][0]), near), d: tidy(at[2], near) };
}

/**
 * Motion through the frame `here` on the current axis; null if no X motion leads from it to the
 * axis of `to`.
 */
function framed(from: Frame, here: Frame, to: Frame | null, near: number): Step | null {
  if (!to) return null;
  const { position: at, rotation: turn } = composeFrames(inverseFrame(here), to);
  const [s, c] = [-turn[1][2], turn[2][2]];
  if (Math.abs(turn[0][2]) > near || Math.abs(at[1] * c + at[2] * s) > near) return null;
  const x = { a: tidy(at[0], near), alpha: tidyAngle(arcTangent(s, c), near) };
  return { z: alongZ(from, here, near), x };
}

/** Motion along the common normal, with the smallest rotation of x. */
function shortest(from: Frame, { at, along }: Axis, near: number): Step {
  const [x, y, z] = ([0, 1, 2] as const).map((i) => columnOf(from, i)) as [Vec3, Vec3, Vec3];
  const way = addScaled(at, from.position, -1);
  const crossed = cross(z, along);
  const sine = hypot(...crossed);
  const aside = addScaled(way, z, -dot(way, z));
  const normal = sine > near ? crossed : hypot(...aside) > near ? aside : x;
  const size = hypot(...normal) * (dot(normal, x) < -near * hypot(...normal) ? -1 : 1);
  const next = normal.map((each) => each / size) as unknown as Vec3;
  const d = sine > near ? dot(way, cross(along, crossed)) / (sine * sine) : 0;
  return {
    z: { theta: tidyAngle(arcTangent(dot(next, y), dot(next, x)), near), d: tidy(d, near) },
    x: {
      a: tidy(dot(way, next), near),
      alpha: tidyAngle(arcTangent(dot(next, crossed), dot(z, along)), near),
    },
  };
}

/** Positions are stored with 12 decimals, and their rounding errors add up along a chain. */
const tidy = (x: number, near: number): number => {
  if (Math.abs(x) < near) return 0;
  return Math.abs(x) < 1e4 ? Number(x.toFixed(11)) : x;
};

const PART = Math.PI / 12;

/** Snaps an angle to a multiple of 15° if it is within rounding. */
function tidyAngle(angle: number, near: number): number {
  const whole = PART * Math.round(angle / PART);
  return Math.abs(angle - whole) < near ? whole + 0 : angle;
}
