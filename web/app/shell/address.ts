import { signal } from '@preact/signals';
import { type Catalogue, deepEqual, isRecord, type Scenario } from 'iklab/scenario';
import type { Cancel, Time } from 'iklab/time';
import type { Autosave } from '../browser/autosave.ts';
import { type LabScope, onLabEnd } from '../browser/labScope.ts';
import type { AddressBar } from '../browser/services.ts';

const SETTLE = 400; // ms without an edit

/** Where the scene of this entry of the browser's history is kept; null: its fragment says it all. */
export function keptPlace({ state }: AddressBar): number | null {
  return isRecord(state) && typeof state.kept === 'number' ? state.kept : null;
}

/**
 * Keeps the address bar and the autosave up to date with the scene at work. One that is too large
 * for a link leaves the address as it was: the entry of the history tells where the scene is kept.
 */
export class Address {
  readonly #bar: AddressBar;
  readonly #time: Time;
  readonly #kept: Autosave;
  readonly #catalogue: Catalogue;
  #due: Cancel | undefined;
  #waiting: Scenario | null = null;
  /** Where the scene at work is kept. */
  #place: number;
  readonly #places = new WeakMap<Scenario, number>();
  /** By place: the scene as it was opened there. */
  readonly #opened = new Map<number, Scenario>();
  /** The fragment that stands for the scene at work. */
  fragment = '';
  #large = false;
  /** The fragment of the history's entry; where it is another, a link was followed and not yet heard of. */
  #entry: string;
  /** The address is that of something else for now: no entry of the history is touched. */
  readonly away = signal(false);

  constructor(scope: LabScope, kept: Autosave) {
    const { services, ended } = scope;
    const { address, engine } = services;
    this.#kept = kept;
    this.#place = kept.newPlace();
    this.#catalogue = engine.catalogue;
    this.#bar = address;
    this.#time = services.time;
    this.#entry = address.fragment;
    address.onChange(() => this.#note(), ended);
    address.onLeave(() => {
      if (this.#waiting) this.#keep(this.#waiting);
    }, ended);
    onLabEnd(scope, () => this.keepWaiting());
  }

  /** The scene was edited: the entry of the browser's history becomes the new one, in a while. */
  sceneEdited(scenario: Scenario): void {
    // undo and redo lead back to scenes that were opened before
    this.#place = this.#places.get(scenario) ?? this.#place;
    this.#places.set(scenario, this.#place);
    this.#waiting = scenario;
    this.#due?.();
    this.#due = this.#time.after(SETTLE, () => this.writeNow());
  }

  /** Another scene is about to be opened here: what waits is written first. */
  async writeNow(): Promise<void> {
    this.#due?.();
    const scenario = this.#waiting;
    if (!scenario) return;
    this.#keep(scenario);
    const link = await this.linkOf(scenario);
    if (scenario !== this.#waiting) return;
    this.#waiting = null;
    this.#large = link === null;
    if (link === null) this.#kept.save(this.#place, scenario);
    else this.fragment = link;
    if (!this.away.peek() && this.#bar.fragment === this.#entry) this.markEntry();
  }

  #note(): void {
    this.#entry = this.#bar.fragment;
  }

  /** The entry of the history is that of the scene at work. */
  markEntry(): void {
    if (this.#large) this.#bar.replace({ kept: this.#place });
    else if (this.fragment !== '') this.#bar.replace(null, this.fragment);
    this.#note();
  }

  /** A new entry, which Back leaves. */
  async push(fragment: string): Promise<void> {
    await this.writeNow();
    this.#bar.push(null, fragment);
    this.#note();
    this.fragment = fragment;
  }

  /** A new entry for a scene, which Back leaves; false where no link can hold it: `keepScene` once it is open. */
  async pushScene(scenario: Scenario): Promise<boolean> {
    await this.writeNow();
    const link = await this.linkOf(scenario);
    if (link !== null) await this.push(link);
    return link !== null;
  }

  /** The current scene by another fragment, in the same entry of the history. */
  rewrite(fragment: string): void {
    this.fragment = fragment;
    this.markEntry();
  }

  /** Null: too large for a link. */
  async linkOf(scenario: Scenario): Promise<string | null> {
    // not needed for the first picture
    const { encodeLink, LinkFault } = await import('iklab/scenario/encodeLink');
    return encodeLink(scenario, this.#catalogue).catch((error) => {
      if (error instanceof LinkFault) return null;
      throw error;
    });
  }

  /** The scene that was begun last is kept where a link cannot hold it; false: it could not be. */
  keepScene(scenario: Scenario): boolean {
    this.#large = true;
    const held = this.#kept.save(this.#place, scenario);
    this.markEntry();
    return held;
  }

  /** What waits is about a scene that another takes the place of: kept, and no longer in the address. */
  keepWaiting(): void {
    this.#due?.();
    if (this.#waiting) this.#keep(this.#waiting);
    this.#waiting = null;
  }

  /** Another scene is at work: kept in a place of its own, or where it was kept before. */
  beginScene(scenario: Scenario, place = this.#kept.newPlace()): void {
    this.keepWaiting();
    this.#large = false;
    this.#place = place;
    this.#places.set(scenario, place);
    this.#opened.set(place, scenario);
  }

  #keep(scenario: Scenario): void {
    const own = !deepEqual(scenario, this.#opened.get(this.#place));
    if (own || this.#kept.has(this.#place)) this.#kept.save(this.#place, scenario);
  }
}
