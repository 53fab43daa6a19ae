const WINDOW = 1000; // ms that a share is of
const ENOUGH = 0.9; // nobody sees what is less behind than this
const RATE = 60; // frames a second at speed 1

/** Whether the solver keeps up with the clock, second by second. */
export class SpeedMeter {
  #since: number | null = null;
  #made = 0;
  #short = false;
  #share: number | null = null;

  /** At `now`, milliseconds, so many frames were made; `short`: more were due. */
  count(now: number, made: number, short: boolean): void {
    this.#since ??= now;
    this.#made += made;
    this.#short ||= short;
  }

  /**
   * Of the frames of the last second at `rate`, or of longer where none was done: then as if one
   * were done now. Null: all, or near it.
   */
  share(now: number, rate: number): number | null {
    const elapsed = now - (this.#since ?? now);
    if (elapsed < WINDOW) return this.#share;
    const share = Math.max(1, this.#made) / ((elapsed / 1000) * RATE * rate);
    this.#share = this.#short && share < ENOUGH ? share : null;
    if (this.#made === 0 && this.#short) return this.#share;
    this.#since = now;
    this.#made = 0;
    this.#short = false;
    return this.#share;
  }

  reset(): void {
    this.#since = this.#share = null;
    this.#made = 0;
    this.#short = false;
  }
}
