/**
 * Shapes of the bones of an exported skeleton: a slim octahedron from each joint to the joints and
 * effectors after it.
 */

import type { Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  cross,
  distance,
  inverseFrame,
  type RigidFrame,
  scaleVector,
  unitVector,
} from '@iklab/core/scenario/numbers';

export interface BoneShapes {
  /** Vertex coordinates, three per vertex, in the frame of the scene in the rest pose. */
  readonly positions: Float32Array;
  readonly bones: readonly number[];
  readonly triangles: Uint16Array;
}

const RING_POSITION = 0.15; // Shares of the length: where it is thickest, and how thick.
const RING_RADIUS = 0.07;
const BONE_TRIANGLES = [1, 2, 3, 4].flatMap((k) => {
  const next = (k % 4) + 1;
  return [0, next, k, 5, k, next];
});

/** Makes an octahedron for each bone that has a length. `ends`: points to which each bone leads. */
export function makeBoneShapes(
  rests: readonly RigidFrame[],
  ends: readonly (readonly Vec3[])[],
): BoneShapes {
  const positions: number[] = [];
  const bones: number[] = [];
  const triangles: number[] = [];
  for (const [bone, { position: from }] of rests.entries())
    for (const to of ends[bone] ?? []) {
      if (!(distance(from, to) > 0)) continue;
      const first = bones.length;
      const corners = makeOctahedron(from, to);
      positions.push(...corners.flat());
      bones.push(...corners.map(() => bone));
      triangles.push(...BONE_TRIANGLES.map((corner) => first + corner));
    }
  return {
    positions: Float32Array.from(positions),
    bones,
    triangles: Uint16Array.from(triangles),
  };
}

function makeOctahedron(from: Vec3, to: Vec3): Vec3[] {
  const offset = addScaled(to, from, -1);
  const direction = unitVector(offset);
  const least = direction.map(Math.abs).indexOf(Math.min(...direction.map(Math.abs)));
  const reference = [0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Vec3;
  const size = RING_RADIUS * distance(from, to);
  const side = scaleVector(unitVector(cross(direction, reference)), size);
  const up = cross(direction, side);
  const ring = [side, up, scaleVector(side, -1), scaleVector(up, -1)];
  const centre = addScaled(from, offset, RING_POSITION);
  return [from, ...ring.map((corner) => addScaled(centre, corner)), to];
}

/**
 * Returns the inverse of each bone's rest pose as a glTF matrix of 16 numbers, column by column.
 */
export const makeInverseBindMatrices = (rests: readonly RigidFrame[]): Float32Array =>
  Float32Array.from(
    rests.flatMap((rest) => {
      const { position, rotation } = inverseFrame(rest);
      const columns = ([0, 1, 2] as const).flatMap((k) => [...rotation.map((row) => row[k]), 0]);
      return [...columns, ...position, 1];
    }),
  );
