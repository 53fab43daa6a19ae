/** Finds the solution (branch) to which each cell of a map converged. */
import { TWO_PI } from '@iklab/core/scenario/numbers';
import { MAP_CELL_REACHED, type MapLayer } from './mapLayer.ts';

/** Branch number of a cell that did not reach the target or has no result yet. */
export const NO_MAP_BRANCH = 255;
/** Greatest number of branch numbers. The last number is for all small branches together. */
const MAX_BRANCHES = 8;

const SAME_POSE = 0.2; // Radians or metres: poses that differ by less are the same solution.

type PoseAt = readonly [poses: Float32Array, offset: number];

/** Returns the difference of a joint of two poses, modulo whole turns if revolute. */
function jointDistance([a, i]: PoseAt, [b, j]: PoseAt, joint: number, isRevolute = false): number {
  const off = Math.abs((a[i + joint] as number) - (b[j + joint] as number));
  if (!isRevolute) return off;
  const rest = off % TWO_PI;
  return Math.min(rest, TWO_PI - rest);
}

/** Returns whether all joints of two poses differ by less than `most`. */
function arePosesClose(
  a: PoseAt,
  b: PoseAt,
  isRevolute: readonly boolean[],
  most: number,
): boolean {
  for (let k = 0; k < isRevolute.length; k++)
    if (jointDistance(a, b, k, isRevolute[k]) >= most) return false;
  return true;
}

/** Returns the largest joint difference of two poses, radians or metres. */
function poseDistance(a: PoseAt, b: PoseAt, isRevolute: readonly boolean[]): number {
  let most = 0;
  for (let k = 0; k < isRevolute.length; k++)
    most = Math.max(most, jointDistance(a, b, k, isRevolute[k]));
  return most;
}

/**
 * Generator that yields after every row of cells. It returns the branch number of each cell, per
 * method.
 */
export type MapBranchSearch = Generator<void, Uint8Array[]>;

/**
 * Finds the branches of a map over starts. Final poses of all methods that differ only by whole
 * turns are one branch.
 */
export function* findStartMapBranches(
  layers: readonly MapLayer[],
  isRevolute: readonly boolean[],
): MapBranchSearch {
  const found: (readonly [Float32Array, number])[] = [];
  const labels: Int32Array[] = [];
  for (const layer of layers) {
    const label = new Int32Array(layer.state.length).fill(-1);
    for (let cell = 0; cell < label.length; cell++) {
      if (cell % layer.cells === 0) yield;
      if (layer.state[cell] !== MAP_CELL_REACHED) continue;
      const pose = [layer.poses, cell * layer.joints] as const;
      const branch = found.findIndex((each) => arePosesClose(each, pose, isRevolute, SAME_POSE));
      label[cell] = branch < 0 ? Math.min(found.length, MAX_FOUND) : branch;
      if (branch < 0 && found.length < MAX_FOUND) found.push(pose);
    }
    labels.push(label);
  }
  return yield* numberBySize(labels);
}

/** Solution of a map over starts, with its number from 1 on. */
export interface NumberedPose {
  readonly number: number;
  readonly theta: readonly number[];
}

/**
 * Finds the solution nearest to each cell of a map over starts. The result is the solution's number
 * minus 1, or `NO_MAP_BRANCH` if none is near.
 */
export function* findNumberedMapBranches(
  layers: readonly MapLayer[],
  isRevolute: readonly boolean[],
  solutions: readonly NumberedPose[],
): MapBranchSearch {
  const known = solutions.map(({ number, theta }) => ({ number, pose: Float32Array.from(theta) }));
  const labels: Uint8Array[] = [];
  for (const layer of layers) {
    const label = new Uint8Array(layer.state.length).fill(NO_MAP_BRANCH);
    for (let cell = 0; cell < label.length; cell++) {
      if (cell % layer.cells === 0) yield;
      if (layer.state[cell] !== MAP_CELL_REACHED) continue;
      const at = cell * layer.joints;
      let [nearest, least] = [NO_MAP_BRANCH, SAME_POSE];
      for (const { number, pose } of known) {
        const distance = poseDistance([pose, 0], [layer.poses, at], isRevolute);
        if (distance < least) [nearest, least] = [number - 1, distance];
      }
      label[cell] = nearest;
    }
    labels.push(label);
  }
  return labels;
}

/** Greatest number of different solutions, because a redundant arm has infinitely many. */
const MAX_FOUND = 32;

/**
 * Finds the branches of a map over targets. Neighbouring cells with similar final poses belong
 * together, and so do cells of two methods with the same pose. A joint jump is a border.
 */
export function* findTargetMapBranches(
  layers: readonly MapLayer[],
  isRevolute: readonly boolean[],
): MapBranchSearch {
  const cells = layers[0]?.cells ?? 0;
  const near = Math.max(0.15, 15 / cells);
  const each = cells * cells;
  const parent = Int32Array.from({ length: each * layers.length }, (_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  };
  for (const [m, layer] of layers.entries()) {
    const join = (
      cell: number,
      otherLayer: MapLayer,
      o: number,
      next: number,
      tolerance: number,
    ) => {
      if (layer.state[cell] !== MAP_CELL_REACHED || otherLayer.state[next] !== MAP_CELL_REACHED)
        return;
      const [a, b] = [cell * layer.joints, next * layer.joints];
      if (!arePosesClose([layer.poses, a], [otherLayer.poses, b], isRevolute, tolerance)) return;
      parent[rootOf(m * each + cell)] = rootOf(o * each + next);
    };
    for (let cell = 0; cell < each; cell++) {
      if (cell % cells === 0) yield;
      if ((cell + 1) % cells !== 0) join(cell, layer, m, cell + 1, near);
      if (cell + cells < each) join(cell, layer, m, cell + cells, near);
      for (let o = 0; o < m; o++) join(cell, layers[o] as MapLayer, o, cell, SAME_POSE);
    }
  }
  const labels: Int32Array[] = [];
  for (const [m, { state }] of layers.entries()) {
    yield;
    labels.push(
      Int32Array.from(state, (now, cell) =>
        now === MAP_CELL_REACHED ? rootOf(m * each + cell) : -1,
      ),
    );
  }
  return yield* numberBySize(labels);
}

/** Numbers the branches by size; 0 is the largest. The label -1 becomes `NO_MAP_BRANCH`. */
function* numberBySize(labels: readonly Int32Array[]): MapBranchSearch {
  const counts = new Map<number, number>();
  for (const label of labels) {
    yield;
    for (const each of label) if (each >= 0) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const order = [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([label]) => label);
  const number = new Map(order.map((label, i) => [label, Math.min(i, MAX_BRANCHES - 1)]));
  const numbers: Uint8Array[] = [];
  for (const label of labels) {
    yield;
    numbers.push(
      Uint8Array.from(label, (each) =>
        each < 0 ? NO_MAP_BRANCH : (number.get(each) ?? NO_MAP_BRANCH),
      ),
    );
  }
  return numbers;
}
