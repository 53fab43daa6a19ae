/** Makes simple solids about the y axis, such as rods, capsules and cones. */
import {
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
} from 'three';

/**
 * Solid by its vertex positions and normals, xyz each; triangles are anticlockwise from outside.
 */
export interface SolidMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly index: Uint16Array;
}

export interface SolidDetail {
  readonly sides: number;
  /** Number of steps from the pole of a capsule to its side. */
  readonly quarter: number;
  readonly ball: readonly [rings: number, sides: number];
  readonly foot: number;
}
export const FINE_SOLID_DETAIL: SolidDetail = { sides: 16, quarter: 4, ball: [12, 18], foot: 40 };
export const COARSE_SOLID_DETAIL: SolidDetail = { sides: 8, quarter: 2, ball: [6, 8], foot: 12 };

const toSolid = (geometry: BufferGeometry): SolidMesh => ({
  positions: geometry.getAttribute('position').array as Float32Array,
  normals: geometry.getAttribute('normal').array as Float32Array,
  index: geometry.getIndex()?.array as Uint16Array,
});

/** Makes a rod along y, centred at the origin. */
export const makeRod = (
  radius: number,
  length: number,
  sides = FINE_SOLID_DETAIL.sides,
): SolidMesh => toSolid(new CylinderGeometry(radius, radius, length, sides));

/**
 * Makes a solid about y. Each point of `outline` has a radius, a height, and the outward and upward
 * component of the normal.
 */
export function makeRevolvedSolid(outline: readonly number[], sides: number): SolidMesh {
  const [points, normals]: [Vector2[], Vector2[]] = [[], []];
  for (let i = 0; i < outline.length; i += 4) {
    points.push(new Vector2(outline[i], outline[i + 1]));
    normals.push(new Vector2(outline[i + 2], outline[i + 3]));
  }
  const rotate = (rotated: Vector2[]): SolidMesh => toSolid(new LatheGeometry(rotated, sides));
  return { ...rotate(points), normals: rotate(normals).positions };
}

/** Makes a capsule along y, from 0 to `length`, with the end radii `from` and `to`. */
export function makeTaperedCapsule(
  length: number,
  from: number,
  to: number,
  { quarter, sides }: SolidDetail = FINE_SOLID_DETAIL,
): SolidMesh {
  const outline: Vector2[] = [];
  for (const [radius, height, start] of [
    [from, 0, -Math.PI / 2],
    [to, length, 0],
  ] as const) {
    for (let i = 0; i <= quarter; i++) {
      const angle = start + (i / quarter) * (Math.PI / 2);
      const [x, y] = [radius * Math.cos(angle) + 1e-5 * radius, height + radius * Math.sin(angle)];
      outline.push(new Vector2(x, y));
    }
  }
  return toSolid(new LatheGeometry(outline, sides));
}

/** Makes a cone about y, centred at the origin, with its tip up. */
export const makeCone = (radius: number, length: number, sides: number): SolidMesh =>
  toSolid(new CylinderGeometry(0, radius, length, sides));

const ARC = { turn: Math.PI * 1.3, steps: 40, tube: 0.085, sides: 8 };

/** Makes a ring segment of radius 1 about y, from the x axis towards the z axis. */
export function makeArcSolid(): SolidMesh {
  const outline = Array.from({ length: ARC.sides + 1 }, (_, i) => {
    const angle = (i / ARC.sides) * Math.PI * 2;
    return new Vector2(1 + ARC.tube * Math.cos(angle), ARC.tube * Math.sin(angle));
  });
  return toSolid(new LatheGeometry(outline, ARC.steps, Math.PI / 2 - ARC.turn, ARC.turn));
}

export const makeBall = (radius: number, { ball: [rings, sides] } = FINE_SOLID_DETAIL): SolidMesh =>
  toSolid(new SphereGeometry(radius, sides, rings));
