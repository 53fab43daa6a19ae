import { type ReadonlySignal, signal } from '@preact/signals';
import { threadTime } from 'iklab/time';

/** Combines frequent changes into notifications at a rate that the page can show. */
export class ChangePulse {
  readonly #turn = signal(0);
  readonly #pause: number;
  #due = false;

  /** `pause`: milliseconds between notifications. */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** Reading its value subscribes to the changes. */
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
