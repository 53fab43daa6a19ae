import type { Services } from './services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** Returns null if the value is missing or unreadable. */
export function readSaved(services: WithStorage, key: string): unknown {
  try {
    return JSON.parse(services.storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns false if storage is forbidden or full; callers continue without it. */
export function writeSavedValue(services: WithStorage, key: string, value: unknown): boolean {
  try {
    services.storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
