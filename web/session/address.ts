import type { Catalogue } from '../scenario/catalogue.ts';
import { encodeLink } from '../scenario/codec.ts';
import type { Scenario } from '../scenario/types.ts';
import { same } from '../scenario/write.ts';
import { isKept, newPlace, save } from './autosave.ts';

const SETTLE = 400; // ms without an edit

/** Keeps the address bar and the autosave up to date with the scene at work. */
export class Address {
  readonly #catalogue: Catalogue;
  #due = 0;
  #waiting: Scenario | null = null;
  /** Where the scene at work is kept. */
  #place = newPlace();
  readonly #places = new WeakMap<Scenario, number>();
  /** By place: the scene as it was opened there. */
  readonly #opened = new Map<number, Scenario>();
  /** The fragment that stands for the scene at work. */
  at = '';
  /** The address is that of something else for now: no entry of the history is touched. */
  away = false;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    window.addEventListener('pagehide', () => {
      if (this.#waiting) this.#keep(this.#waiting);
    });
  }

  /** The scene was edited: the entry of the browser's history becomes the new one, in a while. */
  edited(scenario: Scenario): void {
    // undo and redo lead back to scenes that were opened before
    this.#place = this.#places.get(scenario) ?? this.#place;
    this.#places.set(scenario, this.#place);
    this.#waiting = scenario;
    clearTimeout(this.#due);
    this.#due = window.setTimeout(() => this.settle(), SETTLE);
  }

  /** Another scene is about to be opened here: what waits is written first. */
  async settle(): Promise<void> {
    clearTimeout(this.#due);
    const scenario = this.#waiting;
    if (!scenario) return;
    this.#keep(scenario);
    const fragment = await encodeLink(scenario, this.#catalogue);
    if (scenario !== this.#waiting) return;
    this.#waiting = null;
    this.at = fragment;
    if (!this.away) history.replaceState(null, '', fragment);
  }

  /** A new entry, which Back leaves. */
  async push(fragment: string): Promise<void> {
    await this.settle();
    history.pushState(null, '', fragment);
    this.at = fragment;
  }

  /** What waits is about a scene that another takes the place of: kept, and no longer in the address. */
  drop(): void {
    clearTimeout(this.#due);
    if (this.#waiting) this.#keep(this.#waiting);
    this.#waiting = null;
  }

  /** Another scene is at work: kept in a place of its own, or where it was kept before. */
  begin(scenario: Scenario, place = newPlace()): void {
    this.drop();
    this.#place = place;
    this.#places.set(scenario, place);
    this.#opened.set(place, scenario);
  }

  #keep(scenario: Scenario): void {
    const own = !same(scenario, this.#opened.get(this.#place));
    if (own || isKept(this.#place)) save(this.#place, scenario, this.#catalogue);
  }
}
