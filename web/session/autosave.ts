import type { Catalogue } from '../scenario/catalogue.ts';
import { parse } from '../scenario/parse.ts';
import { isRecord } from '../scenario/shapes.ts';
import type { Scenario } from '../scenario/types.ts';
import { compact } from '../scenario/write.ts';

const KEY = 'iklab.scene';

export interface Saved {
  readonly scenario: Scenario;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Keeps the scene at work in this browser; where nothing may be stored, it does without. */
export function save(scenario: Scenario, catalogue: Catalogue): void {
  try {
    const document = compact(scenario, catalogue);
    localStorage.setItem(KEY, JSON.stringify({ time: Date.now(), document }));
  } catch {
    // storage is full or forbidden
  }
}

/** Null: nothing kept, or nothing that this version can read. */
export function saved(catalogue: Catalogue): Saved | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(kept) || typeof kept.time !== 'number') return null;
    const read = parse(kept.document, catalogue);
    return read.ok ? { scenario: read.value, time: kept.time } : null;
  } catch {
    return null;
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing could be kept either
  }
}
