/**
 * Draws the end of a limb: flange, gripper, stylus or fingertip. Nothing extends beyond the
 * effector.
 */
import { Matrix4, Vector3 } from 'three';
import { type LinkBuilder, movePointAlong } from './linkBuilder.ts';

const NECK = 0.3; // Length of the flange, in radii.
const ROOM = 1.2; // Minimum distance beyond the flange for a tool, in radii.
const POINT = 0.12; // Radius of a stylus at its tip, in radii.

export interface LimbEnd {
  /**
   * Start of the last tube or housing of the limb, in the frame of the link. `tip` is the effector
   * position.
   */
  readonly from: Vector3;
  readonly tip: Vector3;
  /** Radius of the tube, metres. `radius` is that of the joint housing. */
  readonly tube: number;
  readonly radius: number;
  /** Maximum distance from `from` to the face of the flange, metres. */
  readonly flange: number;
  /** Frame of a gripper effector; null for a stylus. */
  readonly grips: Matrix4 | null;
}

export function drawLimbEnd(
  build: LinkBuilder,
  { from, tip, tube, radius, flange, grips }: LimbEnd,
): void {
  const axis = tip.clone().sub(from);
  const length = axis.length();
  if (!(length > 1e-3 * radius)) return;
  const direction = axis.divideScalar(length);
  const tool = length - flange > ROOM * radius;
  const face = tool ? movePointAlong(from, direction, flange) : tip.clone();
  const neck = movePointAlong(face, direction, -Math.min(NECK * radius, length / 2));
  const fillets = [0.08 * radius, 0.1 * radius] as const;
  build.addRod(from, neck, [tube, Math.min(tube, 0.92 * radius)], fillets);
  build.addShadow(from, neck, 0.9 * radius);
  build.addRod(neck, face, [0.8 * radius, 0.8 * radius], [0.03 * radius, 0.05 * radius], 'dark');
  build.addBolts(face, direction, 0.56 * radius, 0.065 * radius, 0.5);
  if (!tool) return;
  if (grips) drawGripper(build, face, direction, tip.distanceTo(face), radius, grips);
  else drawStylus(build, face, tip, radius);
}

function drawStylus(build: LinkBuilder, from: Vector3, tip: Vector3, radius: number): void {
  const middle = from.clone().lerp(tip, 0.25);
  build.addRod(from, middle, [0.4 * radius, 0.4 * radius], [0.05 * radius, 0.1 * radius]);
  build.addRod(
    middle,
    tip,
    [0.32 * radius, POINT * radius],
    [0.05 * radius, 0.8 * POINT * radius],
    'dark',
  );
  build.addShadow(from, tip, 0.3 * radius);
}

function drawGripper(
  build: LinkBuilder,
  palmStart: Vector3,
  direction: Vector3,
  length: number,
  radius: number,
  frame: Matrix4,
): void {
  const opens = new Vector3().setFromMatrixColumn(frame, 1);
  opens.addScaledVector(direction, -opens.dot(direction));
  if (opens.lengthSq() < 1e-6)
    opens.setFromMatrixColumn(frame, 0).addScaledVector(direction, -opens.dot(direction));
  opens.normalize();
  const flat = opens.clone().cross(direction);
  const put = (middle: Vector3): Matrix4 =>
    new Matrix4().makeBasis(flat, opens, direction).setPosition(middle);
  const size = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);
  const palm = Math.min(0.5 * length, 1.5 * radius);
  const middle = movePointAlong(palmStart, direction, palm / 2);
  build.addBox(put(middle), size(0.62 * radius, 1.75 * radius, palm / 2), 0.22 * radius);
  build.addShadow(
    movePointAlong(middle, opens, -1.3 * radius),
    movePointAlong(middle, opens, 1.3 * radius),
    palm / 2,
  );
  const finger = length - palm;
  for (const side of [-1, 1]) {
    const root = movePointAlong(palmStart, opens, 0.72 * side * radius);
    const half = finger / 2 + 0.02 * radius;
    build.addBox(
      put(movePointAlong(root, direction, length - half)),
      size(0.26 * radius, 0.17 * radius, half),
      0.08 * radius,
      'dark',
    );
    const pad = Math.min(0.3 * radius, finger / 2);
    const inner = movePointAlong(
      movePointAlong(root, opens, -0.18 * side * radius),
      direction,
      length - pad,
    );
    build.addBox(put(inner), size(0.24 * radius, 0.14 * radius, pad), 0.06 * radius, 'dark');
    build.addShadow(
      movePointAlong(root, direction, palm),
      movePointAlong(root, direction, length),
      0.2 * radius,
    );
  }
}

export function drawFingertip(
  build: LinkBuilder,
  points: readonly Vector3[],
  thick: number,
  radius: number,
): void {
  const path = build.withoutDuplicates(points, radius);
  const tip = path.at(-1);
  const before = path.at(-2);
  if (!tip) return;
  if (!before) {
    build.addBall(tip, 0.6 * radius, 'dark');
    build.addShadow(tip, tip, 0.6 * radius);
    return;
  }
  const direction = tip.clone().sub(before);
  const length = direction.length();
  direction.divideScalar(length);
  const thin = Math.max(0.55 * radius, 0.72 * thick);
  const dome = Math.min(1.06 * thin, 0.5 * length);
  const end = movePointAlong(tip, direction, -dome);
  build.addTube([...path.slice(0, -1), end], [thick, thin], 1.4 * radius);
  const cuff = [
    movePointAlong(end, direction, -Math.min(0.9 * dome, 0.5 * (length - dome))),
    tip,
  ] as const;
  build.addRod(...cuff, [1.06 * thin, 1.06 * thin], [0.25 * thin, dome], 'dark');
}
