/** Requests parts of a Parquet file from a worker. Terminates a worker that does not answer. */

import type { PoolClock, PoolWorker, WorkerAnswer } from '../tasks/taskPool.ts';
import type { ParquetColumnChunk, ParquetRequest, ParquetSummary } from './parquetServer.ts';

/** Time limit per part of a Parquet file, milliseconds. The largest column takes about a second. */
export const PARQUET_TIMEOUT = 20_000; // Milliseconds.

/**
 * Reason why a part of a Parquet file is missing. `late`: the worker exceeded the time limit;
 * `lost`: the worker ended or never started.
 */
export type ParquetFault = 'damaged' | 'late' | 'lost';

export class ParquetReader {
  readonly #worker: PoolWorker;
  readonly #clock: PoolClock;
  #settle: ((answer: unknown) => void) | null = null;
  #lastId = 0;
  #fault: ParquetFault | null = null;

  constructor(worker: PoolWorker, clock: PoolClock) {
    [this.#worker, this.#clock] = [worker, clock];
    const handleAnswer = (message: WorkerAnswer) => {
      if (message.id === this.#lastId) this.#settle?.('result' in message ? message.result : null);
    };
    worker.listen(handleAnswer, () => this.#stop('lost'));
  }

  open(bytes: ArrayBuffer): Promise<ParquetSummary | ParquetFault> {
    return this.#request({ bytes }) as Promise<ParquetSummary | ParquetFault>;
  }

  column(name: string): Promise<readonly ParquetColumnChunk[] | ParquetFault> {
    return this.#request({ column: name }) as Promise<readonly ParquetColumnChunk[] | ParquetFault>;
  }

  close(): void {
    this.#stop('lost');
  }

  #request(request: ParquetRequest): Promise<unknown> {
    if (this.#fault) return Promise.resolve(this.#fault);
    return new Promise((resolve) => {
      const forget = this.#clock.after(PARQUET_TIMEOUT, () => this.#stop('late'));
      this.#settle = (answer) => {
        forget();
        this.#settle = null;
        resolve(answer ?? this.#fault ?? 'damaged');
      };
      this.#worker.post({ id: ++this.#lastId, request });
    });
  }

  #stop(fault: ParquetFault): void {
    if (this.#fault) return;
    this.#fault = fault;
    this.#worker.end();
    this.#settle?.(null);
  }
}
