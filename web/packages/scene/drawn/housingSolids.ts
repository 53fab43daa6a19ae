/** Draws the solids of joint housings and of the tubes between them. Lengths are in metres. */
import type { Vector3 } from 'three';
import { type LinkBuilder, movePointAlong } from './linkBuilder.ts';

/** Half of the gap between the halves of a housing, relative to the housing radius. */
export const HALF_HOUSING_GAP = 0.035;
const SPAN = 0.7; // Radius of a tube between two housings, relative to theirs.

export function drawHousingTube(
  build: LinkBuilder,
  from: Vector3,
  to: Vector3,
  radius: number,
  otherRadius: number,
): void {
  const axis = to.clone().sub(from);
  const length = axis.length();
  if (!(length > 0)) return;
  const [near, far] = [Math.min(radius, 1.25 * otherRadius), Math.min(otherRadius, 1.15 * radius)];
  const steps = build.fine.span;
  const bulge = (away: number, radius: number): number =>
    Math.max(0, 1 - Math.max(0, away - 0.72 * radius) / (0.75 * radius)) ** 3;
  const side = (share: number): number =>
    SPAN * (near + (far - near) * share) +
    0.2 * near * bulge(share * length, radius) +
    0.2 * far * bulge((1 - share) * length, otherRadius);
  const outline = Array.from({ length: steps + 1 }, (_, k) => {
    const [share, little] = [k / steps, 0.5 / steps];
    const [low, high] = [Math.max(0, share - little), Math.min(1, share + little)];
    const slope = Math.atan2(side(low) - side(high), (high - low) * length);
    return [side(share), share * length, Math.cos(slope), Math.sin(slope)];
  });
  build.addRevolved(from, axis, outline.flat());
  build.addShadow(from, to, (SPAN * (near + far)) / 2);
}

export function drawSleeve(
  build: LinkBuilder,
  centre: Vector3,
  direction: Vector3,
  radius: number,
): void {
  const [from, to] = [
    movePointAlong(centre, direction, -1.5 * radius),
    movePointAlong(centre, direction, 1.5 * radius),
  ];
  const fillet = 0.14 * radius;
  build.addRod(from, to, [1.12 * radius, 1.12 * radius], [fillet, fillet]);
  build.addShadow(from, to, 1.1 * radius);
  const thin = 0.03 * radius;
  for (const side of [-1, 1]) {
    const mouth = side < 0 ? from : to;
    const ring = [-0.02, 0.1].map((distance) =>
      movePointAlong(mouth, direction, side * distance * radius),
    );
    build.addRod(
      ...(ring as [Vector3, Vector3]),
      [0.74 * radius, 0.74 * radius],
      [thin, thin],
      'method',
    );
  }
}

/**
 * Positions on the axis of a prismatic joint at value 0, metres: sleeve and start of the link.
 * `range` is the joint range.
 */
export interface RamTravel {
  readonly enters: number;
  readonly leaves: number;
  readonly range: readonly [number, number];
}

export function drawRam(
  build: LinkBuilder,
  axis: Vector3,
  radius: number,
  { enters, leaves, range }: RamTravel,
): void {
  const pointAt = (coordinate: number): Vector3 => axis.clone().multiplyScalar(coordinate);
  const thin = 0.56 * radius;
  const first = Math.min(leaves, enters - range[1] - 1.2 * radius);
  const last = Math.max(leaves, enters - range[0] + 1.4 * radius);
  build.addRod(pointAt(first), pointAt(last), [thin, thin], [0.1 * thin, 0.2 * thin], 'dark');
  build.addShadow(pointAt(first), pointAt(last), thin);
  // A stop at the end farther from what the ram carries.
  const free = Math.abs(last - leaves) >= Math.abs(first - leaves);
  const [low, high] = free ? [last, last + 0.35 * radius] : [first - 0.35 * radius, first];
  const fillet = 0.1 * radius;
  build.addRod(pointAt(low), pointAt(high), [1.35 * thin, 1.35 * thin], [fillet, fillet]);
}

export function drawRamCollar(build: LinkBuilder, direction: Vector3, radius: number): void {
  const pointAt = (coordinate: number): Vector3 =>
    direction.clone().multiplyScalar(coordinate * radius);
  const thick = 0.82 * radius;
  build.addRod(pointAt(0.2), pointAt(1.7), [thick, thick], [0.1 * radius, 0.25 * radius]);
  build.addBand(pointAt(0.62), direction, thick);
  const foot = [0.62 * radius, 0.62 * radius] as const;
  build.addRod(pointAt(0), pointAt(0.22), foot, [0.05 * radius, null], 'dark');
  build.addShadow(pointAt(0), pointAt(1.6), thick);
}

export function drawFixedHousingHalf(
  build: LinkBuilder,
  position: Vector3,
  direction: Vector3,
  { past, still, radius }: Readonly<Record<'past' | 'still' | 'radius', number>>,
): void {
  const [from, to] = [
    movePointAlong(position, direction, -past),
    movePointAlong(position, direction, still - HALF_HOUSING_GAP * radius),
  ];
  build.addRod(from, to, [radius, radius], [0.16 * radius, 0.1 * radius]);
  build.addShadow(from, to, radius);
  if (past > 0.3 * radius) build.addCap(from, direction.clone().negate(), radius);
  build.addGap(movePointAlong(position, direction, still), direction, radius);
}

export function drawHingeCylinder(
  build: LinkBuilder,
  centre: Vector3,
  direction: Vector3,
  radius: number,
): void {
  const [from, to] = [
    movePointAlong(centre, direction, -1.06 * radius),
    movePointAlong(centre, direction, 1.06 * radius),
  ];
  build.addRod(from, to, [radius, radius], [0.15 * radius, 0.15 * radius]);
  build.addShadow(from, to, 0.98 * radius);
  for (const offset of [-0.56, 0.56])
    build.addGroove(movePointAlong(centre, direction, offset * radius), direction, radius);
  drawCaps(build, centre, direction, 1.06 * radius, radius);
}

/** Draws one axis of a ball joint, and the ball itself if `withBall`. */
export function drawBallJoint(
  build: LinkBuilder,
  centre: Vector3,
  direction: Vector3,
  radius: number,
  withBall: boolean,
): void {
  if (withBall) {
    build.addBall(centre, 1.12 * radius);
    build.addShadow(centre, centre, 1.1 * radius);
  }
  build.addGroove(centre, direction, 1.12 * radius);
  drawCaps(build, centre, direction, 1.06 * radius, 0.5 * radius);
}

function drawCaps(
  build: LinkBuilder,
  centre: Vector3,
  direction: Vector3,
  reach: number,
  size: number,
): void {
  for (const side of [-1, 1])
    build.addCap(
      movePointAlong(centre, direction, side * reach),
      direction.clone().multiplyScalar(side),
      size,
    );
}
