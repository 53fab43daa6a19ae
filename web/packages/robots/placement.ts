/** The pose of an element in a frame, as a document writes it: offset and roll, pitch, yaw. */
import {
  addScaled,
  anglesOf,
  composed,
  type Frame,
  frameOf,
  rotated,
  type Vec3,
} from 'iklab/scenario';

export interface Placement {
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

const ZERO: Vec3 = [0, 0, 0];
export const AT_ORIGIN: Placement = { xyz: ZERO, rpy: ZERO };

const DECIMALS = 12; // Of metres and radians: a thousandth of any tolerance in use.

const isZero = (v: Vec3) => v.every((x) => x === 0);
const rounded = (v: Vec3): Vec3 =>
  v.map((x) => (Math.abs(x) < 1e6 ? Number(x.toFixed(DECIMALS)) : x) + 0) as unknown as Vec3;

export const placementOf = ({ at, turn }: Frame): Placement => ({
  xyz: rounded(at),
  rpy: rounded(anglesOf(turn)),
});

/** Composes the poses; parts that need no computation keep the digits of the file. */
export function joined(outer: Placement, inner: Placement): Placement {
  const { xyz, rpy } = joinedParts(outer, inner);
  return { xyz, rpy };
}

function joinedParts(outer: Placement, inner: Placement): Placement {
  if (isZero(outer.xyz) && isZero(outer.rpy)) return inner;
  if (isZero(inner.xyz) && isZero(inner.rpy)) return outer;
  if (isZero(outer.rpy)) return { xyz: rounded(addScaled(outer.xyz, inner.xyz)), rpy: inner.rpy };
  const frame = frameOf(outer.xyz, outer.rpy);
  const xyz = isZero(inner.xyz)
    ? outer.xyz
    : rounded(addScaled(frame.at, rotated(frame.turn, inner.xyz)));
  if (isZero(inner.rpy)) return { xyz, rpy: outer.rpy };
  const { turn } = composed(frame, frameOf(ZERO, inner.rpy));
  return { xyz, rpy: rounded(anglesOf(turn)) };
}
