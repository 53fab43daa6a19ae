/** Reads the meshes of a robot in a worker, which is terminated if a mesh takes too long. */

import { type ReadMesh, readMesh, type SiblingFile } from '@iklab/robots';
import { threadActivity, threadTime } from 'iklab/time';
import type { MeshAnswer, MeshRequest } from './meshMessages.ts';

/** For one mesh, and for all meshes of a robot, ms. */
export const TIME_LIMITS = { one: 10_000, all: 60_000 };
const MOST_BESIDE = 64; // Maximum number of files that one mesh references.

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;
const refused = (reason: string): ReadMesh => ({ ok: false, reason });

/** Null if workers are not available. */
function started(): Worker | null {
  try {
    return new Worker(new URL('./meshWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

export class MeshReader {
  readonly #start: () => Worker | null;
  readonly #patience: typeof TIME_LIMITS;
  #worker: Worker | null = null;
  /** Whether a worker has ever answered. */
  #heard = false;
  #missing = false;
  #spent = 0;

  /** The parameters are for tests. */
  constructor(start = started, patience = TIME_LIMITS) {
    this.#start = start;
    this.#patience = patience;
  }

  /** Meshes must be read one after the other. */
  async read(name: string, bytes: Uint8Array, beside: SiblingFile): Promise<ReadMesh> {
    const left = this.#patience.all - this.#spent;
    if (left <= 0)
      return refused(`reading the previous meshes took ${seconds(this.#patience.all)}`);
    const begun = threadTime.now();
    const read = await this.#inWorker(name, bytes, beside, Math.min(left, this.#patience.one));
    this.#spent += threadTime.now() - begun;
    return read ?? readMesh(name, bytes, beside);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Null if workers are not available. */
  async #inWorker(
    name: string,
    bytes: Uint8Array,
    beside: SiblingFile,
    patience: number,
  ): Promise<ReadMesh | null> {
    const files = new Map<string, Uint8Array | null>();
    for (const due = threadTime.now() + patience; files.size <= MOST_BESIDE; ) {
      const answer = await this.#asked({ name, bytes, siblings: files }, due - threadTime.now());
      if (answer === null) return null;
      if (answer === 'late') return refused(`reading it takes longer than ${seconds(patience)}`);
      if (answer === 'ended') return refused('reading it needs too much memory');
      const { read, wanted } = answer;
      if (read.ok || wanted.length === 0) return read;
      for (const other of wanted) files.set(other, beside(other));
      if (wanted.every((other) => files.get(other) === null)) return read;
    }
    return refused(`it references more than ${MOST_BESIDE} files`);
  }

  #asked(question: MeshRequest, patience: number): Promise<MeshAnswer | 'late' | 'ended' | null> {
    this.#worker ??= this.#missing ? null : this.#start();
    const worker = this.#worker;
    this.#missing ||= worker === null;
    if (!worker) return Promise.resolve(null);
    const read = new Promise<MeshAnswer | 'late' | 'ended' | null>((resolve) => {
      const end = (outcome: 'late' | 'ended' | null): void => {
        cancel();
        this.close();
        resolve(outcome);
      };
      const cancel = threadTime.after(patience, () => end('late'), 'background');
      worker.onmessage = ({ data }: MessageEvent<MeshAnswer>) => {
        this.#heard = true;
        cancel();
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        // If no worker has ever answered, its script did not load.
        this.#missing = !this.#heard;
        end(this.#heard ? 'ended' : null);
      };
      worker.postMessage(question);
    });
    return threadActivity.during('worker task', read);
  }
}
