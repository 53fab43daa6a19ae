import { type ReadonlySignal, signal } from '@preact/signals';

/** Tells of changes, however many there are, so often that one sees them come. */
export class ChangePulse {
  readonly #turn = signal(0);
  readonly #pause: number;
  #due = false;

  /** `pause`: milliseconds between two. */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** Read where something shall follow. */
  get changes(): ReadonlySignal<number> {
    return this.#turn;
  }

  readonly notify = (): void => {
    if (this.#due) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      this.#turn.value += 1;
    }, this.#pause);
  };
}
