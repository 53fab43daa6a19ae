import type { Findings, Lab } from '../engine/engine.ts';
import type { History } from './history.ts';

/** Found while a chart asks, newest first, so many at a time. */
const AT_ONCE = 100;

/** What the microscope says of the entries of a history: looked up when asked for, and kept. */
export class Insight {
  readonly #source: { readonly lab: Lab };
  readonly #panels: number;
  readonly #history: History;
  readonly #manipulability: Float64Array;
  readonly #condition: Float64Array;
  /** The entry that a place is filled with; −1: none. */
  readonly #filled: Float64Array;
  #run: number;

  /** `source`: whose lab it is at the time. */
  constructor(source: { readonly lab: Lab }, history: History) {
    this.#panels = source.lab.panelCount;
    const size = history.capacity * this.#panels;
    this.#source = source;
    this.#history = history;
    this.#manipulability = new Float64Array(size);
    this.#condition = new Float64Array(size);
    this.#filled = new Float64Array(history.capacity).fill(-1);
    this.#run = history.run;
  }

  /** A panel's problem at an entry. */
  at(entry: number, panel: number): Findings {
    return this.#look(entry, panel, panel);
  }

  /** τ(σ) of a panel's method at an entry. */
  filter(entry: number, panel: number, sigmas: ArrayLike<number>): Float64Array {
    const { angles, goals, clamps } = this.#probe(entry, panel);
    return this.#source.lab.filter(panel, sigmas, { angles, goals, clamps });
  }

  /** Fills entries back to `first`; false: there is more to do. */
  fill(first: number): boolean {
    if (this.#run !== this.#history.run) this.#filled.fill(-1);
    this.#run = this.#history.run;
    let left = AT_ONCE;
    for (let entry = this.#history.last; entry >= first; entry--) {
      if (this.#filled[entry % this.#history.capacity] === entry) continue;
      if (left === 0) return false;
      left--;
      this.#fillEntry(entry);
    }
    return true;
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

  #fillEntry(entry: number): void {
    const at = entry % this.#history.capacity;
    for (let panel = 0; panel < this.#panels; panel++) {
      const { manipulability, condition } = this.#look(entry, panel, null);
      this.#manipulability[at * this.#panels + panel] = manipulability;
      this.#condition[at * this.#panels + panel] = condition;
    }
    this.#filled[at] = entry;
  }

  #look(entry: number, panel: number, method: number | null): Findings {
    return this.#source.lab.inspect(method, this.#probe(entry, panel));
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
