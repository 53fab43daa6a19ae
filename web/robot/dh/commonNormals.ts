/**
 * From axis to axis: any chain of axes is turns and slides along them, Z, and along their common
 * normals, X, in turn. Where the frames that stand on the axes fit already, they stay.
 */
import { arcTangent, hypot } from '../../scenario/arithmetic.ts';
import type { Vec3 } from '../../scenario/types.ts';
import { cross, dot, type Frame, inverse, ORIGIN, plus, within } from '../rigidFrame.ts';
import { aboutX, aboutZ } from './dhTable.ts';

/** About and along z, */
export interface AlongZ {
  readonly theta: number;
  readonly d: number;
}
/** and about and along x. */
export interface AlongX {
  readonly a: number;
  readonly alpha: number;
}

/** A line, and the frame on it whose z goes along; null: none does. */
export interface Axis {
  readonly at: Vec3;
  readonly along: Vec3;
  readonly frame: Frame | null;
}

export interface Ways {
  /** On the first axis, on the second … */
  readonly z: readonly AlongZ[];
  /** From the first to the second, … : one fewer. */
  readonly x: readonly AlongX[];
}

const NEAR = 1e-9; // of a sine; metres

export const columnOf = ({ turn }: Frame, i: 0 | 1 | 2): Vec3 => [
  turn[0][i],
  turn[1][i],
  turn[2][i],
];

export const axisOf = (frame: Frame): Axis => ({
  at: frame.at,
  along: columnOf(frame, 2),
  frame,
});

/** `axes`: the first and the last have frames, which are begun and ended with. */
export function ways(axes: readonly Axis[]): Ways {
  const [z, x]: [AlongZ[], AlongX[]] = [[], []];
  let from = axes[0]?.frame ?? ORIGIN;
  axes.slice(1).forEach((to, i) => {
    const here = axes[i]?.frame ?? null;
    const step = (here && framed(from, here, to.frame)) ?? shortest(from, to);
    z.push(step.z);
    x.push(step.x);
    from = within(within(from, aboutZ(step.z)), aboutX(step.x));
  });
  const last = axes.at(-1)?.frame ?? ORIGIN;
  z.push(alongZ(from, last));
  return { z, x };
}

interface Step {
  readonly z: AlongZ;
  readonly x: AlongX;
}

/** To a frame with the same line as its z. */
function alongZ(from: Frame, to: Frame): AlongZ {
  const { at, turn } = within(inverse(from), to);
  return { theta: tidyAngle(arcTangent(turn[1][0], turn[0][0])), d: tidy(at[2]) };
}

/** By the frame `here` on the axis that `from` stands on; null: no X leads from it to `to`'s axis. */
function framed(from: Frame, here: Frame, to: Frame | null): Step | null {
  if (!to) return null;
  const { at, turn } = within(inverse(here), to);
  const [s, c] = [-turn[1][2], turn[2][2]];
  if (Math.abs(turn[0][2]) > NEAR || Math.abs(at[1] * c + at[2] * s) > NEAR) return null;
  const x = { a: tidy(at[0]), alpha: tidyAngle(arcTangent(s, c)) };
  return { z: alongZ(from, here), x };
}

/** By the common normal, with the least turn of x. */
function shortest(from: Frame, { at, along }: Axis): Step {
  const [x, y, z] = ([0, 1, 2] as const).map((i) => columnOf(from, i)) as [Vec3, Vec3, Vec3];
  const way = plus(at, from.at, -1);
  const crossed = cross(z, along);
  const sine = hypot(...crossed);
  const aside = plus(way, z, -dot(way, z));
  const normal = sine > NEAR ? crossed : hypot(...aside) > NEAR ? aside : x;
  const size = hypot(...normal) * (dot(normal, x) < -NEAR * hypot(...normal) ? -1 : 1);
  const next = normal.map((each) => each / size) as unknown as Vec3;
  const d = sine > NEAR ? dot(way, cross(along, crossed)) / (sine * sine) : 0;
  return {
    z: { theta: tidyAngle(arcTangent(dot(next, y), dot(next, x))), d: tidy(d) },
    x: {
      a: tidy(dot(way, next)),
      alpha: tidyAngle(arcTangent(dot(next, crossed), dot(z, along))),
    },
  };
}

/** Places are kept to 12 decimals, and a chain of them adds up. */
const ROUNDING = 1e-10;

const tidy = (x: number): number => {
  if (Math.abs(x) < ROUNDING) return 0;
  return Math.abs(x) < 1e4 ? Number(x.toFixed(11)) : x;
};

const PART = Math.PI / 12;

/** A multiple of 15° is it, but for rounding. */
function tidyAngle(angle: number): number {
  const whole = PART * Math.round(angle / PART);
  return Math.abs(angle - whole) < ROUNDING ? whole + 0 : angle;
}
