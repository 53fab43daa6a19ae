/**
 * Visual meshes of imported robots, stored until the page is closed for trees that are opened
 * again.
 */
import { type Figure, frameKey, type Look, type Remark } from '@iklab/robots';
import type { InlineTree, Scene } from 'iklab/scenario';
import type { Fineness } from '../drawn/fineness.ts';
import { figureLooks } from './figureLooks.ts';
import { linkMeshes } from './linkMeshes.ts';
import type { Looks } from './looks.ts';
import { type MeshFiles, readLooks } from './readLooks.ts';
import type { MeshLinks, Shape } from './shape.ts';
import { type ShapeWithLooks, shapeWithLooks } from './shapeWithLooks.ts';

const KEPT = 6; // Maximum number of robots; the oldest is dropped.

export class LookStore {
  /** By the frames of their trees, the newest last. */
  readonly #kept = new Map<string, { readonly looks: Looks; readonly meshes: MeshLinks }>();

  /** Returns what was left out. Without any mesh, links are drawn from the kinematics. */
  async add(
    tree: InlineTree,
    pieces: readonly Look[] | Figure,
    files: MeshFiles,
  ): Promise<readonly Remark[]> {
    const { looks, remarks } =
      'triangles' in pieces
        ? { looks: await figureLooks(pieces), remarks: [] }
        : await readLooks(tree, pieces, files);
    const key = frameKey(tree);
    this.#kept.delete(key);
    if (looks) this.#kept.set(key, { looks, meshes: linkMeshes(looks) });
    for (const old of [...this.#kept.keys()].slice(0, -KEPT)) this.#kept.delete(old);
    return remarks;
  }

  has(tree: InlineTree): boolean {
    return this.#kept.has(frameKey(tree));
  }

  /** Null if no meshes are stored for the tree. */
  withLooks(scene: Scene, shape: Shape, fine: Fineness): ShapeWithLooks | null {
    const kept = this.#kept.size > 0 && this.#kept.get(frameKey(scene.tree));
    return kept ? shapeWithLooks(scene, shape, kept.looks, kept.meshes, fine) : null;
  }
}
