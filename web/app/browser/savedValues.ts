import type { Services } from './services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** Reads a value from local storage; returns null for a missing or unreadable value. */
export function readSavedValue(services: WithStorage, key: string): unknown {
  try {
    return JSON.parse(services.storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes a value to local storage; returns false if storage is forbidden or full. */
export function writeSavedValue(services: WithStorage, key: string, value: unknown): boolean {
  try {
    services.storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
