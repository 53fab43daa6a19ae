const SLOW_UPDATES = 24; // Updates that are shown slowly.
const FRAMES_PER_UPDATE = 3; // Frames per slow update.

/**
 * Pace of a visitor's first run: slow updates, then one per frame. Counts frames instead of time,
 * so that tests can step through it.
 */
export class FirstRunPace {
  #frame = 0;

  /** Counts a frame of the display; returns true if the run makes an update in it. */
  next(): boolean {
    const slow = this.#frame < FRAMES_PER_UPDATE * SLOW_UPDATES;
    return this.#frame++ % FRAMES_PER_UPDATE === 0 || !slow;
  }
}
