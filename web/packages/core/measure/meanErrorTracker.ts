import type { Lab } from '../engine/engine.ts';
import { WARM_UP_UPDATES } from './trajectoryStats.ts';

export interface MeanErrors {
  readonly values: readonly number[];
  /** First and (`last`) last update that count in the mean error of each instance. */
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/**
 * Computes the mean error of each instance after its warm-up; `restartWarmUp` begins another
 * warm-up.
 */
export class MeanErrorTracker {
  readonly #sums: Float64Array;
  readonly #readUpdates: Float64Array;
  readonly #warm: Float64Array;

  constructor(instances: number) {
    this.#sums = new Float64Array(instances);
    this.#readUpdates = new Float64Array(instances);
    this.#warm = new Float64Array(instances).fill(WARM_UP_UPDATES);
  }

  /**
   * Adds the errors of the updates since the last call. Must be called after every frame or part of
   * one.
   */
  record(lab: Lab): void {
    this.#sums.forEach((_, i) => {
      const { updates } = lab.status(i);
      const from = Math.max(this.#readUpdates[i] as number, updates - lab.traceCapacity);
      for (let update = from + 1; update <= updates; update++)
        if (update > (this.#warm[i] as number))
          this.#sums[i] = (this.#sums[i] as number) + lab.errorAfter(i, update);
      this.#readUpdates[i] = updates;
    });
  }

  restartWarmUp(): void {
    this.#sums.fill(0);
    this.#readUpdates.forEach((updates, i) => {
      this.#warm[i] = updates + WARM_UP_UPDATES;
    });
  }

  get fromStart(): boolean {
    return this.#warm.every((warm) => warm === WARM_UP_UPDATES);
  }

  clear(): void {
    this.#sums.fill(0);
    this.#readUpdates.fill(0);
    this.#warm.fill(WARM_UP_UPDATES);
  }

  /** Mean errors; null until every instance has run as long after the warm-up as in the warm-up. */
  get means(): MeanErrors | null {
    const made = [...this.#readUpdates].map((updates, i) => updates - (this.#warm[i] as number));
    if (made.some((count) => count < WARM_UP_UPDATES)) return null;
    return {
      values: [...this.#sums].map((sum, i) => sum / (made[i] as number)),
      first: [...this.#warm].map((count) => count + 1),
      last: [...this.#readUpdates],
    };
  }
}
