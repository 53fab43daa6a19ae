/** The solids of housings and of the tubes between them. Lengths are in metres. */
import type { Vector3 } from 'three';
import { type LinkBuilder, on } from './linkBuilder.ts';

/** Half the gap between two halves, in radii. */
export const LOOSE = 0.035;
const SPAN = 0.7; // Radius of a tube between two housings, relative to theirs.

/** A tube between two housings, wider where it meets them. */
export function spanBetween(
  build: LinkBuilder,
  from: Vector3,
  to: Vector3,
  own: number,
  other: number,
): void {
  const way = to.clone().sub(from);
  const length = way.length();
  if (!(length > 0)) return;
  const [near, far] = [Math.min(own, 1.25 * other), Math.min(other, 1.15 * own)];
  const steps = build.fine.span;
  const bulge = (away: number, radius: number): number =>
    Math.max(0, 1 - Math.max(0, away - 0.72 * radius) / (0.75 * radius)) ** 3;
  const side = (share: number): number =>
    SPAN * (near + (far - near) * share) +
    0.2 * near * bulge(share * length, own) +
    0.2 * far * bulge((1 - share) * length, other);
  const outline = Array.from({ length: steps + 1 }, (_, k) => {
    const [share, little] = [k / steps, 0.5 / steps];
    const [low, high] = [Math.max(0, share - little), Math.min(1, share + little)];
    const slope = Math.atan2(side(low) - side(high), (high - low) * length);
    return [side(share), share * length, Math.cos(slope), Math.sin(slope)];
  });
  build.turned(from, way, outline.flat());
  build.shadow(from, to, (SPAN * (near + far)) / 2);
}

/** Draws the sleeve of a prismatic joint, centred at a point of its axis. */
export function sleeve(build: LinkBuilder, at: Vector3, along: Vector3, radius: number): void {
  const [from, to] = [on(at, along, -1.5 * radius), on(at, along, 1.5 * radius)];
  const fillet = 0.14 * radius;
  build.rod(from, to, [1.12 * radius, 1.12 * radius], [fillet, fillet]);
  build.shadow(from, to, 1.1 * radius);
  const thin = 0.03 * radius;
  for (const side of [-1, 1]) {
    const mouth = side < 0 ? from : to;
    const ring = [-0.02, 0.1].map((way) => on(mouth, along, side * way * radius));
    build.rod(
      ...(ring as [Vector3, Vector3]),
      [0.74 * radius, 0.74 * radius],
      [thin, thin],
      'method',
    );
  }
}

/** Positions on the axis of a prismatic joint at value 0: its sleeve, and the exit of its link. */
export interface RamTravel {
  readonly enters: number;
  readonly leaves: number;
  readonly range: readonly [number, number];
}

/** Draws the ram of a prismatic joint, long enough to stay in its sleeve over the whole travel. */
export function ram(
  build: LinkBuilder,
  axis: Vector3,
  radius: number,
  { enters, leaves, range }: RamTravel,
): void {
  const at = (place: number): Vector3 => axis.clone().multiplyScalar(place);
  const thin = 0.56 * radius;
  const first = Math.min(leaves, enters - range[1] - 1.2 * radius);
  const last = Math.max(leaves, enters - range[0] + 1.4 * radius);
  build.rod(at(first), at(last), [thin, thin], [0.1 * thin, 0.2 * thin], 'dark');
  build.shadow(at(first), at(last), thin);
  // A stop at the end farther from what the ram carries.
  const free = Math.abs(last - leaves) >= Math.abs(first - leaves);
  const [low, high] = free ? [last, last + 0.35 * radius] : [first - 0.35 * radius, first];
  const fillet = 0.1 * radius;
  build.rod(at(low), at(high), [1.35 * thin, 1.35 * thin], [fillet, fillet]);
}

/** Draws a revolute joint about the ram's axis, from the origin of its frame towards the sleeve. */
export function collar(build: LinkBuilder, along: Vector3, radius: number): void {
  const at = (place: number): Vector3 => along.clone().multiplyScalar(place * radius);
  const thick = 0.82 * radius;
  build.rod(at(0.2), at(1.7), [thick, thick], [0.1 * radius, 0.25 * radius]);
  build.band(at(0.62), along, thick);
  const foot = [0.62 * radius, 0.62 * radius] as const;
  build.rod(at(0), at(0.22), foot, [0.05 * radius, null], 'dark');
  build.shadow(at(0), at(1.6), thick);
}

/** Draws the fixed one of two halves side by side: from `past` behind `at` to the seam. */
export function stillHalf(
  build: LinkBuilder,
  at: Vector3,
  along: Vector3,
  { past, still, radius }: Readonly<Record<'past' | 'still' | 'radius', number>>,
): void {
  const [from, to] = [on(at, along, -past), on(at, along, still - LOOSE * radius)];
  build.rod(from, to, [radius, radius], [0.16 * radius, 0.1 * radius]);
  build.shadow(from, to, radius);
  if (past > 0.3 * radius) build.cap(from, along.clone().negate(), radius);
  build.gap(on(at, along, still), along, radius);
}

/** Draws a cylinder about the axis, with a cap at each end. */
export function barrel(build: LinkBuilder, centre: Vector3, along: Vector3, radius: number): void {
  const [from, to] = [on(centre, along, -1.06 * radius), on(centre, along, 1.06 * radius)];
  build.rod(from, to, [radius, radius], [0.15 * radius, 0.15 * radius]);
  build.shadow(from, to, 0.98 * radius);
  for (const at of [-0.56, 0.56]) build.groove(on(centre, along, at * radius), along, radius);
  caps(build, centre, along, 1.06 * radius, radius);
}

/** Draws one axis of a ball joint; `whole`: also the ball, which several axes share. */
export function ballJoint(
  build: LinkBuilder,
  centre: Vector3,
  along: Vector3,
  radius: number,
  whole: boolean,
): void {
  if (whole) {
    build.ball(centre, 1.12 * radius);
    build.shadow(centre, centre, 1.1 * radius);
  }
  build.groove(centre, along, 1.12 * radius);
  caps(build, centre, along, 1.06 * radius, 0.5 * radius);
}

/** Draws caps on both sides of `centre`, at a distance of `reach`. */
function caps(
  build: LinkBuilder,
  centre: Vector3,
  along: Vector3,
  reach: number,
  size: number,
): void {
  for (const side of [-1, 1])
    build.cap(on(centre, along, side * reach), along.clone().multiplyScalar(side), size);
}
