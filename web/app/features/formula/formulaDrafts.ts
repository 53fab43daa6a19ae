/**
 * Formulas that are not valid yet, stored in this browser, so that a reload or a crash loses none.
 */
import { isRecord } from 'iklab/scenario';
import { readKept, writeKept } from '../../browser/keptValues.ts';
import type { Services } from '../../browser/services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** A text that is being edited in place of a formula of the document. */
export interface FormulaDraft {
  readonly slot: number;
  /** The formula in the document, which identifies the draft. */
  readonly base: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

const KEY = 'iklab.formula-drafts';
const MOST = 8;

const all = (services: WithStorage): FormulaDraft[] => {
  const kept = readKept(services, KEY);
  return Array.isArray(kept) ? kept.filter(isDraft) : [];
};

/** The draft for a panel's formula; null if there is none. */
export const draftOf = (services: WithStorage, slot: number, base: string): FormulaDraft | null =>
  all(services).find((draft) => draft.slot === slot && draft.base === base) ?? null;

/** Stores a draft and replaces an older one. Returns false if storage is forbidden or full. */
export function keepDraft(services: WithStorage, draft: FormulaDraft): boolean {
  const others = all(services).filter(
    ({ slot, base }) => slot !== draft.slot || base !== draft.base,
  );
  return writeKept(services, KEY, [draft, ...others].slice(0, MOST));
}

/** Deletes the draft of a text that became valid or was discarded. */
export function dropDraft(services: WithStorage, slot: number, base: string): void {
  const kept = all(services);
  const others = kept.filter((draft) => draft.slot !== slot || draft.base !== base);
  if (others.length < kept.length) writeKept(services, KEY, others);
}

const isDraft = (value: unknown): value is FormulaDraft =>
  isRecord(value) &&
  typeof value.slot === 'number' &&
  typeof value.base === 'string' &&
  typeof value.text === 'string' &&
  typeof value.time === 'number';
