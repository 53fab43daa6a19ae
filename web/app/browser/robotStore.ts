/**
 * Stores the files of the last imported robots in this browser, and how trees were created from
 * them.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { del, get, keys, set, type UseStore } from 'idb-keyval';
import { isRecord } from 'iklab/scenario';
import { briefStore } from './briefStore.ts';
import { readKept } from './keptValues.ts';
import { perLab } from './labScope.ts';
import type { Services } from './services.ts';

const LIST = 'iklab.robots';
const MOST = 6; // Robots, as many as the page keeps in memory.
const MOST_WAYS = 24; // Trees of one robot: other effectors, other arguments.

export interface RobotWay {
  /** Identifies the tree; computed from its frames. */
  readonly key: string;
  readonly args: readonly (readonly [string, string])[];
  readonly base: 'held' | 'free';
  /** Chosen units and convention; missing in older entries. */
  readonly reading?: Readonly<Record<string, unknown>>;
}

export interface KeptRobot {
  readonly id: string;
  /** The name under which the robot was dropped. */
  readonly name: string;
  readonly bytes: number;
}

interface Entry extends KeptRobot {
  readonly ways: readonly RobotWay[];
}

export interface StoredRobot {
  readonly id: string;
  /** Newest first: several if readings differ in limits only. */
  readonly ways: readonly RobotWay[];
  readonly archive: Uint8Array;
}

type Named = Pick<KeptRobot, 'id' | 'name'>;

export class RobotStore {
  readonly #in: Pick<Services, 'storage'>;
  readonly #archives: UseStore;
  readonly #forgotten = signal<ReadonlySet<string>>(new Set());
  /** The last write. Writes are sequential: each deletes archives that are not in the list. */
  #storing: Promise<unknown> = Promise.resolve();

  constructor(services: Pick<Services, 'storage' | 'databases'>) {
    this.#in = services;
    this.#archives = briefStore(services, 'iklab-robots', 'archives');
  }

  get forgotten(): ReadonlySignal<ReadonlySet<string>> {
    return this.#forgotten;
  }

  /** Newest first. */
  get robots(): readonly KeptRobot[] {
    return [...this.#entries()].reverse();
  }

  get any(): boolean {
    return this.#entries().length > 0;
  }

  has(key: string): boolean {
    return this.#entryOf(key) !== undefined;
  }

  /** Deletes the files of a robot. Throws if the database does not respond. */
  async forget(id: string): Promise<void> {
    await del(id, this.#archives);
    this.#write(this.#entries().filter((entry) => entry.id !== id));
    this.#forgotten.value = new Set([...this.#forgotten.peek(), id]);
  }

  /** Null if the robot is not stored. */
  async read(key: string): Promise<StoredRobot | null> {
    const entry = this.#entryOf(key);
    if (!entry) return null;
    const ways = entry.ways.filter((each) => each.key === key).reverse();
    const archive: unknown = await get(entry.id, this.#archives);
    return archive instanceof Uint8Array ? { id: entry.id, ways, archive } : null;
  }

  /** `archive` has all files of the robot. Throws if storage is forbidden or full. */
  store(robot: Named, way: RobotWay, archive: Uint8Array): Promise<void> {
    const stored = this.#storing.then(() => this.#storeNext(robot, way, archive));
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  async #storeNext({ id, name }: Named, way: RobotWay, archive: Uint8Array): Promise<void> {
    const others = this.#entries().filter((entry) => entry.id !== id);
    let left = others.slice(-(MOST - 1));
    await this.#keepOnly([...left.map((entry) => entry.id), id]);
    for (;;) {
      try {
        await set(id, archive, this.#archives);
        break;
      } catch (error) {
        // Delete the oldest robot to make room.
        const [oldest, ...rest] = left;
        if (!oldest || !(error instanceof DOMException) || error.name !== 'QuotaExceededError')
          throw error;
        await del(oldest.id, this.#archives);
        left = rest;
      }
    }
    this.#write([...left, this.#withWay({ id, name, bytes: archive.length, ways: [] }, way)]);
    this.#forgotten.value = new Set([...this.#forgotten.peek()].filter((each) => each !== id));
  }

  /**
   * Adds a tree of stored files and makes them the newest. Returns false if the files are not
   * stored.
   */
  storeWay(id: string, way: RobotWay): boolean {
    const entry = this.#entries().find((each) => each.id === id);
    if (!entry) return false;
    const others = this.#entries().filter((each) => each.id !== id);
    this.#write([...others, this.#withWay(entry, way)]);
    return true;
  }

  #withWay(entry: Entry, way: RobotWay): Entry {
    const ways = this.#entries().find(({ id }) => id === entry.id)?.ways ?? [];
    const others = ways.filter((each) => !isSame(each, way));
    return { ...entry, ways: [...others, way].slice(-MOST_WAYS) };
  }

  /** Deletes all other archives, including those missing from the list. */
  async #keepOnly(ids: readonly string[]): Promise<void> {
    for (const id of await keys<string>(this.#archives))
      if (!ids.includes(id)) await del(id, this.#archives);
  }

  #entryOf(key: string): Entry | undefined {
    return this.#entries().findLast(({ ways }) => ways.some((way) => way.key === key));
  }

  /** Oldest first. */
  #entries(): readonly Entry[] {
    const list = readKept(this.#in, LIST);
    return Array.isArray(list) ? list.filter(isEntry) : [];
  }

  /** Throws if the list cannot be written: an unlisted archive would never be found. */
  #write(list: readonly Entry[]): void {
    this.#in.storage.setItem(LIST, JSON.stringify(list));
  }
}

export const robotStore = perLab(({ scope }) => new RobotStore(scope.services));

const isSame = (a: RobotWay, b: RobotWay): boolean =>
  a.key === b.key && JSON.stringify(a.reading ?? {}) === JSON.stringify(b.reading ?? {});

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.bytes === 'number' &&
  Array.isArray(value.ways) &&
  value.ways.every(isWay);

const isWay = (value: unknown): value is RobotWay =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  (value.base === 'held' || value.base === 'free') &&
  (value.reading === undefined || isRecord(value.reading)) &&
  Array.isArray(value.args) &&
  value.args.every((each) => Array.isArray(each) && each.every((text) => typeof text === 'string'));
