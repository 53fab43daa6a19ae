import { type CancelCallback, threadTime } from '@iklab/core/time';

const SLICE = 10; // Milliseconds at a time: fits into a frame.
const REST_RATIO = 4;

/**
 * Runs short work at once, and long work in slices that take at most a fifth of the main thread's
 * time.
 */
export class TimeSlicer {
  readonly #now: () => number;
  readonly #rest: number;
  #work: Generator<unknown> | null = null;
  #next: (() => Generator<unknown>) | null = null;
  #cancelTimer: CancelCallback | undefined;
  #rested = Number.NEGATIVE_INFINITY;

  /** Creates a slicer. `rest`: length of a pause relative to the previous slice. */
  constructor(now = threadTime.now, rest = REST_RATIO) {
    this.#now = now;
    this.#rest = rest;
  }

  get busy(): boolean {
    return this.#work !== null || this.#next !== null;
  }

  get isReady(): boolean {
    return !this.busy && this.#now() >= this.#rested;
  }

  /**
   * Starts work at once, or after the work in progress. Only the latest waiting request is kept.
   */
  run(make: () => Generator<unknown>): void {
    this.#next = make;
    if (!this.#work) this.#runSlice();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#work?.return(undefined);
    this.#work = this.#next = null;
  }

  readonly #runSlice = (): void => {
    this.#cancelTimer?.();
    const start = this.#now();
    if (start < this.#rested) {
      this.#cancelTimer = threadTime.schedule(this.#rested - start, this.#runSlice);
      return;
    }
    while (this.#step() && this.#now() - start < SLICE);
    const took = this.#now() - start;
    if (took >= SLICE) this.#rested = start + took + this.#rest * took;
    if (this.busy) this.#runSlice();
  };

  #step(): boolean {
    if (!this.#work) {
      this.#work = this.#next?.() ?? null;
      this.#next = null;
    }
    if (this.#work?.next().done) this.#work = null;
    return this.busy;
  }
}
