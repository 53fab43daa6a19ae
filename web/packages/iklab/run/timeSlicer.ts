const SLICE = 20; // ms at a time: less than one waits for a button
const REST = 4; // times as long as a slice took

/**
 * Does at once what is short; what a large scene makes long, in slices with rests between them: it
 * takes at most a fifth of the time.
 */
export class TimeSlicer {
  readonly #now: () => number;
  #work: Iterator<unknown> | null = null;
  #next: (() => Iterator<unknown>) | null = null;
  #due: ReturnType<typeof setTimeout> | undefined;
  #rested = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
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
  run(make: () => Iterator<unknown>): void {
    this.#next = make;
    if (!this.#work) this.#go();
  }

  /** What is at work is wanted no more. */
  stop(): void {
    clearTimeout(this.#due);
    this.#work = this.#next = null;
  }

  readonly #go = (): void => {
    clearTimeout(this.#due);
    const start = this.#now();
    if (start < this.#rested) {
      this.#due = setTimeout(this.#go, this.#rested - start);
      return;
    }
    while (this.#step() && this.#now() - start < SLICE);
    const took = this.#now() - start;
    if (took >= SLICE) this.#rested = start + took + REST * took;
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
