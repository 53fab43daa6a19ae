import type { Lab } from '../engine/engine.ts';
import { WARM_UP_UPDATES } from './measures.ts';

/** Mean errors of instances that follow moving targets, over these of their updates. */
export interface Means {
  /** Metres, of each instance. */
  readonly values: readonly number[];
  /** Of each instance: the first and the last update that count. */
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Errors summed from when a run has warmed up; a scene that is changed warms up again. */
export class Following {
  readonly #sums: Float64Array;
  readonly #taken: Float64Array;
  /** Updates that do not count. */
  readonly #warm: Float64Array;

  constructor(instances: number) {
    this.#sums = new Float64Array(instances);
    this.#taken = new Float64Array(instances);
    this.#warm = new Float64Array(instances).fill(WARM_UP_UPDATES);
  }

  /** After every frame, or part of one: what the trace has of it. */
  record(lab: Lab): void {
    this.#sums.forEach((_, i) => {
      const { updates } = lab.status(i);
      const from = Math.max(this.#taken[i] as number, updates - lab.traceCapacity);
      for (let update = from + 1; update <= updates; update++)
        if (update > (this.#warm[i] as number))
          this.#sums[i] = (this.#sums[i] as number) + lab.errorAfter(i, update);
      this.#taken[i] = updates;
    });
  }

  /** A method or a target is another from now on. */
  changed(): void {
    this.#sums.fill(0);
    this.#taken.forEach((taken, i) => {
      this.#warm[i] = taken + WARM_UP_UPDATES;
    });
  }

  /** Nothing has been changed since the run began. */
  get fromStart(): boolean {
    return this.#warm.every((warm) => warm === WARM_UP_UPDATES);
  }

  clear(): void {
    this.#sums.fill(0);
    this.#taken.fill(0);
    this.#warm.fill(WARM_UP_UPDATES);
  }

  /** Null: some instance has not warmed up, or made as many updates again since. */
  get means(): Means | null {
    const made = [...this.#taken].map((taken, i) => taken - (this.#warm[i] as number));
    if (made.some((count) => count < WARM_UP_UPDATES)) return null;
    return {
      values: [...this.#sums].map((sum, i) => sum / (made[i] as number)),
      first: [...this.#warm].map((count) => count + 1),
      last: [...this.#taken],
    };
  }
}
