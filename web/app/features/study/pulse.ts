import { type ReadonlySignal, signal } from '@preact/signals';
import { threadTime } from 'iklab/time';

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
    threadTime.after(this.#pause, () => {
      this.#due = false;
      this.#turn.value += 1;
    });
  };
}
