/** Messages between the page and the worker that reads meshes. */
import type { MeshResult } from '@iklab/robots';

export interface MeshWorkerRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Referenced files by name, if the worker has requested them; null for a missing file. */
  readonly siblings: ReadonlyMap<string, Uint8Array | null>;
}

export interface MeshWorkerAnswer {
  readonly read: MeshResult;
  /** Names of referenced files that were missing in the request. */
  readonly wanted: readonly string[];
}
