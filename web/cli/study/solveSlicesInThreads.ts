import { Worker } from 'node:worker_threads';
import { EngineError } from '@iklab/core/engine';
import type { ExternalStudySolvers } from '@iklab/study/document';
import type { ProblemSlice } from '@iklab/study/tasks';

export interface StudyThreadWork {
  readonly document: unknown;
  readonly solvers?: ExternalStudySolvers;
}

export type StudyThreadAnswer =
  | { readonly slice: ProblemSlice; readonly rows: Float64Array }
  | { readonly fault: string };

type TakeRows = (slice: ProblemSlice, rows: Float64Array) => void;

interface Job {
  readonly slice: ProblemSlice;
  tries: number;
}

/** Slices per thread: one running and one waiting. */
const SLICES_PER_THREAD = 2;
/** Number of crashes after which a slice is not tried again. */
const MAX_TRIES = 3;

export async function solveSlicesInThreads(
  launcher: URL,
  work: StudyThreadWork,
  jobs: number,
  slices: Iterator<ProblemSlice>,
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
    await Promise.race([crew.finished, stopped]);
  } finally {
    await crew.endThreads();
  }
}

/** The running threads. A thread that crashes is replaced, and its slices are solved again. */
class SolverThreads {
  readonly finished: Promise<void>;
  readonly #start: () => Worker;
  readonly #slices: Iterator<ProblemSlice>;
  readonly #take: TakeRows;
  readonly #threads = new Set<Worker>();
  readonly #retries: Job[] = [];
  #open = 0;
  #finish = () => {};
  #fail = (_: unknown) => {};

  constructor(start: () => Worker, slices: Iterator<ProblemSlice>, take: TakeRows) {
    this.#start = start;
    this.#slices = slices;
    this.#take = take;
    this.finished = new Promise((resolve, reject) => {
      [this.#finish, this.#fail] = [resolve, reject];
    });
  }

  startThread(): void {
    const thread = this.#start();
    const jobs: Job[] = [];
    this.#threads.add(thread);
    thread.on('message', (answer: StudyThreadAnswer) => this.#onAnswer(thread, jobs, answer));
    thread.on('error', ({ message }) => this.#onLost(thread, jobs, message));
    thread.on('exit', (status) => this.#onLost(thread, jobs, `status ${status}`));
    for (let i = 0; i < SLICES_PER_THREAD; i++) this.#assignNext(thread, jobs);
  }

  async endThreads(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear(); // Their exits are intended, not crashes.
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #assignNext(thread: Worker, jobs: Job[]): void {
    const job = this.#retries.shift() ?? this.#nextJob();
    if (job) {
      jobs.push(job);
      this.#open += 1;
      thread.postMessage(job.slice);
    } else if (this.#open === 0) this.#finish();
  }

  #nextJob(): Job | null {
    const { done: isDone, value } = this.#slices.next();
    return isDone ? null : { slice: value, tries: 0 };
  }

  #onAnswer(thread: Worker, jobs: Job[], answer: StudyThreadAnswer): void {
    if (!this.#threads.has(thread)) return;
    try {
      if ('fault' in answer) throw new EngineError(answer.fault);
      jobs.shift();
      this.#open -= 1;
      this.#take(answer.slice, answer.rows);
      this.#assignNext(thread, jobs);
    } catch (error) {
      this.#fail(error);
    }
  }

  #onLost(thread: Worker, jobs: readonly Job[], why: string): void {
    if (!this.#threads.delete(thread)) return;
    const [currentJob] = jobs; // The slices queued after it are not at fault.
    if (currentJob && ++currentJob.tries === MAX_TRIES) {
      this.#fail(new EngineError(formatLost(currentJob, why)));
      return;
    }
    this.#open -= jobs.length;
    this.#retries.push(...jobs);
    if (jobs.length > 0) this.startThread();
  }
}

function formatLost({ slice: { cell, first, count }, tries }: Job, why: string): string {
  const which = `problems ${first} to ${first + count - 1} of cell ${cell}`;
  return `${which} ended ${tries} threads, the last with: ${why}`;
}
