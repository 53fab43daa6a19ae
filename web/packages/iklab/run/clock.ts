const RATE = 60; // Frames of the scenario per second at speed 1.
const MOST = 4; // Frames at once.
const PAUSE = 1; // Seconds: a longer gap means that the page was hidden, and is skipped.

const CARRIED = 0.49; // Frames at speed 1: a larger backlog of a slow page is dropped.

/** Converts display time to due frames: 60 per second at speed 1, on any display. */
export class Clock {
  #last: number | null = null;
  #owed = 0;

  /** Returns the number of frames due at `now`, in milliseconds. */
  due(now: number, speed = 1): number {
    const elapsed = this.#last === null ? 1 / RATE : (now - this.#last) / 1000;
    this.#last = now;
    if (elapsed > PAUSE) this.#owed = 1;
    else this.#owed += elapsed * RATE * speed;
    // Rounds, so that a display at 60 Hz gives exactly one frame even if its time jitters.
    const due = Math.min(MOST, Math.max(0, Math.round(this.#owed)));
    this.#owed = Math.min(this.#owed - due, CARRIED * Math.max(1, speed));
    return due;
  }

  reset(): void {
    this.#last = null;
    this.#owed = 0;
  }
}
