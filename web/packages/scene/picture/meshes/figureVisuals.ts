/** Makes visual meshes of a figure with one skin. Every vertex moves with one bone. */

import type { RigidFrame } from '@iklab/core/scenario/numbers';
import { waitForNextTask } from '@iklab/core/time';
import type { SkinnedFigure } from '@iklab/robots/rig/gltfFigure';
import { Matrix4, Vector3 } from 'three';
import { computeMeshSurfaceAndHull, type MeshSurface } from './meshSurface.ts';
import { runWithPauses } from './readVisualMeshes.ts';
import type { TriangleIndexRange, VisualMeshes, VisualSurface } from './visualMeshes.ts';

const point = new Vector3();

/** Makes meshes that replace all links of the mechanism. */
export async function makeFigureVisuals({
  triangles,
  bones,
  frames,
}: SkinnedFigure): Promise<VisualMeshes> {
  const made = await runWithPauses(computeMeshSurfaceAndHull(triangles));
  const owners = new Map<string, number>();
  bones.forEach((bone, corner) => {
    const key = positionKey(triangles, corner);
    if (!owners.has(key)) owners.set(key, bone);
  });
  const inverses = frames.map((frame) => toMatrix(frame).invert());
  await waitForNextTask();
  const { surface, runs } = sortByBone(made.surface, owners, inverses);
  await waitForNextTask();
  const { surface: hull } = sortByBone(made.hull, owners, inverses);
  return { surface, hull, runs, complete: new Set(frames.keys()) };
}

const positionKey = (positions: Float32Array, corner: number): string =>
  `${positions[3 * corner]} ${positions[3 * corner + 1]} ${positions[3 * corner + 2]}`;

function toMatrix({ position: [x, y, z], rotation: [a, b, c] }: RigidFrame): Matrix4 {
  return new Matrix4().set(...a, x, ...b, y, ...c, z, 0, 0, 0, 1);
}

function sortByBone(
  { positions, normals, index }: MeshSurface,
  owners: ReadonlyMap<string, number>,
  inverses: readonly Matrix4[],
): { readonly surface: VisualSurface; readonly runs: ReadonlyMap<number, TriangleIndexRange> } {
  const count = positions.length / 3;
  const ownerBones = Float32Array.from(
    { length: count },
    (_, i) => owners.get(positionKey(positions, i)) ?? 0,
  );
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => (ownerBones[a] as number) - (ownerBones[b] as number) || a - b);
  const newIndices = new Uint32Array(count);
  const surface = {
    positions: new Float32Array(positions.length),
    normals: new Float32Array(positions.length),
    bones: new Float32Array(count),
  };
  order.forEach((from, to) => {
    const bone = ownerBones[from] as number;
    const inverse = inverses[bone] as Matrix4;
    newIndices[from] = to;
    surface.bones[to] = bone;
    point
      .fromArray(positions, 3 * from)
      .applyMatrix4(inverse)
      .toArray(surface.positions, 3 * to);
    point.fromArray(normals, 3 * from).transformDirection(inverse);
    point.toArray(surface.normals, 3 * to);
  });
  const moved = index.map((vertex) => newIndices[vertex] as number);
  return { surface: { ...surface, index: moved }, runs: sortTriangles(moved, surface.bones) };
}

function sortTriangles(
  index: Uint32Array,
  bones: Float32Array,
): ReadonlyMap<number, TriangleIndexRange> {
  const before = index.slice();
  const bone = (corner: number): number => bones[before[corner] as number] as number;
  const alike = (first: number): boolean =>
    bone(first) === bone(first + 1) && bone(first) === bone(first + 2);
  const rank = (first: number): number => (alike(first) ? bone(first) : Number.POSITIVE_INFINITY);
  const firsts = Uint32Array.from({ length: before.length / 3 }, (_, i) => 3 * i);
  const ranks = new Map([...firsts].map((first) => [first, rank(first)]));
  const byRank = [...firsts].sort((a, b) => {
    const [one, two] = [ranks.get(a) as number, ranks.get(b) as number];
    return one === two ? a - b : one - two;
  });
  const runs = new Map<number, TriangleIndexRange>();
  byRank.forEach((first, position) => {
    index.set(before.subarray(first, first + 3), 3 * position);
    const owner = ranks.get(first) as number;
    if (owner === Number.POSITIVE_INFINITY) return;
    const run = runs.get(owner) ?? { start: 3 * position, count: 0 };
    runs.set(owner, { ...run, count: run.count + 3 });
  });
  return runs;
}
