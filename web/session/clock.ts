const RATE = 60; // frames of the scenario per second at speed 1
const MOST = 4;
const PAUSE = 1; // s; a longer gap is a page that was hidden, and is not made up for

/** Turns the display's time into frames due: 60 a second whatever the display. */
export class Clock {
  #last: number | null = null;
  #owed = 0;

  /** Frames due at `now`, milliseconds. */
  due(now: number): number {
    const elapsed = this.#last === null ? 1 / RATE : (now - this.#last) / 1000;
    this.#last = now;
    if (elapsed > PAUSE) this.#owed = 1;
    else this.#owed += elapsed * RATE;
    // rounding, not cutting off: a display at 60 Hz gives exactly one, however its time jitters
    const due = Math.max(0, Math.round(this.#owed));
    this.#owed -= due;
    return Math.min(due, MOST);
  }

  reset(): void {
    this.#last = null;
    this.#owed = 0;
  }
}
