import type { Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';
import {
  addScaled,
  cross,
  dot,
  hypot,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import type { GltfJson, GltfNode } from '../gltfFile.ts';
import {
  composeMatrix,
  IDENTITY_TRANSFORM,
  type Matrix4x4,
  multiplyMatrices as times,
} from '../matrix.ts';
import { MeshFault } from '../triangles.ts';

export interface RigNode extends GltfNode {
  readonly name?: unknown;
  readonly skin?: number;
  readonly camera?: number;
  readonly extensions?: unknown;
}

export interface GltfRigJson extends GltfJson {
  readonly nodes?: readonly RigNode[];
  readonly skins?: readonly {
    readonly joints?: readonly number[];
    readonly inverseBindMatrices?: number;
  }[];
  readonly animations?: readonly {
    readonly name?: unknown;
    readonly channels?: readonly {
      readonly sampler: number;
      readonly target?: { readonly node?: number; readonly path?: unknown };
    }[];
    readonly samplers?: readonly {
      readonly input?: number;
      readonly output?: number;
      readonly interpolation?: string;
    }[];
  }[];
  readonly extensions?: unknown;
}

export type AnimatedProperty = 'rotation' | 'translation';

export const isAnimatedProperty = (path: unknown): path is AnimatedProperty =>
  path === 'rotation' || path === 'translation';

const MAX_NODES = 20_000; // Limit on nodes.

export class GltfNodes {
  readonly nodes: readonly RigNode[];
  /** Index of the parent node of each node; -1 for none. */
  readonly above: readonly number[];
  readonly #matrices = new Map<number, Matrix4x4>();

  constructor({ nodes = [] }: GltfRigJson) {
    if (!Array.isArray(nodes) || nodes.length > MAX_NODES)
      throw new MeshFault(`its nodes must be a list of at most ${MAX_NODES}`);
    this.nodes = nodes;
    this.above = findParents(nodes);
  }

  /** Returns all node indices in depth-first order: each node follows its parent. */
  order(): number[] {
    const pending = this.nodes.map((_, i) => i).filter((i) => this.above[i] === -1);
    pending.reverse();
    const order: number[] = [];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      order.push(index);
      pending.push(...[...(this.nodes[index]?.children ?? [])].reverse());
    }
    return order;
  }

  /**
   * Computes the transform of a node in the scene at rest. Requires that the parent's was computed
   * before.
   */
  matrix(index: number): Matrix4x4 {
    const cached = this.#matrices.get(index);
    if (cached) return cached;
    const outer = this.#matrices.get(this.above[index] ?? -1) ?? IDENTITY_TRANSFORM;
    const matrix = times(outer, computeLocalMatrix(this.nodes[index] as RigNode, index));
    if (!matrix.every((x) => Math.abs(x) <= MAX_LENGTH_OR_ANGLE))
      throw new MeshFault(
        `node ${index} has an invalid or too large number in its transform; the maximum is ${MAX_LENGTH_OR_ANGLE.toExponential()}`,
      );
    this.#matrices.set(index, matrix);
    return matrix;
  }
}

export function computeLocalMatrix(node: RigNode, index: number): Matrix4x4 {
  const { matrix, translation, rotation, scale } = node;
  const wanted = [
    [matrix, 16],
    [translation, 3],
    [rotation, 4],
    [scale, 3],
  ] as const;
  for (const [written, count] of wanted)
    if (written !== undefined && !(Array.isArray(written) && written.length === count))
      throw new MeshFault(`node ${index} must have a transform with ${count} numbers`);
  return matrix ?? composeMatrix(translation ?? [], rotation ?? [], scale ?? []);
}

function findParents(nodes: readonly RigNode[]): number[] {
  const above = nodes.map(() => -1);
  nodes.forEach((node, i) => {
    for (const child of node?.children ?? []) {
      if (above[child] === undefined)
        throw new MeshFault(
          `node ${i} has the child ${child}, which does not exist; the file has ${nodes.length} nodes`,
        );
      if (above[child] !== -1)
        throw new MeshFault(
          `node ${child} has two parents, ${above[child]} and ${i}; expected one`,
        );
      above[child] = i;
    }
  });
  const open = new Set<number>();
  const clear = new Set<number>([-1]);
  for (let i = 0; i < nodes.length; i++) {
    open.clear();
    for (let ancestor = i; !clear.has(ancestor); ancestor = above[ancestor] as number) {
      if (open.has(ancestor))
        throw new MeshFault(`node ${ancestor} is its own ancestor; expected a tree of nodes`);
      open.add(ancestor);
    }
    for (const ancestor of open) clear.add(ancestor);
  }
  return above;
}

/**
 * Returns a matrix without its scale. `uneven`: largest shear or difference between axis scales,
 * relative to the scale.
 */
export function extractRigidFrame(matrix: Matrix4x4): {
  readonly frame: RigidFrame;
  readonly uneven: number;
} {
  const column = (i: number): Vec3 => matrix.slice(4 * i, 4 * i + 3) as unknown as Vec3;
  const [x, y, z] = [column(0), column(1), column(2)];
  const position = column(3);
  const [first, second, third] = [hypot(...x), hypot(...y), hypot(...z)];
  const mirrored = dot(cross(x, y), z) < 0 ? -1 : 1;
  const one = addScaled([0, 0, 0], x, mirrored / first);
  const across = addScaled(y, one, -dot(y, one));
  const length = mirrored * hypot(...across);
  if (!(first > 0) || length === 0)
    return { frame: { position, rotation: ORIGIN_FRAME.rotation }, uneven: 1 };
  const two = addScaled([0, 0, 0], across, 1 / length);
  const row = (i: 0 | 1 | 2): Vec3 => [one[i], two[i], three[i]];
  const three = cross(one, two);
  const shears = [dot(x, y), dot(y, z), dot(z, x)].map((part) => part / first);
  const parts = [...shears, second - first, third - first].map(Math.abs);
  const uneven = Math.max(...parts) / first;
  return { frame: { position, rotation: [row(0), row(1), row(2)] }, uneven };
}
