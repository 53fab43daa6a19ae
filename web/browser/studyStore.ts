/** Results of studies in this browser, as they come: one database a run. */

import type { ResultStore } from '@iklab/study';
import { entries, set } from 'idb-keyval';
import { briefStore } from './briefStore.ts';
import { sealed, unsealed } from './sealed.ts';

const NAME = 'iklab-study-';
const LIST = 'iklab.studies';
/** Runs that are kept; the oldest makes room. */
const MOST = 24;

/**
 * A database in private windows may be there and refuse: then every call fails with the reason. What is
 * not as it was written is left out, and solved again.
 */
export const studyStore: ResultStore = {
  async read(key) {
    if (!keptKeys().includes(key)) return new Map();
    const kept = await entries(storeOf(key));
    return new Map(
      kept.flatMap(([place, entry]): [number, unknown][] => {
        const result = unsealed(nameOf(key, place), entry);
        return typeof place === 'number' && result !== undefined ? [[place, result]] : [];
      }),
    );
  },
  async write(key, place, result) {
    await remember(key);
    await set(place, sealed(nameOf(key, place), result), storeOf(key));
  },
  async forget(key) {
    write(keptKeys().filter((each) => each !== key));
    await remove(key);
  },
};

const nameOf = (key: string, place: IDBValidKey): string => `${key}:${String(place)}`;

const storeOf = (key: string) => briefStore(NAME + key, 'results');

/** The newest last. */
function keptKeys(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(LIST) ?? '[]');
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function write(keys: readonly string[]): void {
  try {
    localStorage.setItem(LIST, JSON.stringify(keys));
  } catch {
    // whoever asks for it finds it missing
  }
}

async function remember(key: string): Promise<void> {
  const keys = keptKeys();
  if (keys.includes(key)) return;
  write([...keys, key].slice(-MOST));
  if (!keptKeys().includes(key)) throw new Error('its local storage is full or blocked');
  await Promise.all(keys.slice(0, -MOST + 1).map(remove));
}

function remove(key: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME + key);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
