import type { ResultStore } from '@iklab/study';
import { entries, get, setMany } from 'idb-keyval';
import { threadActivity, threadTime } from 'iklab/time';
import { briefStore } from './briefStore.ts';
import { readKept, writeKept } from './keptValues.ts';
import { sealed, unsealed } from './sealed.ts';
import type { Services } from './services.ts';

const NAME = 'iklab-study-';
const LIST = 'iklab.studies';
/** Key of the time of the last write. */
const WRITTEN = 'written';
/** Maximum number of stored runs; the oldest is deleted. */
const MOST = 24;

/**
 * In private windows a database may exist but refuse access: then every call rejects with the
 * reason. Results with a wrong checksum are left out and solved again.
 */
export class StudyStore implements ResultStore {
  readonly #in: Pick<Services, 'storage' | 'databases'>;

  constructor(services: Pick<Services, 'storage' | 'databases'>) {
    this.#in = services;
  }

  async read(key: string): Promise<Map<number, unknown>> {
    if (!this.#kept().includes(key)) return new Map();
    const kept = await entries(this.#store(key));
    return new Map(
      kept.flatMap(([place, entry]): [number, unknown][] => {
        const result = unsealed(nameOf(key, place), entry);
        return typeof place === 'number' && result !== undefined ? [[place, result]] : [];
      }),
    );
  }

  async write(key: string, place: number, result: unknown): Promise<void> {
    await this.#remember(key);
    const kept = sealed(nameOf(key, place), result);
    await setMany(
      [
        [place, kept],
        [WRITTEN, threadTime.date()],
      ],
      this.#store(key),
    );
  }

  async keptAt(key: string): Promise<number | null> {
    if (!this.#kept().includes(key)) return null;
    const time: unknown = await get(WRITTEN, this.#store(key));
    return typeof time === 'number' && time > 0 && time <= threadTime.date() ? time : null;
  }

  async forget(key: string): Promise<void> {
    this.#list(this.#kept().filter((each) => each !== key));
    await this.#remove(key);
  }

  #store(key: string) {
    return briefStore(this.#in, NAME + key, 'results');
  }

  /** Oldest first. */
  #kept(): string[] {
    const list = readKept(this.#in, LIST);
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
  }

  /** A failed write is ignored: the key is then missing when the list is read. */
  #list(keys: readonly string[]): void {
    writeKept(this.#in, LIST, keys);
  }

  async #remember(key: string): Promise<void> {
    const keys = this.#kept();
    if (keys.includes(key)) return;
    this.#list([...keys, key].slice(-MOST));
    if (!this.#kept().includes(key)) throw new Error('its local storage is full or blocked');
    await Promise.all(keys.slice(0, -MOST + 1).map((each) => this.#remove(each)));
  }

  #remove(key: string): Promise<void> {
    const removed = new Promise<void>((resolve) => {
      const request = this.#in.databases?.deleteDatabase(NAME + key);
      if (!request) return resolve();
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
    return threadActivity.during('store', removed);
  }
}

const nameOf = (key: string, place: IDBValidKey): string => `${key}:${String(place)}`;
