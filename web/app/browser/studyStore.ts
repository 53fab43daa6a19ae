import { threadActivity, threadTime } from '@iklab/core/time';
import type { TaskResultStore } from '@iklab/study/tasks';
import { entries, get, setMany } from 'idb-keyval';
import { addChecksum, verifyChecksum } from './checksum.ts';
import { createOnDemandStore } from './createOnDemandStore.ts';
import { readSavedValue, writeSavedValue } from './savedValues.ts';
import type { Services } from './services.ts';

const NAME = 'iklab-study-';
const LIST = 'iklab.studies';
const WRITTEN_KEY = 'written';
const MAX_RUNS = 24;

/**
 * Stores study results in this browser. Calls reject if the browser refuses the database. Results
 * with a wrong checksum are dropped and solved again.
 */
export class StudyStore implements TaskResultStore {
  readonly #services: Pick<Services, 'storage' | 'databases'>;

  constructor(services: Pick<Services, 'storage' | 'databases'>) {
    this.#services = services;
  }

  async read(key: string): Promise<Map<number, unknown>> {
    if (!this.#storedKeys().includes(key)) return new Map();
    const stored = await entries(this.#store(key));
    return new Map(
      stored.flatMap(([index, entry]): [number, unknown][] => {
        const result = verifyChecksum(entryName(key, index), entry);
        return typeof index === 'number' && result !== undefined ? [[index, result]] : [];
      }),
    );
  }

  async write(key: string, index: number, result: unknown): Promise<void> {
    await this.#remember(key);
    const entry = addChecksum(entryName(key, index), result);
    await setMany(
      [
        [index, entry],
        [WRITTEN_KEY, threadTime.date()],
      ],
      this.#store(key),
    );
  }

  async savedAt(key: string): Promise<number | null> {
    if (!this.#storedKeys().includes(key)) return null;
    const time: unknown = await get(WRITTEN_KEY, this.#store(key));
    return typeof time === 'number' && time > 0 && time <= threadTime.date() ? time : null;
  }

  async forget(key: string): Promise<void> {
    this.#writeList(this.#storedKeys().filter((each) => each !== key));
    await this.#remove(key);
  }

  #store(key: string) {
    return createOnDemandStore(this.#services, NAME + key, 'results');
  }

  #storedKeys(): string[] {
    const list = readSavedValue(this.#services, LIST);
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
  }

  /** Stores the list of keys. A failed write is ignored; the list then lacks the new key. */
  #writeList(keys: readonly string[]): void {
    writeSavedValue(this.#services, LIST, keys);
  }

  async #remember(key: string): Promise<void> {
    const keys = this.#storedKeys();
    if (keys.includes(key)) return;
    this.#writeList([...keys, key].slice(-MAX_RUNS));
    if (!this.#storedKeys().includes(key)) throw new Error('its local storage is full or blocked');
    await Promise.all(keys.slice(0, -MAX_RUNS + 1).map((each) => this.#remove(each)));
  }

  #remove(key: string): Promise<void> {
    const removed = new Promise<void>((resolve) => {
      const request = this.#services.databases?.deleteDatabase(NAME + key);
      if (!request) return resolve();
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
    return threadActivity.track('store', removed);
  }
}

const entryName = (key: string, index: IDBValidKey): string => `${key}:${String(index)}`;
