const RATE = 60; // frames of the scenario per second at speed 1
const MOST = 4; // at once
const PAUSE = 1; // s; a longer gap is a page that was hidden, and is not made up for

const CARRIED = 0.49; // frames at speed 1; what a slow page owes beyond that is forgotten

/** Turns the display's time into frames due: 60 a second at speed 1, whatever the display. */
export class Clock {
  #last: number | null = null;
  #owed = 0;

  /** Frames due at `now`, milliseconds. */
  due(now: number, speed = 1): number {
    const elapsed = this.#last === null ? 1 / RATE : (now - this.#last) / 1000;
    this.#last = now;
    if (elapsed > PAUSE) this.#owed = 1;
    else this.#owed += elapsed * RATE * speed;
    // rounding, not cutting off: a display at 60 Hz gives exactly one, however its time jitters
    const due = Math.min(MOST, Math.max(0, Math.round(this.#owed)));
    this.#owed = Math.min(this.#owed - due, CARRIED * Math.max(1, speed));
    return due;
  }

  reset(): void {
    this.#last = null;
    this.#owed = 0;
  }
}
