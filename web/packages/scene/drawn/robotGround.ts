import type { Vector3 } from 'three';
import type { LinkBuilder } from './linkBuilder.ts';
import type { LinkCarrierBox } from './linkCarrierBox.ts';
import type { RevolvedOutline } from './roundedSolids.ts';

/** The ground below a robot, in the frame of the fixed base. */
export interface RobotGround {
  readonly up: Vector3;
  /** Height of the ground along `up`, metres. */
  readonly height: number;
}

const WIDE = 1.12; // Factor for the column's foot, and again for its flare.
const DISC = 1.42; // Radius of the plinth relative to the column's foot.
const HIGH = 0.42; // Height of the plinth, in radii.
const FLARE = 0.7; // Height over which the column widens, in radii.

export const projectToGround = (at: Vector3, { up, height }: RobotGround): Vector3 =>
  at.clone().addScaledVector(up, height - at.dot(up));

export function drawPlinth(
  build: LinkBuilder,
  ground: RobotGround,
  top: Vector3,
  radius: number,
): void {
  const { up } = ground;
  const foot = projectToGround(top, ground);
  const height = Math.max(0, top.dot(up) - ground.height);
  const wide = WIDE * radius;
  const thick = Math.min(HIGH * radius, Math.max(0.05 * radius, 0.4 * height));
  const lid = foot.clone().addScaledVector(up, thick);
  const ends = [0.1 * thick, 0.1 * radius] as const;
  build.addRod(foot, lid, [DISC * wide, 0.958 * DISC * wide], ends, 'dark', build.fine.foot);
  build.addBolts(lid, up, 1.2 * wide, 0.1 * radius, 0.5);
  const low = foot.clone().addScaledVector(up, 0.1 * radius);
  build.addShadow(low, low.clone().addScaledVector(up, 0.1 * radius), 1.25 * wide);
  if (height <= 0.05 * radius) return;
  build.addRevolved(
    foot,
    up,
    column(height, radius, wide, build.fine.fillet),
    'shell',
    build.fine.foot,
  );
  build.addShadow(foot, top, radius);
}

function column(height: number, radius: number, wide: number, steps: number): RevolvedOutline {
  const outline: RevolvedOutline = [];
  const flare = Math.min(FLARE * radius, height / 2);
  const bends = 2 * steps;
  for (let k = 0; k <= bends; k++) {
    const remaining = 1 - k / bends;
    const lean = 0.35 * remaining;
    const length = Math.hypot(1, lean);
    const side = radius + (WIDE * wide - radius) * remaining ** 2.2;
    outline.push(side, (1 - remaining) * flare, 1 / length, lean / length);
  }
  const fillet = Math.min(0.1 * radius, height / 2);
  for (let k = 0; k <= steps; k++) {
    const angle = ((k / steps) * Math.PI) / 2;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    outline.push(radius - fillet * (1 - cosine), height - fillet * (1 - sine), cosine, sine);
  }
  outline.push(1e-5 * radius, height, 0, 1);
  return outline;
}

export function drawCarrierPost(
  build: LinkBuilder,
  ground: RobotGround,
  body: LinkCarrierBox,
): void {
  const { up } = ground;
  const axes = [0, 1, 2].filter((k) => Math.abs(up.getComponent(k)) < 0.5);
  const half = Math.max(
    0,
    ...[0, 1, 2].map((k) => Math.abs(up.getComponent(k)) * body.half.getComponent(k)),
  );
  const wide = 0.9 * Math.min(...axes.map((k) => body.half.getComponent(k)));
  const bottom = body.middle.clone().addScaledVector(up, -half);
  const foot = projectToGround(bottom, ground);
  const height = bottom.dot(up) - ground.height;
  if (height <= 0) return;
  const { radius } = body;
  const moveUp = (from: Vector3, distance: number): Vector3 =>
    from.clone().addScaledVector(up, distance);
  const thick = Math.min(0.5 * radius, 0.4 * height);
  build.addRod(
    foot,
    moveUp(foot, thick),
    [2.3 * wide, 2.2 * wide],
    [0.02 * radius, 0.12 * radius],
    'dark',
    build.fine.foot,
  );
  build.addRod(foot, bottom, [0.9 * wide, 0.9 * wide], [null, null]);
  const collar = [
    moveUp(bottom, -Math.min(0.5 * radius, height)),
    moveUp(bottom, 0.05 * radius),
  ] as const;
  build.addRod(...collar, [wide, wide], [0.05 * radius, 0.05 * radius], 'dark');
  build.addShadow(foot, bottom, 0.8 * wide);
  build.addShadow(moveUp(foot, 0.2 * radius), moveUp(foot, 0.25 * radius), 1.9 * wide);
}
