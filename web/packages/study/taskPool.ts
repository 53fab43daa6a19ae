/**
 * Tasks on workers: one at a time on each, those of the run that was begun first go first. A worker
 * that dies, or does not answer, is replaced, and its task done again.
 */

/** What is asked of a worker: plain data, and the result hangs on nothing else. */
export type TaskMessage = unknown;

/** A worker as far as the pool needs it: a browser's, Node's, or a test's. */
export interface PoolWorker {
  post(message: { readonly id: number; readonly request: TaskMessage }): void;
  /** `die`: it is there no longer, or has failed as a whole. */
  listen(answer: (message: WorkerAnswer) => void, die: () => void): void;
  end(): void;
}

/** What a worker answers: a result, or a fault. */
export type WorkerAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string };

/** The time, for a pool. */
export interface PoolClock {
  now(): number;
  /** Calls back after so many milliseconds; gives a way to take it back. */
  after(milliseconds: number, call: () => void): () => void;
}

interface Job {
  readonly id: number;
  readonly owner: object;
  readonly request: TaskMessage;
  readonly done: (result: unknown, milliseconds: number) => void;
  readonly failed: (fault: string) => void;
  tries: number;
}

interface BusyWorker {
  readonly worker: PoolWorker;
  job: Job | null;
  begun: number;
  drop: () => void;
}

/** A worker has this long for a task, ms: one that has ended is known at once by other means. */
const PATIENCE = 120_000;
/** A task that ended so many workers is at fault itself. */
const MOST_TRIES = 3;

/** Hands tasks to workers; one that fails is replaced, and its task done again. */
export class TaskPool {
  readonly size: number;
  readonly #spawn: () => PoolWorker;
  readonly #clock: PoolClock;
  readonly #workers = new Set<BusyWorker>();
  #waiting: Job[] = [];
  #ids = 0;
  #closed = false;
  /** Workers that were replaced so far. */
  replaced = 0;

  constructor(size: number, spawn: () => PoolWorker, clock: PoolClock) {
    this.size = size;
    this.#spawn = spawn;
    this.#clock = clock;
  }

  /** `owner`: whose tasks they are, so that they can be taken back together. */
  add(owner: object, request: TaskMessage, done: Job['done'], failed: Job['failed']): void {
    this.#waiting.push({ id: this.#ids++, owner, request, done, failed, tries: 0 });
    this.#feed();
  }

  /** Takes back what waits, and drops what is at work where it is of this owner. */
  cancelOwner(owner: object): void {
    this.#waiting = this.#waiting.filter((job) => job.owner !== owner);
    for (const worker of [...this.#workers]) if (worker.job?.owner === owner) this.#end(worker);
    this.#feed();
  }

  /** Tasks of an owner that wait or are at work. */
  count(owner: object): number {
    const working = [...this.#workers].filter(({ job }) => job?.owner === owner).length;
    return working + this.#waiting.filter((job) => job.owner === owner).length;
  }

  /** Ends its workers; what is added from now on waits for ever. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    for (const worker of [...this.#workers]) this.#end(worker);
  }

  #feed(): void {
    while (this.#waiting.length > 0 && !this.#closed) {
      const worker = this.#free();
      if (!worker) return;
      this.#give(worker, this.#waiting.shift() as Job);
    }
  }

  #free(): BusyWorker | null {
    for (const worker of this.#workers) if (!worker.job) return worker;
    return this.#workers.size < this.size ? this.#startWorker() : null;
  }

  #startWorker(): BusyWorker {
    const worker: BusyWorker = { worker: this.#spawn(), job: null, begun: 0, drop: () => {} };
    this.#workers.add(worker);
    worker.worker.listen(
      (answer) => this.#answered(worker, answer),
      () => this.#lost(worker, 'its worker ended'),
    );
    return worker;
  }

  #give(worker: BusyWorker, job: Job): void {
    worker.job = job;
    worker.begun = this.#clock.now();
    worker.drop = this.#clock.after(PATIENCE, () => this.#lost(worker, 'no answer in 2 min'));
    worker.worker.post({ id: job.id, request: job.request });
  }

  #answered(worker: BusyWorker, answer: WorkerAnswer): void {
    const { job } = worker;
    if (job?.id !== answer.id) return; // of a task that was dropped
    worker.drop();
    worker.job = null;
    if ('fault' in answer) job.failed(answer.fault);
    else job.done(answer.result, this.#clock.now() - worker.begun);
    this.#feed();
  }

  #lost(worker: BusyWorker, why: string): void {
    if (!this.#workers.has(worker)) return;
    const { job } = worker;
    this.#end(worker);
    this.replaced += 1;
    if (job && ++job.tries < MOST_TRIES) this.#waiting.unshift(job);
    else job?.failed(why);
    this.#feed();
  }

  #end(worker: BusyWorker): void {
    worker.drop();
    worker.job = null;
    this.#workers.delete(worker);
    worker.worker.end();
  }
}
