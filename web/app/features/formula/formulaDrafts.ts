/** Stores formulas with errors in this browser, to survive a reload or a crash. */
import { isRecord } from '@iklab/core/scenario/checks';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Services } from '../../browser/services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** Unapplied text of the formula editor. */
export interface FormulaDraft {
  readonly slot: number;
  /** Formula in the document instead of the draft. Formula and slot number identify the draft. */
  readonly base: string;
  readonly text: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly time: number;
}

const KEY = 'iklab.formula-drafts';
const MAX_DRAFTS = 8;

const readDrafts = (services: WithStorage): FormulaDraft[] => {
  const stored = readSavedValue(services, KEY);
  return Array.isArray(stored) ? stored.filter(isDraft) : [];
};

export const findFormulaDraft = (
  services: WithStorage,
  slot: number,
  base: string,
): FormulaDraft | null =>
  readDrafts(services).find((draft) => draft.slot === slot && draft.base === base) ?? null;

/**
 * Stores a draft and replaces an older draft of the formula. Returns false if storage is forbidden
 * or full.
 */
export function saveFormulaDraft(services: WithStorage, draft: FormulaDraft): boolean {
  const otherDrafts = readDrafts(services).filter(
    ({ slot, base }) => slot !== draft.slot || base !== draft.base,
  );
  return writeSavedValue(services, KEY, [draft, ...otherDrafts].slice(0, MAX_DRAFTS));
}

export function deleteFormulaDraft(services: WithStorage, slot: number, base: string): void {
  const drafts = readDrafts(services);
  const remaining = drafts.filter((draft) => draft.slot !== slot || draft.base !== base);
  if (remaining.length < drafts.length) writeSavedValue(services, KEY, remaining);
}

const isDraft = (value: unknown): value is FormulaDraft =>
  isRecord(value) &&
  typeof value.slot === 'number' &&
  typeof value.base === 'string' &&
  typeof value.text === 'string' &&
  typeof value.time === 'number';
