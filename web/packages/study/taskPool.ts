/**
 * Tasks on workers: one at work and one waiting in each, so that it never waits for this thread; those
 * of the run that was begun first go first. A worker that dies, or does not answer, is replaced, and
 * its tasks are done again.
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
  readonly done: (result: unknown) => void;
  readonly failed: (fault: string) => void;
  tries: number;
}

interface BusyWorker {
  readonly worker: PoolWorker;
  /** Of one owner; the first is at work. */
  jobs: Job[];
  drop: () => void;
}

/** A worker has this long for a task, ms: one that has ended is known at once by other means. */
const PATIENCE = 120_000;
/** Tasks at work and waiting in a worker. */
const AT_WORKER = 2;
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
    for (const worker of [...this.#workers]) if (ownerOf(worker) === owner) this.#end(worker);
    this.#feed();
  }

  /** Tasks of an owner that wait or are at work. */
  count(owner: object): number {
    const working = [...this.#workers].filter((worker) => ownerOf(worker) === owner);
    const given = working.reduce((sum, { jobs }) => sum + jobs.length, 0);
    return given + this.#waiting.filter((job) => job.owner === owner).length;
  }

  /** Ends its workers; what is added from now on waits for ever. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    for (const worker of [...this.#workers]) this.#end(worker);
  }

  #feed(): void {
    for (let job = this.#waiting[0]; job && !this.#closed; job = this.#waiting[0]) {
      const worker = this.#free() ?? this.#ahead(job);
      if (!worker) return;
      this.#waiting.shift();
      this.#give(worker, job);
    }
  }

  #free(): BusyWorker | null {
    for (const worker of this.#workers) if (worker.jobs.length === 0) return worker;
    return this.#workers.size < this.size ? this.#startWorker() : null;
  }

  /** The last tasks wait here: whichever worker is free first has them. */
  #ahead({ owner }: Job): BusyWorker | null {
    if (this.#waiting.length <= this.size) return null;
    for (const worker of this.#workers)
      if (worker.jobs.length < AT_WORKER && ownerOf(worker) === owner) return worker;
    return null;
  }

  #startWorker(): BusyWorker {
    const worker: BusyWorker = { worker: this.#spawn(), jobs: [], drop: () => {} };
    this.#workers.add(worker);
    worker.worker.listen(
      (answer) => this.#answered(worker, answer),
      () => this.#lost(worker, 'its worker ended'),
    );
    return worker;
  }

  #give(worker: BusyWorker, job: Job): void {
    worker.jobs.push(job);
    if (worker.jobs.length === 1) this.#watch(worker);
    worker.worker.post({ id: job.id, request: job.request });
  }

  /** From here on the first of its tasks is at work. */
  #watch(worker: BusyWorker): void {
    worker.drop();
    if (worker.jobs.length === 0) return;
    worker.drop = this.#clock.after(PATIENCE, () => this.#lost(worker, 'no answer in 2 min'));
  }

  #answered(worker: BusyWorker, answer: WorkerAnswer): void {
    const job = worker.jobs.find(({ id }) => id === answer.id);
    if (!job) return; // of a task that was dropped
    worker.jobs = worker.jobs.filter((other) => other !== job);
    this.#watch(worker);
    if ('fault' in answer) job.failed(answer.fault);
    else job.done(answer.result);
    this.#feed();
  }

  #lost(worker: BusyWorker, why: string): void {
    if (!this.#workers.has(worker)) return;
    const [first, ...others] = worker.jobs; // what waits behind the first is not at fault
    this.#end(worker);
    this.replaced += 1;
    this.#waiting.unshift(...others);
    if (first && ++first.tries < MOST_TRIES) this.#waiting.unshift(first);
    else first?.failed(why);
    this.#feed();
  }

  #end(worker: BusyWorker): void {
    worker.drop();
    worker.jobs = [];
    this.#workers.delete(worker);
    worker.worker.end();
  }
}

const ownerOf = ({ jobs }: BusyWorker): object | undefined => jobs[0]?.owner;
