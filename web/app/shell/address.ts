import { signal } from '@preact/signals';
import { type Catalogue, deepEqual, isRecord, type Scenario } from 'iklab/scenario';
import type { Cancel, Time } from 'iklab/time';
import type { Autosave } from '../browser/autosave.ts';
import { type LabScope, onLabEnd } from '../browser/labScope.ts';
import type { AddressBar } from '../browser/services.ts';

const SETTLE = 400; // Milliseconds without an edit.

/**
 * The id of the stored scene of this entry of the browser's history; null if the fragment encodes
 * the scene.
 */
export function keptPlace({ state }: AddressBar): number | null {
  return isRecord(state) && typeof state.kept === 'number' ? state.kept : null;
}

/**
 * Keeps the address bar and the autosave up to date with the current scene. If the scene is too
 * large for a link, the address stays and the history entry stores the scene's id instead.
 */
export class Address {
  readonly #bar: AddressBar;
  readonly #time: Time;
  readonly #kept: Autosave;
  readonly #catalogue: Catalogue;
  #due: Cancel | undefined;
  #waiting: Scenario | null = null;
  /** Id under which the current scene is stored. */
  #place: number;
  readonly #places = new WeakMap<Scenario, number>();
  /** By id: the scene as it was when opened. */
  readonly #opened = new Map<number, Scenario>();
  fragment = '';
  #large = false;
  /**
   * The fragment of the current history entry. If the bar's fragment differs, a link was followed
   * and its event is still pending.
   */
  #entry: string;
  /** Whether the address belongs to another page: history entries are left unchanged. */
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

  /** Schedules storing the edited scene and updating the history entry. */
  sceneEdited(scenario: Scenario): void {
    // Undo and redo return to scenes that were opened under another id.
    this.#place = this.#places.get(scenario) ?? this.#place;
    this.#places.set(scenario, this.#place);
    this.#waiting = scenario;
    this.#due?.();
    this.#due = this.#time.after(SETTLE, () => this.writeNow());
  }

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

  markEntry(): void {
    if (this.#large) this.#bar.replace({ kept: this.#place });
    else if (this.fragment !== '') this.#bar.replace(null, this.fragment);
    this.#note();
  }

  async push(fragment: string): Promise<void> {
    await this.writeNow();
    this.#bar.push(null, fragment);
    this.#note();
    this.fragment = fragment;
  }

  /**
   * Adds a history entry for a scene. Returns false if no link can hold the scene: then call
   * `keepScene` once the scene is open.
   */
  async pushScene(scenario: Scenario): Promise<boolean> {
    await this.writeNow();
    const link = await this.linkOf(scenario);
    if (link !== null) await this.push(link);
    return link !== null;
  }

  /** Changes the fragment of the current scene in the same history entry. */
  rewrite(fragment: string): void {
    this.fragment = fragment;
    this.markEntry();
  }

  /** Null if the scene is too large for a link. */
  async linkOf(scenario: Scenario): Promise<string | null> {
    // Not needed for the first picture.
    const { encodeLink, LinkFault } = await import('iklab/scenario/encodeLink');
    return encodeLink(scenario, this.#catalogue).catch((error) => {
      if (error instanceof LinkFault) return null;
      throw error;
    });
  }

  /** Stores the current scene because no link can hold it. Returns false if storing fails. */
  keepScene(scenario: Scenario): boolean {
    this.#large = true;
    const held = this.#kept.save(this.#place, scenario);
    this.markEntry();
    return held;
  }

  /**
   * Stores the pending edit without updating the address, before another scene replaces this one.
   */
  keepWaiting(): void {
    this.#due?.();
    if (this.#waiting) this.#keep(this.#waiting);
    this.#waiting = null;
  }

  /** Starts tracking another scene, stored under a new id or the one that it already has. */
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
