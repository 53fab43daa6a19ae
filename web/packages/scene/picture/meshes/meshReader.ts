/** Reads the meshes of a robot in a worker, which is terminated if a mesh takes too long. */

import { threadActivity, threadTime } from '@iklab/core/time';
import { type MeshResult, type ReadSiblingFile, readMesh } from '@iklab/robots';
import type { MeshWorkerAnswer, MeshWorkerRequest } from './meshMessages.ts';

/** Time limits in milliseconds: for one mesh (`one`) and for all meshes of a robot (`all`). */
export const MESH_READ_TIME_LIMITS = { one: 10_000, all: 60_000 };
const MAX_SIBLINGS = 64; // Maximum number of files that one mesh references.

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;
const meshFault = (reason: string): MeshResult => ({ ok: false, reason });

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./meshWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

export class MeshReader {
  readonly #start: () => Worker | null;
  readonly #patience: typeof MESH_READ_TIME_LIMITS;
  #worker: Worker | null = null;
  #hasAnswered = false;
  #isUnavailable = false;
  #spent = 0;

  constructor(start = startWorker, patience = MESH_READ_TIME_LIMITS) {
    this.#start = start;
    this.#patience = patience;
  }

  /**
   * Reads a mesh. Calls must not overlap. `siblingFile` returns a file that the mesh references.
   */
  async read(name: string, bytes: Uint8Array, siblingFile: ReadSiblingFile): Promise<MeshResult> {
    const remaining = this.#patience.all - this.#spent;
    if (remaining <= 0)
      return meshFault(`reading the previous meshes took ${seconds(this.#patience.all)}`);
    const startTime = threadTime.now();
    const read = await this.#readInWorker(
      name,
      bytes,
      siblingFile,
      Math.min(remaining, this.#patience.one),
    );
    this.#spent += threadTime.now() - startTime;
    return read ?? readMesh(name, bytes, siblingFile);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #readInWorker(
    name: string,
    bytes: Uint8Array,
    siblingFile: ReadSiblingFile,
    patience: number,
  ): Promise<MeshResult | null> {
    const files = new Map<string, Uint8Array | null>();
    for (const deadline = threadTime.now() + patience; files.size <= MAX_SIBLINGS; ) {
      const answer = await this.#askWorker(
        { name, bytes, siblings: files },
        deadline - threadTime.now(),
      );
      if (answer === null) return null;
      if (answer === 'late') return meshFault(`reading it takes longer than ${seconds(patience)}`);
      if (answer === 'ended') return meshFault('reading it needs too much memory');
      const { read, wanted } = answer;
      if (read.ok || wanted.length === 0) return read;
      for (const sibling of wanted) files.set(sibling, siblingFile(sibling));
      if (wanted.every((sibling) => files.get(sibling) === null)) return read;
    }
    return meshFault(`it references more than ${MAX_SIBLINGS} files`);
  }

  #askWorker(
    question: MeshWorkerRequest,
    patience: number,
  ): Promise<MeshWorkerAnswer | 'late' | 'ended' | null> {
    this.#worker ??= this.#isUnavailable ? null : this.#start();
    const worker = this.#worker;
    this.#isUnavailable ||= worker === null;
    if (!worker) return Promise.resolve(null);
    const read = new Promise<MeshWorkerAnswer | 'late' | 'ended' | null>((resolve) => {
      const end = (outcome: 'late' | 'ended' | null): void => {
        cancel();
        this.close();
        resolve(outcome);
      };
      const cancel = threadTime.schedule(patience, () => end('late'), 'background');
      worker.onmessage = ({ data }: MessageEvent<MeshWorkerAnswer>) => {
        this.#hasAnswered = true;
        cancel();
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        // If no worker has ever answered, its script did not load.
        this.#isUnavailable = !this.#hasAnswered;
        end(this.#hasAnswered ? 'ended' : null);
      };
      worker.postMessage(question);
    });
    return threadActivity.track('worker task', read);
  }
}
