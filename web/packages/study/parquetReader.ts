/** Asks a worker for the parts of a Parquet, and ends it where it gives none: its reader may go on for ever. */
import type { ColumnPiece, ParquetHead, ParquetRequest } from './parquetAnswers.ts';
import type { PoolClock, PoolWorker, WorkerAnswer } from './taskPool.ts';

/** For a part; the largest column that a page opens takes about a second. */
export const PARQUET_PATIENCE = 20_000; // ms

/** Why a part is not there. late: it was waited for in vain; lost: the worker ended, or never began. */
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
