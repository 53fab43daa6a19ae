/** Texts of methods that are not right yet, kept in this browser: a reload or a crash loses none of them. */
import { isRecord } from 'iklab/scenario';
import { readKept, writeKept } from '../../browser/keptValues.ts';
import type { Services } from '../../browser/services.ts';

type WithStorage = Pick<Services, 'storage'>;

/** What is being written in place of a text of the document. */
export interface FormulaDraft {
  readonly slot: number;
  /** The text that the document has, by which the draft is found again. */
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

/** The draft of a panel's text; null: there is none. */
export const draftOf = (services: WithStorage, slot: number, base: string): FormulaDraft | null =>
  all(services).find((draft) => draft.slot === slot && draft.base === base) ?? null;

/** Keeps a draft in place of an older one; false: nothing may be stored. */
export function keepDraft(services: WithStorage, draft: FormulaDraft): boolean {
  const others = all(services).filter(
    ({ slot, base }) => slot !== draft.slot || base !== draft.base,
  );
  return writeKept(services, KEY, [draft, ...others].slice(0, MOST));
}

/** A text has become right, or was given up. */
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
