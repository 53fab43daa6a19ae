import { Matrix4, Vector3 } from 'three';
import type { LinkBuilder } from './linkBuilder.ts';

/** Box of a link that carries several limbs, aligned with the frame of the link. */
export interface LinkCarrierBox {
  readonly middle: Vector3;
  /** Half extents of the box along x, y and z, metres. */
  readonly half: Vector3;
  readonly radius: number;
}

const ROOM = 0.25; // Margin around the children, in radii.
const THICK = 1.15; // Minimum half thickness, in radii.
const ROUND = 0.8; // Radius of its edges, in radii.
const LONG = 2.4; // Minimum length for dark ends, in radii.

export function makeCarrierBox(points: readonly Vector3[], radius: number): LinkCarrierBox {
  const low = new Vector3().setScalar(Number.POSITIVE_INFINITY);
  const high = low.clone().negate();
  for (const point of points) {
    low.min(point);
    high.max(point);
  }
  const half = high
    .clone()
    .sub(low)
    .multiplyScalar(0.5)
    .addScalar(ROOM * radius);
  half.max(new Vector3().setScalar(THICK * radius));
  return { middle: low.add(high).multiplyScalar(0.5), half, radius };
}

export function drawLinkCarrierBox(
  build: LinkBuilder,
  carrier: LinkCarrierBox,
  ends: boolean,
): void {
  const { middle, half, radius } = carrier;
  build.addBox(new Matrix4().setPosition(middle), half, ROUND * radius);
  const [thin, flat, long] = [0, 1, 2].sort(
    (a, b) => half.getComponent(a) - half.getComponent(b),
  ) as [number, number, number];
  if (ends && half.getComponent(long) > LONG * radius) {
    for (const side of [-1, 1]) {
      const size = half
        .clone()
        .multiplyScalar(0.62)
        .setComponent(long, 0.3 * radius);
      const position = middle.clone();
      position.setComponent(
        long,
        position.getComponent(long) + side * (half.getComponent(long) - 0.18 * radius),
      );
      build.addBox(new Matrix4().setPosition(position), size, 0.2 * radius, 'dark');
    }
  }
  addShadows(build, carrier, thin, flat, long);
}

function addShadows(
  build: LinkBuilder,
  { middle, half }: LinkCarrierBox,
  thin: number,
  flat: number,
  long: number,
): void {
  const radius = 0.9 * half.getComponent(thin);
  const rows = Math.min(5, Math.max(1, Math.round(half.getComponent(flat) / radius)));
  const reach = half.getComponent(long) - radius;
  for (let k = 0; k < rows; k++) {
    const share = rows > 1 ? (2 * k) / (rows - 1) - 1 : 0;
    const row = middle.clone();
    row.setComponent(flat, row.getComponent(flat) + share * (half.getComponent(flat) - radius));
    const [from, to] = [row.clone(), row];
    from.setComponent(long, from.getComponent(long) - reach);
    to.setComponent(long, to.getComponent(long) + reach);
    build.addShadow(from, to, radius);
  }
}
