import type { Catalogue } from '../scenario/catalogue.ts';
import { encodeLink } from '../scenario/codec.ts';
import type { Scenario } from '../scenario/types.ts';
import { save } from './autosave.ts';

const SETTLE = 400; // ms without an edit

/** Keeps the address bar and the autosave up to date with the scene at work. */
export class Address {
  readonly #catalogue: Catalogue;
  #due = 0;
  #waiting: Scenario | null = null;
  /** The fragment that stands for the scene at work. */
  at = '';
  /** The address is that of something else for now: no entry of the history is touched. */
  away = false;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    window.addEventListener('pagehide', () => {
      if (this.#waiting) save(this.#waiting, catalogue);
    });
  }

  /** The scene was edited: the entry of the browser's history becomes the new one, in a while. */
  edited(scenario: Scenario): void {
    this.#waiting = scenario;
    clearTimeout(this.#due);
    this.#due = window.setTimeout(() => this.settle(), SETTLE);
  }

  /** Another scene is about to be opened here: what waits is written first. */
  async settle(): Promise<void> {
    clearTimeout(this.#due);
    const scenario = this.#waiting;
    if (!scenario) return;
    save(scenario, this.#catalogue);
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

  /** What waits is about a scene that is gone. */
  drop(): void {
    clearTimeout(this.#due);
    this.#waiting = null;
  }
}
