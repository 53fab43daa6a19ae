/**
 * Runs tasks on workers. Each worker has one running and one queued task. The oldest run goes
 * first. A worker that fails or does not answer is replaced, and its tasks are repeated.
 */

/** Request to a worker as plain data; it determines the result. */
export type TaskMessage = unknown;

export interface PoolWorker {
  post(message: { readonly id: number; readonly request: TaskMessage }): void;
  /** Registers callbacks: `answer` for each answer, `die` when the worker has ended or failed. */
  listen(answer: (message: WorkerAnswer) => void, die: () => void): void;
  end(): void;
}

export type WorkerAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string };

export interface PoolClock {
  now(): number;
  /** Calls a function after a delay; returns a function that cancels the call. */
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
  /** Jobs of the worker, all of one owner. The first job is running. */
  jobs: Job[];
  drop: () => void;
}

/** Time limit of a task, milliseconds. */
const TASK_TIMEOUT = 120_000;
const TASKS_PER_WORKER = 2;
/** Number of failed workers after which the task is at fault. */
const MAX_TRIES = 3;

export class TaskPool {
  readonly size: number;
  readonly #spawn: () => PoolWorker;
  readonly #clock: PoolClock;
  readonly #workers = new Set<BusyWorker>();
  #waiting: Job[] = [];
  #ids = 0;
  #closed = false;
  replaced = 0;

  constructor(size: number, spawn: () => PoolWorker, clock: PoolClock) {
    this.size = size;
    this.#spawn = spawn;
    this.#clock = clock;
  }

  /** `owner`: tasks of one owner are cancelled together. */
  add(owner: object, request: TaskMessage, done: Job['done'], failed: Job['failed']): void {
    this.#waiting.push({ id: this.#ids++, owner, request, done, failed, tries: 0 });
    this.#assignTasks();
  }

  cancelOwner(owner: object): void {
    this.#waiting = this.#waiting.filter((job) => job.owner !== owner);
    for (const worker of [...this.#workers]) if (workerOwner(worker) === owner) this.#end(worker);
    this.#assignTasks();
  }

  countTasks(owner: object): number {
    const working = [...this.#workers].filter((worker) => workerOwner(worker) === owner);
    const assigned = working.reduce((sum, { jobs }) => sum + jobs.length, 0);
    return assigned + this.#waiting.filter((job) => job.owner === owner).length;
  }

  close(): void {
    this.#closed = true;
    this.#waiting = [];
    for (const worker of [...this.#workers]) this.#end(worker);
  }

  #assignTasks(): void {
    for (let job = this.#waiting[0]; job && !this.#closed; job = this.#waiting[0]) {
      const worker = this.#findIdleWorker() ?? this.#findQueueSpace(job);
      if (!worker) return;
      this.#waiting.shift();
      this.#assign(worker, job);
    }
  }

  #findIdleWorker(): BusyWorker | null {
    for (const worker of this.#workers) if (worker.jobs.length === 0) return worker;
    return this.#workers.size < this.size ? this.#startWorker() : null;
  }

  /**
   * Returns a worker that can queue a job; null if none can. The last tasks wait for the first free
   * worker.
   */
  #findQueueSpace({ owner }: Job): BusyWorker | null {
    if (this.#waiting.length <= this.size) return null;
    for (const worker of this.#workers)
      if (worker.jobs.length < TASKS_PER_WORKER && workerOwner(worker) === owner) return worker;
    return null;
  }

  #startWorker(): BusyWorker {
    const worker: BusyWorker = { worker: this.#spawn(), jobs: [], drop: () => {} };
    this.#workers.add(worker);
    worker.worker.listen(
      (answer) => this.#handleAnswer(worker, answer),
      () => this.#replaceWorker(worker, 'its worker ended'),
    );
    return worker;
  }

  #assign(worker: BusyWorker, job: Job): void {
    worker.jobs.push(job);
    if (worker.jobs.length === 1) this.#startTimeout(worker);
    worker.worker.post({ id: job.id, request: job.request });
  }

  #startTimeout(worker: BusyWorker): void {
    worker.drop();
    if (worker.jobs.length === 0) return;
    worker.drop = this.#clock.after(TASK_TIMEOUT, () =>
      this.#replaceWorker(worker, 'no answer in 2 min'),
    );
  }

  #handleAnswer(worker: BusyWorker, answer: WorkerAnswer): void {
    const job = worker.jobs.find(({ id }) => id === answer.id);
    if (!job) return; // The task was cancelled.
    worker.jobs = worker.jobs.filter((each) => each !== job);
    this.#startTimeout(worker);
    if ('fault' in answer) job.failed(answer.fault);
    else job.done(answer.result);
    this.#assignTasks();
  }

  #replaceWorker(worker: BusyWorker, why: string): void {
    if (!this.#workers.has(worker)) return;
    const [first, ...queued] = worker.jobs; // Only the running task can be at fault.
    this.#end(worker);
    this.replaced += 1;
    this.#waiting.unshift(...queued);
    if (first && ++first.tries < MAX_TRIES) this.#waiting.unshift(first);
    else first?.failed(why);
    this.#assignTasks();
  }

  #end(worker: BusyWorker): void {
    worker.drop();
    worker.jobs = [];
    this.#workers.delete(worker);
    worker.worker.end();
  }
}

const workerOwner = ({ jobs }: BusyWorker): object | undefined => jobs[0]?.owner;
