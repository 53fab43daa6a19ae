/** Results of studies in this browser, as they come: one database a run. */
import { createStore, entries, set, type UseStore } from 'idb-keyval';
import type { ResultStore } from '../study/taskRun.ts';

const NAME = 'iklab-study-';
const LIST = 'iklab.studies';
/** Runs that are kept; the oldest makes room. */
const MOST = 24;

const open = new Map<string, UseStore>();

/** A database in private windows may be there and refuse: then every call fails with the reason. */
export const studyStore: ResultStore = {
  async read(key) {
    if (!keptKeys().includes(key)) return new Map();
    return new Map((await entries(storeOf(key))) as [number, unknown][]);
  },
  async write(key, place, result) {
    await remember(key);
    await set(place, result, storeOf(key));
  },
  async forget(key) {
    write(keptKeys().filter((each) => each !== key));
    await remove(key);
  },
};

function storeOf(key: string): UseStore {
  const store = open.get(key) ?? createStore(NAME + key, 'results');
  open.set(key, store);
  return store;
}

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
  open.delete(key);
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME + key);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
