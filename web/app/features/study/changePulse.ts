import { threadTime } from '@iklab/core/time';
import { type ReadonlySignal, signal } from '@preact/signals';

/** Combines frequent changes into notifications at a rate that the page can show. */
export class ChangePulse {
  readonly #count = signal(0);
  readonly #pause: number;
  #pending = false;

  /** Creates a pulse with `pause` milliseconds between notifications. */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** Number of notifications so far; reading its value subscribes to the changes. */
  get changes(): ReadonlySignal<number> {
    return this.#count;
  }

  readonly notify = (): void => {
    if (this.#pending) return;
    this.#pending = true;
    threadTime.schedule(this.#pause, () => {
      this.#pending = false;
      this.#count.value += 1;
    });
  };
}
