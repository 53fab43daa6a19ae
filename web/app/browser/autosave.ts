import { compactDocument, deepEqual, type Scenario } from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import { type Catalogue, containsCustomMethod } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { threadTime } from '@iklab/core/time';
import { readSavedValue, writeSavedValue } from './savedValues.ts';
import type { Services } from './services.ts';

const KEY = 'iklab.scenes';
export const MAX_SAVED_SCENES = 5;

/**
 * Scenes in this browser. The `id` of a scene is its start time in milliseconds. `last` is the id
 * of the scene to open next, or null.
 */
interface StoredScenes {
  readonly last: number | null;
  readonly scenes: readonly Entry[];
}

interface Entry {
  readonly id: number;
  /** Time of the last change, milliseconds since 1970. */
  readonly time: number;
  readonly document: unknown;
}

export interface SavedScene {
  readonly id: number;
  readonly time: number;
  readonly scenario: Scenario;
}

export class Autosave {
  readonly #services: Pick<Services, 'storage'>;
  readonly #catalogue: Catalogue;

  constructor(services: Pick<Services, 'storage'>, catalogue: Catalogue) {
    this.#services = services;
    this.#catalogue = catalogue;
  }

  createId(): number {
    const ids = this.#read().scenes.map(({ id }) => id);
    let id = threadTime.date();
    while (ids.includes(id)) id++;
    return id;
  }

  /** Stores a scene. Returns false if storage is forbidden or full. */
  save(id: number, scenario: Scenario): boolean {
    const document = compactDocument(scenario, this.#catalogue);
    const otherScenes = this.#read().scenes.filter(
      (entry) => entry.id !== id && !deepEqual(entry.document, document),
    );
    const scenes = [{ id, time: threadTime.date(), document }, ...otherScenes].slice(
      0,
      MAX_SAVED_SCENES,
    );
    return this.#write({ last: id, scenes });
  }

  get hasFormulas(): boolean {
    return this.#read().scenes.some(({ document }) => containsCustomMethod(document));
  }

  get all(): SavedScene[] {
    return this.#read().scenes.flatMap(({ id, time, document }) => {
      const scenario = parseScenarioDocument(document, this.#catalogue);
      return scenario.ok ? [{ id, time, scenario: scenario.value }] : [];
    });
  }

  get last(): SavedScene | null {
    const { last } = this.#read();
    return this.all.find(({ id }) => id === last) ?? null;
  }

  has(id: number): boolean {
    return this.#read().scenes.some((entry) => entry.id === id);
  }

  /**
   * Makes the next visit open the default scene. Stored scenes stay. Returns false if storage
   * fails.
   */
  clearLast(): boolean {
    return this.#write({ ...this.#read(), last: null });
  }

  forget(id: number): void {
    const { last, scenes } = this.#read();
    const otherScenes = scenes.filter((entry) => entry.id !== id);
    this.#write({ last: last === id ? null : last, scenes: otherScenes });
  }

  #read(): StoredScenes {
    const shelf = readSavedValue(this.#services, KEY);
    if (!isRecord(shelf) || !Array.isArray(shelf.scenes)) return { last: null, scenes: [] };
    const last = typeof shelf.last === 'number' ? shelf.last : null;
    return { last, scenes: shelf.scenes.filter(isEntry) };
  }

  #write(shelf: StoredScenes): boolean {
    return writeSavedValue(this.#services, KEY, shelf);
  }
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value.id === 'number' && typeof value.time === 'number';
