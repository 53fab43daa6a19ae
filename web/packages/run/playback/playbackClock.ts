const RATE = 60; // Frames of the scenario per second at speed 1.
const MAX_FRAMES = 4; // Frames at once.
const MAX_GAP = 1; // Seconds: a longer gap means that the page was hidden, and is skipped.

const MAX_BACKLOG = 0.49; // Frames at speed 1: a larger backlog of a slow page is dropped.

/**
 * Converts the time of the display to frames of the scenario that are due: 60 per second at speed
 * 1, on any display.
 */
export class PlaybackClock {
  #last: number | null = null;
  #owed = 0;

  /** Returns the number of frames that are due since the last call; `now` in milliseconds. */
  dueFrames(now: number, speed = 1): number {
    const elapsed = this.#last === null ? 1 / RATE : (now - this.#last) / 1000;
    this.#last = now;
    if (elapsed > MAX_GAP) this.#owed = 1;
    else this.#owed += elapsed * RATE * speed;
    // Rounds, so that a display at 60 Hz gives exactly one frame even if its time jitters.
    const count = Math.min(MAX_FRAMES, Math.max(0, Math.round(this.#owed)));
    this.#owed = Math.min(this.#owed - count, MAX_BACKLOG * Math.max(1, speed));
    return count;
  }

  reset(): void {
    this.#last = null;
    this.#owed = 0;
  }
}
