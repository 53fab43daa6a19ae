const SLOW = 24; // updates that one shall see one by one
const PACE = 3; // frames of each of them

/**
 * The pace of the first run that a newcomer sees: its first updates slowly, the rest an update a
 * frame. It counts frames, so that tests can take it step by step.
 */
export class FirstRunPace {
  #frame = 0;

  /** A frame passes; true: it brings an update. */
  next(): boolean {
    const slow = this.#frame < PACE * SLOW;
    return this.#frame++ % PACE === 0 || !slow;
  }
}
