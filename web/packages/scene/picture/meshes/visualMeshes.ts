/**
 * The visual meshes of a robot as one surface. Each part moves with a bone (0: base, i + 1: joint
 * i).
 */
import type { MeshSurface } from './meshSurface.ts';

export interface TriangleIndexRange {
  readonly start: number;
  readonly count: number;
}

export interface VisualSurface extends MeshSurface {
  readonly bones: Float32Array;
}

export interface VisualMeshes {
  readonly surface: VisualSurface;
  readonly hull: VisualSurface;
  /** Triangles of each bone, as a range of the index of `surface`. */
  readonly runs: ReadonlyMap<number, TriangleIndexRange>;
  /** Bones with complete meshes. The links of other bones also get capsules. */
  readonly complete: ReadonlySet<number>;
}

export interface VisualMeshPart {
  readonly bone: number;
  readonly surface: MeshSurface;
  readonly hull: MeshSurface;
}

/** `torn` has the bones with a missing mesh. */
export function mergeVisualMeshes(
  parts: readonly VisualMeshPart[],
  torn: ReadonlySet<number>,
): VisualMeshes {
  const sorted = parts.toSorted((a, b) => a.bone - b.bone);
  const runs = new Map<number, TriangleIndexRange>();
  let start = 0;
  for (const { bone, surface } of sorted) {
    const before = runs.get(bone);
    const count = surface.index.length;
    runs.set(bone, before ? { ...before, count: before.count + count } : { start, count });
    start += count;
  }
  const joined = (which: 'surface' | 'hull') =>
    mergeSurfaces(sorted.map((part) => ({ bone: part.bone, surface: part[which] })));
  const complete = new Set([...runs.keys()].filter((bone) => !torn.has(bone)));
  return { surface: joined('surface'), hull: joined('hull'), runs, complete };
}

function mergeSurfaces(
  parts: readonly { readonly bone: number; readonly surface: MeshSurface }[],
): VisualSurface {
  const sum = (size: (surface: MeshSurface) => number): number =>
    parts.reduce((all, { surface }) => all + size(surface), 0);
  const positions = new Float32Array(sum((surface) => surface.positions.length));
  const normals = new Float32Array(positions.length);
  const bones = new Float32Array(positions.length / 3);
  const index = new Uint32Array(sum((surface) => surface.index.length));
  let [vertex, corner] = [0, 0];
  for (const { bone, surface } of parts) {
    positions.set(surface.positions, 3 * vertex);
    normals.set(surface.normals, 3 * vertex);
    for (const vertexIndex of surface.index) index[corner++] = vertex + vertexIndex;
    bones.fill(bone, vertex, vertex + surface.positions.length / 3);
    vertex += surface.positions.length / 3;
  }
  return { positions, normals, bones, index };
}
