/** A figure whose skin spans its joints, as visual meshes: every vertex moves with one bone. */

import type { Figure } from '@iklab/robots';
import type { Frame } from 'iklab/scenario';
import { nextTask } from 'iklab/time';
import { Matrix4, Vector3 } from 'three';
import { type Surface, surfacesOf } from './creases.ts';
import type { Looks, LooksSurface, Run } from './looks.ts';
import { runWithPauses } from './readLooks.ts';

const point = new Vector3();

/** The meshes replace all links of the mechanism. */
export async function figureLooks({ triangles, bones, frames }: Figure): Promise<Looks> {
  const made = await runWithPauses(surfacesOf(triangles));
  const owners = new Map<string, number>();
  bones.forEach((bone, corner) => {
    const key = keyOf(triangles, corner);
    if (!owners.has(key)) owners.set(key, bone);
  });
  const inverses = frames.map((frame) => matrixOf(frame).invert());
  await nextTask();
  const { surface, runs } = sorted(made.surface, owners, inverses);
  await nextTask();
  const { surface: hull } = sorted(made.hull, owners, inverses);
  return { surface, hull, runs, whole: new Set(frames.keys()) };
}

const keyOf = (places: Float32Array, at: number): string =>
  `${places[3 * at]} ${places[3 * at + 1]} ${places[3 * at + 2]}`;

function matrixOf({ at: [x, y, z], turn: [a, b, c] }: Frame): Matrix4 {
  return new Matrix4().set(...a, x, ...b, y, ...c, z, 0, 0, 0, 1);
}

/**
 * Transforms vertices to the frames of their bones and sorts vertices and triangles by bone.
 * Triangles that connect different bones come last and are in no run.
 */
function sorted(
  { positions, normals, index }: Surface,
  owners: ReadonlyMap<string, number>,
  inverses: readonly Matrix4[],
): { readonly surface: LooksSurface; readonly runs: ReadonlyMap<number, Run> } {
  const count = positions.length / 3;
  const own = Float32Array.from({ length: count }, (_, i) => owners.get(keyOf(positions, i)) ?? 0);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => (own[a] as number) - (own[b] as number) || a - b);
  const places = new Uint32Array(count);
  const surface = {
    positions: new Float32Array(positions.length),
    normals: new Float32Array(positions.length),
    bones: new Float32Array(count),
  };
  order.forEach((from, to) => {
    const bone = own[from] as number;
    const inverse = inverses[bone] as Matrix4;
    places[from] = to;
    surface.bones[to] = bone;
    point
      .fromArray(positions, 3 * from)
      .applyMatrix4(inverse)
      .toArray(surface.positions, 3 * to);
    point.fromArray(normals, 3 * from).transformDirection(inverse);
    point.toArray(surface.normals, 3 * to);
  });
  const moved = index.map((vertex) => places[vertex] as number);
  return { surface: { ...surface, index: moved }, runs: arranged(moved, surface.bones) };
}

/** Sorts the triangles of an index by bone; returns the run of each bone. */
function arranged(index: Uint32Array, bones: Float32Array): ReadonlyMap<number, Run> {
  const before = index.slice();
  const bone = (corner: number): number => bones[before[corner] as number] as number;
  const alike = (first: number): boolean =>
    bone(first) === bone(first + 1) && bone(first) === bone(first + 2);
  const rank = (first: number): number => (alike(first) ? bone(first) : Number.POSITIVE_INFINITY);
  const firsts = Uint32Array.from({ length: before.length / 3 }, (_, i) => 3 * i);
  const ranks = new Map([...firsts].map((first) => [first, rank(first)]));
  const byRank = [...firsts].sort((a, b) => {
    const [one, other] = [ranks.get(a) as number, ranks.get(b) as number];
    return one === other ? a - b : one - other;
  });
  const runs = new Map<number, Run>();
  byRank.forEach((first, place) => {
    index.set(before.subarray(first, first + 3), 3 * place);
    const of = ranks.get(first) as number;
    if (of === Number.POSITIVE_INFINITY) return;
    const run = runs.get(of) ?? { start: 3 * place, count: 0 };
    runs.set(of, { ...run, count: run.count + 3 });
  });
  return runs;
}
