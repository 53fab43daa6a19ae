import type { Lab } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import { TimeSlicer } from '../session/timeSlicer.ts';
import type { RunHistory } from './runHistory.ts';

/** Analyses the entries of a history on request, and caches the results. */
export class HistoryDiagnostics {
  readonly #source: { readonly lab: Lab };
  readonly #instances: number;
  readonly #history: RunHistory;
  readonly #manipulability: Float64Array;
  readonly #condition: Float64Array;
  readonly #filled: Float64Array;
  readonly #timeSlicer: TimeSlicer;
  #run: number;

  constructor(source: { readonly lab: Lab }, history: RunHistory, now = threadTime.now) {
    this.#timeSlicer = new TimeSlicer(now);
    this.#instances = source.lab.instanceCount;
    const size = history.capacity * this.#instances;
    this.#source = source;
    this.#history = history;
    this.#manipulability = new Float64Array(size);
    this.#condition = new Float64Array(size);
    this.#filled = new Float64Array(history.capacity).fill(-1);
    this.#run = history.run;
  }

  /**
   * Analyses an instance at an entry in pieces, and evaluates tau(sigma) of its method at `sigmas`.
   */
  inspectSliced(entry: number, instance: number, sigmas: ArrayLike<number>) {
    return this.#source.lab.inspectFilterSliced(
      instance,
      () => sigmas,
      this.#probe(entry, instance),
    );
  }

  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    return this.#source.lab.jointDamping(instance, values);
  }

  /**
   * Analyses the entries from the newest back to `first` in slices. Returns false while entries are
   * missing.
   */
  fill(first: number): boolean {
    if (this.#run !== this.#history.run) {
      this.#filled.fill(-1);
      this.#timeSlicer.stop();
    }
    this.#run = this.#history.run;
    if (this.#newestMissing(first) === null) return true;
    if (this.#timeSlicer.isReady) this.#timeSlicer.run(() => this.#computeMissing(first));
    return !this.#timeSlicer.busy && this.#newestMissing(first) === null;
  }

  close(): void {
    this.#timeSlicer.stop();
  }

  #newestMissing(first: number): number | null {
    for (let entry = this.#history.last; entry >= first; entry--)
      if (this.#filled[entry % this.#history.capacity] !== entry) return entry;
    return null;
  }

  *#computeMissing(first: number): Generator<void> {
    for (
      let entry = this.#newestMissing(first);
      entry !== null;
      entry = this.#newestMissing(first)
    ) {
      const index = entry % this.#history.capacity;
      for (let instance = 0; instance < this.#instances; instance++) {
        // Stops if the history no longer has the entry.
        if (entry < this.#history.first || entry > this.#history.last) break;
        const found = yield* this.#source.lab.inspectSliced(null, this.#probe(entry, instance));
        this.#manipulability[index * this.#instances + instance] = found.manipulability;
        this.#condition[index * this.#instances + instance] = found.condition;
        yield;
      }
      this.#filled[index] = entry;
    }
  }

  /** Returns the manipulability of an instance at an entry; NaN if it is not computed yet. */
  manipulability(entry: number, instance: number): number {
    return this.#cachedValue(this.#manipulability, entry, instance);
  }

  condition(entry: number, instance: number): number {
    return this.#cachedValue(this.#condition, entry, instance);
  }

  #cachedValue(values: Float64Array, entry: number, instance: number): number {
    const index = entry % this.#history.capacity;
    if (this.#filled[index] !== entry) return Number.NaN;
    return values[index * this.#instances + instance] as number;
  }

  #probe(entry: number, instance: number) {
    const history = this.#history;
    return {
      angles: history.angles(entry, instance),
      goals: history.goals(entry),
      clamps: history.clamps(entry, instance),
    };
  }
}
