import { threadTime } from '@iklab/core/time';
import { type ReadonlySignal, signal } from '@preact/signals';

/** Combines frequent changes into one notification per interval. */
export class ChangeNotifier {
  readonly #count = signal(0);
  readonly #pause: number;
  #pending = false;

  /** `pause`: milliseconds between a change and its notification. */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** Number of notifications so far. Reading the signal subscribes to notifications. */
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
