import type { Services } from './services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** Reads a value from local storage; returns null if it is missing or unreadable. */
export function readSavedValue(services: WithStorage, key: string): unknown {
  try {
    return JSON.parse(services.storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Writes a value to local storage; returns false if storage is forbidden or full, and callers
 * continue without it.
 */
export function writeSavedValue(services: WithStorage, key: string, value: unknown): boolean {
  try {
    services.storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
