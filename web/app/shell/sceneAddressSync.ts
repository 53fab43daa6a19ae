import { deepEqual, type Scenario } from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { CancelCallback, TimeSource } from '@iklab/core/time';
import { signal } from '@preact/signals';
import type { Autosave } from '../browser/autosave.ts';
import { type LabScope, onLabEnd } from '../browser/labScope.ts';
import type { AddressBar } from '../browser/services.ts';

const EDIT_DELAY = 400; // Milliseconds without an edit.

/**
 * Returns the id of the scene stored for the history entry; null if the fragment encodes the scene.
 */
export function getSavedSceneId({ state }: AddressBar): number | null {
  return isRecord(state) && typeof state.kept === 'number' ? state.kept : null;
}

/**
 * Keeps the address bar and the autosave up to date with the current scene. For a scene too large
 * for a link, the history entry stores the scene's id and the address stays.
 */
export class SceneAddressSync {
  readonly #bar: AddressBar;
  readonly #time: TimeSource;
  readonly #autosave: Autosave;
  readonly #catalogue: Catalogue;
  #cancelWrite: CancelCallback | undefined;
  #pending: Scenario | null = null;
  #sceneId: number;
  readonly #sceneIds = new WeakMap<Scenario, number>();
  readonly #openedScenes = new Map<number, Scenario>();
  fragment = '';
  #large = false;
  /**
   * Fragment of the current history entry. A different fragment in the bar is from a followed link,
   * whose event is still pending.
   */
  #entry: string;
  /** True if the address belongs to another page. History entries then stay unchanged. */
  readonly suspended = signal(false);

  constructor(scope: LabScope, autosave: Autosave) {
    const { services, endSignal } = scope;
    const { address, engine } = services;
    this.#autosave = autosave;
    this.#sceneId = autosave.createId();
    this.#catalogue = engine.catalogue;
    this.#bar = address;
    this.#time = services.time;
    this.#entry = address.fragment;
    address.onChange(() => this.#updateEntry(), endSignal);
    address.onLeave(() => {
      if (this.#pending) this.#save(this.#pending);
    }, endSignal);
    onLabEnd(scope, () => this.savePending());
  }

  /** Schedules storing an edited scene and updating the history entry. */
  sceneEdited(scenario: Scenario): void {
    // Undo and redo return to scenes that were opened under another id.
    this.#sceneId = this.#sceneIds.get(scenario) ?? this.#sceneId;
    this.#sceneIds.set(scenario, this.#sceneId);
    this.#pending = scenario;
    this.#cancelWrite?.();
    this.#cancelWrite = this.#time.schedule(EDIT_DELAY, () => this.writeNow());
  }

  async writeNow(): Promise<void> {
    this.#cancelWrite?.();
    const scenario = this.#pending;
    if (!scenario) return;
    this.#save(scenario);
    const link = await this.makeLink(scenario);
    if (scenario !== this.#pending) return;
    this.#pending = null;
    this.#large = link === null;
    if (link === null) this.#autosave.save(this.#sceneId, scenario);
    else this.fragment = link;
    if (!this.suspended.peek() && this.#bar.fragment === this.#entry) this.markEntry();
  }

  #updateEntry(): void {
    this.#entry = this.#bar.fragment;
  }

  markEntry(): void {
    if (this.#large) this.#bar.replace({ kept: this.#sceneId });
    else if (this.fragment !== '') this.#bar.replace(null, this.fragment);
    this.#updateEntry();
  }

  async push(fragment: string): Promise<void> {
    await this.writeNow();
    this.#bar.push(null, fragment);
    this.#updateEntry();
    this.fragment = fragment;
  }

  /**
   * Adds a history entry for a scene. Returns false if no link can hold the scene. Then call
   * `keepScene` once the scene is open.
   */
  async pushScene(scenario: Scenario): Promise<boolean> {
    await this.writeNow();
    const link = await this.makeLink(scenario);
    if (link !== null) await this.push(link);
    return link !== null;
  }

  rewrite(fragment: string): void {
    this.fragment = fragment;
    this.markEntry();
  }

  /** Returns null if the scene is too large for a link. */
  async makeLink(scenario: Scenario): Promise<string | null> {
    // Not needed for the first picture.
    const { encodeLink, LinkTooLongError } = await import('@iklab/core/scenario/link/encodeLink');
    return encodeLink(scenario, this.#catalogue).catch((error) => {
      if (error instanceof LinkTooLongError) return null;
      throw error;
    });
  }

  /** Stores a scene that no link can hold; returns false if storing fails. */
  keepScene(scenario: Scenario): boolean {
    this.#large = true;
    const isSaved = this.#autosave.save(this.#sceneId, scenario);
    this.markEntry();
    return isSaved;
  }

  savePending(): void {
    this.#cancelWrite?.();
    if (this.#pending) this.#save(this.#pending);
    this.#pending = null;
  }

  /** Stores changes of the scene under `id`, by default a new id. */
  beginScene(scenario: Scenario, id = this.#autosave.createId()): void {
    this.savePending();
    this.#large = false;
    this.#sceneId = id;
    this.#sceneIds.set(scenario, id);
    this.#openedScenes.set(id, scenario);
  }

  #save(scenario: Scenario): void {
    const isEdited = !deepEqual(scenario, this.#openedScenes.get(this.#sceneId));
    if (isEdited || this.#autosave.has(this.#sceneId)) this.#autosave.save(this.#sceneId, scenario);
  }
}
