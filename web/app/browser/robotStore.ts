import { isRecord } from '@iklab/core/scenario/checks';
import { type ReadonlySignal, signal } from '@preact/signals';
import { del, get, keys, set, type UseStore } from 'idb-keyval';
import { createOnDemandStore } from './createOnDemandStore.ts';
import { memoizePerLab } from './labScope.ts';
import { readSavedValue } from './savedValues.ts';
import type { Services } from './services.ts';

const LIST = 'iklab.robots';
const MAX_ROBOTS = 6; // Robots, as many as the page keeps in memory.
const MAX_IMPORTS = 24; // Trees of one robot: other effectors, other arguments.

export interface RobotImport {
  /** Key of the imported joint tree, computed from the joint frames. */
  readonly key: string;
  readonly args: readonly (readonly [string, string])[];
  readonly base: 'held' | 'free';
  /** Chosen units and convention of the description; absent in older entries. */
  readonly reading?: Readonly<Record<string, unknown>>;
}

export interface SavedRobot {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

interface Entry extends SavedRobot {
  readonly ways: readonly RobotImport[];
}

export interface SavedRobotFiles {
  readonly id: string;
  /**
   * Joint trees from the files, newest first. A robot has several if the trees differ only in
   * limits.
   */
  readonly imports: readonly RobotImport[];
  readonly archive: Uint8Array;
}

type Named = Pick<SavedRobot, 'id' | 'name'>;

export class RobotStore {
  readonly #services: Pick<Services, 'storage'>;
  readonly #archives: UseStore;
  readonly #forgotten = signal<ReadonlySet<string>>(new Set());
  /** The last write. Writes are sequential, because each write deletes unlisted archives. */
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(services: Pick<Services, 'storage' | 'databases'>) {
    this.#services = services;
    this.#archives = createOnDemandStore(services, 'iklab-robots', 'archives');
  }

  get forgotten(): ReadonlySignal<ReadonlySet<string>> {
    return this.#forgotten;
  }

  /** The stored robots, newest first. */
  get robots(): readonly SavedRobot[] {
    return [...this.#entries()].reverse();
  }

  get hasRobots(): boolean {
    return this.#entries().length > 0;
  }

  has(key: string): boolean {
    return this.#findEntry(key) !== undefined;
  }

  async forget(id: string): Promise<void> {
    await del(id, this.#archives);
    this.#write(this.#entries().filter((entry) => entry.id !== id));
    this.#forgotten.value = new Set([...this.#forgotten.peek(), id]);
  }

  /** Returns the files of the robot with the tree `key`; null if they are not stored. */
  async read(key: string): Promise<SavedRobotFiles | null> {
    const entry = this.#findEntry(key);
    if (!entry) return null;
    const imports = entry.ways.filter((each) => each.key === key).reverse();
    const archive: unknown = await get(entry.id, this.#archives);
    return archive instanceof Uint8Array ? { id: entry.id, imports, archive } : null;
  }

  /** Stores a robot. `archive` has all files. Rejects if storage is forbidden or full. */
  store(robot: Named, robotImport: RobotImport, archive: Uint8Array): Promise<void> {
    const stored = this.#lastWrite.then(() => this.#storeNext(robot, robotImport, archive));
    this.#lastWrite = stored.catch(() => undefined);
    return stored;
  }

  async #storeNext(
    { id, name }: Named,
    robotImport: RobotImport,
    archive: Uint8Array,
  ): Promise<void> {
    const otherRobots = this.#entries().filter((entry) => entry.id !== id);
    let remaining = otherRobots.slice(-(MAX_ROBOTS - 1));
    await this.#deleteOthers([...remaining.map((entry) => entry.id), id]);
    for (;;) {
      try {
        await set(id, archive, this.#archives);
        break;
      } catch (error) {
        // Delete the oldest robot to make room.
        const [oldest, ...rest] = remaining;
        if (!oldest || !(error instanceof DOMException) || error.name !== 'QuotaExceededError')
          throw error;
        await del(oldest.id, this.#archives);
        remaining = rest;
      }
    }
    this.#write([
      ...remaining,
      this.#withImport({ id, name, bytes: archive.length, ways: [] }, robotImport),
    ]);
    this.#forgotten.value = new Set([...this.#forgotten.peek()].filter((each) => each !== id));
  }

  /**
   * Adds a joint tree to a stored robot and makes that robot the newest. Returns false without such
   * a robot.
   */
  storeImport(id: string, robotImport: RobotImport): boolean {
    const entry = this.#entries().find((each) => each.id === id);
    if (!entry) return false;
    const otherRobots = this.#entries().filter((each) => each.id !== id);
    this.#write([...otherRobots, this.#withImport(entry, robotImport)]);
    return true;
  }

  #withImport(entry: Entry, robotImport: RobotImport): Entry {
    const imports = this.#entries().find(({ id }) => id === entry.id)?.ways ?? [];
    const otherImports = imports.filter((each) => !isSameImport(each, robotImport));
    return { ...entry, ways: [...otherImports, robotImport].slice(-MAX_IMPORTS) };
  }

  async #deleteOthers(ids: readonly string[]): Promise<void> {
    for (const id of await keys<string>(this.#archives))
      if (!ids.includes(id)) await del(id, this.#archives);
  }

  #findEntry(key: string): Entry | undefined {
    return this.#entries().findLast(({ ways: imports }) =>
      imports.some((robotImport) => robotImport.key === key),
    );
  }

  #entries(): readonly Entry[] {
    const list = readSavedValue(this.#services, LIST);
    return Array.isArray(list) ? list.filter(isEntry) : [];
  }

  /** Stores the list of robots. Throws if storage fails, because unlisted archives are lost. */
  #write(list: readonly Entry[]): void {
    this.#services.storage.setItem(LIST, JSON.stringify(list));
  }
}

export const getRobotStore = memoizePerLab(({ scope }) => new RobotStore(scope.services));

const isSameImport = (a: RobotImport, b: RobotImport): boolean =>
  a.key === b.key && JSON.stringify(a.reading ?? {}) === JSON.stringify(b.reading ?? {});

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.bytes === 'number' &&
  Array.isArray(value.ways) &&
  value.ways.every(isRobotImport);

const isRobotImport = (value: unknown): value is RobotImport =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  (value.base === 'held' || value.base === 'free') &&
  (value.reading === undefined || isRecord(value.reading)) &&
  Array.isArray(value.args) &&
  value.args.every((each) => Array.isArray(each) && each.every((text) => typeof text === 'string'));
