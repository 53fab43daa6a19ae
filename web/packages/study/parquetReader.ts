/**
 * Requests parts of a Parquet file from a worker, and terminates the worker if it does not answer,
 * because its reader may hang.
 */
import type { ColumnPiece, ParquetHead, ParquetRequest } from './parquetAnswers.ts';
import type { PoolClock, PoolWorker, WorkerAnswer } from './taskPool.ts';

/** Timeout per part; the largest column that a page opens takes about a second. */
export const PARQUET_PATIENCE = 20_000; // Milliseconds.

/** Why a part is missing. late: the worker timed out; lost: the worker ended or never started. */
export type PartFault = 'damaged' | 'late' | 'lost';

export class ParquetReader {
  readonly #worker: PoolWorker;
  readonly #clock: PoolClock;
  #settle: ((answer: unknown) => void) | null = null;
  #asked = 0;
  #fault: PartFault | null = null;

  constructor(worker: PoolWorker, clock: PoolClock) {
    [this.#worker, this.#clock] = [worker, clock];
    const answered = (message: WorkerAnswer) => {
      if (message.id === this.#asked) this.#settle?.('result' in message ? message.result : null);
    };
    worker.listen(answered, () => this.#end('lost'));
  }

  open(bytes: ArrayBuffer): Promise<ParquetHead | PartFault> {
    return this.#ask({ bytes }) as Promise<ParquetHead | PartFault>;
  }

  column(name: string): Promise<readonly ColumnPiece[] | PartFault> {
    return this.#ask({ column: name }) as Promise<readonly ColumnPiece[] | PartFault>;
  }

  close(): void {
    this.#end('lost');
  }

  #ask(request: ParquetRequest): Promise<unknown> {
    if (this.#fault) return Promise.resolve(this.#fault);
    return new Promise((resolve) => {
      const forget = this.#clock.after(PARQUET_PATIENCE, () => this.#end('late'));
      this.#settle = (answer) => {
        forget();
        this.#settle = null;
        resolve(answer ?? this.#fault ?? 'damaged');
      };
      this.#worker.post({ id: ++this.#asked, request });
    });
  }

  #end(fault: PartFault): void {
    if (this.#fault) return;
    this.#fault = fault;
    this.#worker.end();
    this.#settle?.(null);
  }
}
