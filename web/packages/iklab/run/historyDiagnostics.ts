import type { Lab } from '../engine/engine.ts';
import { threadTime } from '../time/time.ts';
import type { History } from './history.ts';
import { TimeSlicer } from './timeSlicer.ts';

/** What the diagnostics say of the entries of a history: looked up when asked for, and kept. */
export class HistoryDiagnostics {
  readonly #source: { readonly lab: Lab };
  readonly #instances: number;
  readonly #history: History;
  readonly #manipulability: Float64Array;
  readonly #condition: Float64Array;
  /** The entry that a place is filled with; −1: none. */
  readonly #filled: Float64Array;
  readonly #timeSlicer: TimeSlicer;
  #run: number;

  /** `source`: whose lab it is at the time. */
  constructor(source: { readonly lab: Lab }, history: History, now = threadTime.now) {
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

  /** An instance's problem at an entry, and τ of its method at these σ, with a rest after each piece. */
  at(entry: number, instance: number, sigmas: ArrayLike<number>) {
    return this.#source.lab.inspectingFilter(instance, () => sigmas, this.#probe(entry, instance));
  }

  /** λ_j of an instance's method, of every joint at each of its values; NaN where it has none. */
  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    return this.#source.lab.jointDamping(instance, values);
  }

  /** Fills entries back to `first`, newest first and in slices; false: there is more to do. */
  fill(first: number): boolean {
    if (this.#run !== this.#history.run) {
      this.#filled.fill(-1);
      this.#timeSlicer.stop();
    }
    this.#run = this.#history.run;
    if (this.#missing(first) === null) return true;
    if (this.#timeSlicer.isReady) this.#timeSlicer.run(() => this.#fill(first));
    return !this.#timeSlicer.busy && this.#missing(first) === null;
  }

  close(): void {
    this.#timeSlicer.stop();
  }

  /** The newest entry that is not filled; null: all are. */
  #missing(first: number): number | null {
    for (let entry = this.#history.last; entry >= first; entry--)
      if (this.#filled[entry % this.#history.capacity] !== entry) return entry;
    return null;
  }

  *#fill(first: number): Generator<void> {
    for (let entry = this.#missing(first); entry !== null; entry = this.#missing(first)) {
      const at = entry % this.#history.capacity;
      for (let instance = 0; instance < this.#instances; instance++) {
        // nothing is filled from a past that has gone meanwhile
        if (entry < this.#history.first || entry > this.#history.last) break;
        const found = yield* this.#source.lab.inspecting(null, this.#probe(entry, instance));
        this.#manipulability[at * this.#instances + instance] = found.manipulability;
        this.#condition[at * this.#instances + instance] = found.condition;
        yield;
      }
      this.#filled[at] = entry;
    }
  }

  /** NaN: not filled. */
  manipulability(entry: number, instance: number): number {
    return this.#kept(this.#manipulability, entry, instance);
  }

  condition(entry: number, instance: number): number {
    return this.#kept(this.#condition, entry, instance);
  }

  #kept(values: Float64Array, entry: number, instance: number): number {
    const at = entry % this.#history.capacity;
    if (this.#filled[at] !== entry) return Number.NaN;
    return values[at * this.#instances + instance] as number;
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
