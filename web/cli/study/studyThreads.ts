/** The threads that solve a study: each has a module of its own and asks for the next slice. */
import { Worker } from 'node:worker_threads';
import type { Slice, Solvers } from '@iklab/study';
import { EngineError } from 'iklab/engine';

/** What a thread is started with. */
export interface ThreadWork {
  /** Of the study. */
  readonly document: unknown;
  /** Programs that stand beside its methods: then each problem is timed. */
  readonly solvers?: Solvers;
}

/** What a thread answers, in the order in which it was asked. */
export type ThreadAnswer =
  | { readonly slice: Slice; readonly rows: Float64Array }
  | { readonly fault: string };

/** What is done with the rows of a slice. */
type TakeRows = (slice: Slice, rows: Float64Array) => void;

interface Job {
  readonly slice: Slice;
  /** Threads that have ended at it. */
  tries: number;
}

/** Slices at work and waiting in a thread, so that it never waits for this one. */
const AHEAD = 2;
/** A slice that ended so many threads is at fault itself. */
const MOST_TRIES = 3;

/** Hands the slices out; each that is done goes to `take`. `stop` ends it early. */
export async function solveInThreads(
  launcher: URL,
  work: ThreadWork,
  jobs: number,
  slices: Iterator<Slice>,
  take: TakeRows,
  stop: AbortSignal,
): Promise<void> {
  const crew = new SolverThreads(() => new Worker(launcher, { workerData: work }), slices, take);
  try {
    for (let i = 0; i < jobs; i++) crew.startThread();
    const stopped = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([crew.done, stopped]);
  } finally {
    await crew.endThreads();
  }
}

/** Threads at work; one that ends is replaced, and what it had is done again. */
class SolverThreads {
  readonly done: Promise<void>;
  readonly #start: () => Worker;
  readonly #slices: Iterator<Slice>;
  readonly #take: TakeRows;
  readonly #threads = new Set<Worker>();
  /** Of threads that have ended. */
  readonly #again: Job[] = [];
  #open = 0;
  #finish = () => {};
  #fail = (_: unknown) => {};

  constructor(start: () => Worker, slices: Iterator<Slice>, take: TakeRows) {
    this.#start = start;
    this.#slices = slices;
    this.#take = take;
    this.done = new Promise((resolve, reject) => {
      [this.#finish, this.#fail] = [resolve, reject];
    });
  }

  startThread(): void {
    const thread = this.#start();
    const jobs: Job[] = [];
    this.#threads.add(thread);
    thread.on('message', (answer: ThreadAnswer) => this.#answered(thread, jobs, answer));
    thread.on('error', ({ message }) => this.#lost(thread, jobs, message));
    thread.on('exit', (status) => this.#lost(thread, jobs, `status ${status}`));
    for (let i = 0; i < AHEAD; i++) this.#hand(thread, jobs);
  }

  async endThreads(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear(); // their end is no loss
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #hand(thread: Worker, jobs: Job[]): void {
    const job = this.#again.shift() ?? this.#next();
    if (job) {
      jobs.push(job);
      this.#open += 1;
      thread.postMessage(job.slice);
    } else if (this.#open === 0) this.#finish();
  }

  #next(): Job | null {
    const { done, value } = this.#slices.next();
    return done ? null : { slice: value, tries: 0 };
  }

  #answered(thread: Worker, jobs: Job[], answer: ThreadAnswer): void {
    if (!this.#threads.has(thread)) return;
    try {
      if ('fault' in answer) throw new EngineError(answer.fault);
      jobs.shift();
      this.#open -= 1;
      this.#take(answer.slice, answer.rows);
      this.#hand(thread, jobs);
    } catch (error) {
      this.#fail(error);
    }
  }

  #lost(thread: Worker, jobs: readonly Job[], why: string): void {
    if (!this.#threads.delete(thread)) return;
    const [at] = jobs; // what waits behind it is not at fault
    if (at && ++at.tries === MOST_TRIES) {
      this.#fail(new EngineError(lostText(at, why)));
      return;
    }
    this.#open -= jobs.length;
    this.#again.push(...jobs);
    if (jobs.length > 0) this.startThread();
  }
}

function lostText({ slice: { cell, first, count }, tries }: Job, why: string): string {
  const which = `problems ${first} to ${first + count - 1} of cell ${cell}`;
  return `${which} ended ${tries} threads, the last with: ${why}`;
}
