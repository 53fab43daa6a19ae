/** What the page and its reader of meshes say to each other. */
import type { ReadMesh } from '@iklab/robots';

export interface MeshRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Files that it names, as far as they were asked for; null: there is none. */
  readonly siblings: ReadonlyMap<string, Uint8Array | null>;
}

export interface MeshAnswer {
  readonly read: ReadMesh;
  /** Files that it names and that did not come with the question. */
  readonly wanted: readonly string[];
}
