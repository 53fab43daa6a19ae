const WINDOW = 1000; // Milliseconds over which a share is measured.
const MIN_SHARE = 0.9; // A smaller delay is not visible.
const RATE = 60; // Frames per second at speed 1.

export class SpeedMeter {
  #since: number | null = null;
  #made = 0;
  #short = false;
  #share: number | null = null;

  /** Counts the frames computed up to `now`, in milliseconds. `short`: true if more were due. */
  count(now: number, made: number, short: boolean): void {
    this.#since ??= now;
    this.#made += made;
    this.#short ||= short;
  }

  /**
   * Returns the fraction of due frames computed in the last second, at `rate` times the normal
   * speed; null if nearly all were. If none was, the time is longer and one frame counts as
   * computed.
   */
  share(now: number, rate: number): number | null {
    const elapsed = now - (this.#since ?? now);
    if (elapsed < WINDOW) return this.#share;
    const share = Math.max(1, this.#made) / ((elapsed / 1000) * RATE * rate);
    this.#share = this.#short && share < MIN_SHARE ? share : null;
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
