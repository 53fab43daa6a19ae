import { type Cancel, threadTime } from '../time/time.ts';

const SLICE = 10; // ms at a time: a frame has room for it
const REST = 4;

/**
 * Does at once what is short; what a large scene makes long, in slices with rests between them: it
 * takes at most a fifth of the time, unless it is told otherwise.
 */
export class TimeSlicer {
  readonly #now: () => number;
  readonly #rest: number;
  #work: Generator<unknown> | null = null;
  #next: (() => Generator<unknown>) | null = null;
  #due: Cancel | undefined;
  #rested = Number.NEGATIVE_INFINITY;

  /** `rest`: times as long as a slice took. */
  constructor(now = threadTime.now, rest = REST) {
    this.#now = now;
    this.#rest = rest;
  }

  /** Something is at work, or waits. */
  get busy(): boolean {
    return this.#work !== null || this.#next !== null;
  }

  /** It may be begun: nothing is at work, and the rest is over. */
  get isReady(): boolean {
    return !this.busy && this.#now() >= this.#rested;
  }

  /** While something is at work, what was asked for last waits until that is done. */
  run(make: () => Generator<unknown>): void {
    this.#next = make;
    if (!this.#work) this.#go();
  }

  /** What is at work is wanted no more. */
  stop(): void {
    this.#due?.();
    this.#work?.return(undefined);
    this.#work = this.#next = null;
  }

  readonly #go = (): void => {
    this.#due?.();
    const start = this.#now();
    if (start < this.#rested) {
      this.#due = threadTime.after(this.#rested - start, this.#go);
      return;
    }
    while (this.#step() && this.#now() - start < SLICE);
    const took = this.#now() - start;
    if (took >= SLICE) this.#rested = start + took + this.#rest * took;
    if (this.busy) this.#go();
  };

  /** False: there is nothing left to do. */
  #step(): boolean {
    if (!this.#work) {
      this.#work = this.#next?.() ?? null;
      this.#next = null;
    }
    if (this.#work?.next().done) this.#work = null;
    return this.busy;
  }
}
