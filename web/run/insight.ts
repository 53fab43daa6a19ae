import type { Lab } from '../engine/engine.ts';
import type { History } from './history.ts';
import { Sparing } from './sparing.ts';

const NOW = () => performance.now();

/** What the diagnostics say of the entries of a history: looked up when asked for, and kept. */
export class Insight {
  readonly #source: { readonly lab: Lab };
  readonly #panels: number;
  readonly #history: History;
  readonly #manipulability: Float64Array;
  readonly #condition: Float64Array;
  /** The entry that a place is filled with; −1: none. */
  readonly #filled: Float64Array;
  readonly #sparing: Sparing;
  #run: number;

  /** `source`: whose lab it is at the time. */
  constructor(source: { readonly lab: Lab }, history: History, now = NOW) {
    this.#sparing = new Sparing(now);
    this.#panels = source.lab.panelCount;
    const size = history.capacity * this.#panels;
    this.#source = source;
    this.#history = history;
    this.#manipulability = new Float64Array(size);
    this.#condition = new Float64Array(size);
    this.#filled = new Float64Array(history.capacity).fill(-1);
    this.#run = history.run;
  }

  /** A panel's problem at an entry, and τ of its method at these σ. */
  at(entry: number, panel: number, sigmas: ArrayLike<number>) {
    return this.#source.lab.inspectFilter(panel, () => sigmas, this.#probe(entry, panel));
  }

  /** λ_j of a panel's method, of every joint at each of its values; NaN where it has none. */
  jointDamping(panel: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    return this.#source.lab.jointDamping(panel, values);
  }

  /** Fills entries back to `first`, newest first and in slices; false: there is more to do. */
  fill(first: number): boolean {
    if (this.#run !== this.#history.run) {
      this.#filled.fill(-1);
      this.#sparing.stop();
    }
    this.#run = this.#history.run;
    if (this.#missing(first) === null) return true;
    if (this.#sparing.rested) this.#sparing.run(() => this.#fill(first));
    return !this.#sparing.busy && this.#missing(first) === null;
  }

  close(): void {
    this.#sparing.stop();
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
      for (let panel = 0; panel < this.#panels; panel++) {
        // nothing is filled from a past that has gone meanwhile
        if (entry < this.#history.first || entry > this.#history.last) break;
        const found = this.#source.lab.inspect(null, this.#probe(entry, panel));
        this.#manipulability[at * this.#panels + panel] = found.manipulability;
        this.#condition[at * this.#panels + panel] = found.condition;
        yield;
      }
      this.#filled[at] = entry;
    }
  }

  /** NaN: not filled. */
  manipulability(entry: number, panel: number): number {
    return this.#kept(this.#manipulability, entry, panel);
  }

  condition(entry: number, panel: number): number {
    return this.#kept(this.#condition, entry, panel);
  }

  #kept(values: Float64Array, entry: number, panel: number): number {
    const at = entry % this.#history.capacity;
    if (this.#filled[at] !== entry) return Number.NaN;
    return values[at * this.#panels + panel] as number;
  }

  #probe(entry: number, panel: number) {
    const history = this.#history;
    return {
      angles: history.angles(entry, panel),
      goals: history.goals(entry),
      clamps: history.clamps(entry, panel),
    };
  }
}
