import type { Services } from './services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** What is kept in this browser and is no part of a scene; null: nothing, or nothing readable. */
export function readKept(services: WithStorage, key: string): unknown {
  try {
    return JSON.parse(services.storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** False: nothing may be stored, or not as much; one does without. */
export function writeKept(services: WithStorage, key: string, value: unknown): boolean {
  try {
    services.storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
