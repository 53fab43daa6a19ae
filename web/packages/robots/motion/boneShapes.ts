/** The visible bones of an exported skeleton: a slim octahedron from each joint to the next points. */
import {
  addScaled,
  cross,
  distance,
  type Frame,
  inverseFrame,
  scaleVector,
  unitVector,
  type Vec3,
} from 'iklab/scenario';

export interface BoneShapes {
  /** Three per vertex, in the frame of the scene in the rest pose. */
  readonly positions: Float32Array;
  /** Index of the bone that moves each vertex. */
  readonly bones: readonly number[];
  readonly triangles: Uint16Array;
}

const RING = 0.15; // Shares of the length: where it is thickest, and how thick.
const RADIUS = 0.07;
const TRIANGLES = [1, 2, 3, 4].flatMap((k) => {
  const next = (k % 4) + 1;
  return [0, next, k, 5, k, next];
});

/** `ends`: per bone, the points to which it leads. Bones without length are left out. */
export function boneShapes(
  rests: readonly Frame[],
  ends: readonly (readonly Vec3[])[],
): BoneShapes {
  const positions: number[] = [];
  const bones: number[] = [];
  const triangles: number[] = [];
  for (const [bone, { position: from }] of rests.entries())
    for (const to of ends[bone] ?? []) {
      if (!(distance(from, to) > 0)) continue;
      const first = bones.length;
      const corners = octahedron(from, to);
      positions.push(...corners.flat());
      bones.push(...corners.map(() => bone));
      triangles.push(...TRIANGLES.map((corner) => first + corner));
    }
  return {
    positions: Float32Array.from(positions),
    bones,
    triangles: Uint16Array.from(triangles),
  };
}

/** Its start, four corners around the axis, its end. */
function octahedron(from: Vec3, to: Vec3): Vec3[] {
  const way = addScaled(to, from, -1);
  const along = unitVector(way);
  const least = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs)));
  const other = [0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Vec3;
  const size = RADIUS * distance(from, to);
  const side = scaleVector(unitVector(cross(along, other)), size);
  const up = cross(along, side);
  const ring = [side, up, scaleVector(side, -1), scaleVector(up, -1)];
  const centre = addScaled(from, way, RING);
  return [from, ...ring.map((corner) => addScaled(centre, corner)), to];
}

/** The inverse of each rest pose as a matrix of glTF, column by column. */
export const inverseBinds = (rests: readonly Frame[]): Float32Array =>
  Float32Array.from(
    rests.flatMap((rest) => {
      const { position: at, rotation: turn } = inverseFrame(rest);
      const columns = ([0, 1, 2] as const).flatMap((k) => [...turn.map((row) => row[k]), 0]);
      return [...columns, ...at, 1];
    }),
  );
