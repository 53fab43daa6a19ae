import { isRecord } from '@iklab/core/scenario/checks';
import { threadTime } from '@iklab/core/time';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Services } from '../../browser/services.ts';

type WithStorage = Pick<Services, 'storage'>;

export interface SavedFormula {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Time at which the formula was saved, in milliseconds since 1970. */
  readonly time: number;
}

const KEY = 'iklab.formulas';
const MAX_FORMULAS = 60;

/** Returns the formulas stored in this browser, newest first. */
export function readSavedFormulas(services: WithStorage): SavedFormula[] {
  const stored = readSavedValue(services, KEY);
  return Array.isArray(stored) ? stored.filter(isFormula) : [];
}

/**
 * Stores a formula and replaces a formula of the same name. Returns false if storage is forbidden
 * or full.
 */
export function saveFormula(
  services: WithStorage,
  name: string,
  text: string,
  time = threadTime.date(),
): boolean {
  const saved = readSavedFormulas(services);
  const id = Math.max(0, ...saved.map((each) => each.id)) + 1;
  const otherFormulas = saved.filter((each) => each.name !== name);
  return writeSavedValue(
    services,
    KEY,
    [{ id, name, text, time }, ...otherFormulas].slice(0, MAX_FORMULAS),
  );
}

export function deleteSavedFormula(services: WithStorage, id: number): void {
  writeSavedValue(
    services,
    KEY,
    readSavedFormulas(services).filter((each) => each.id !== id),
  );
}

const isFormula = (value: unknown): value is SavedFormula =>
  isRecord(value) &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  typeof value.text === 'string' &&
  typeof value.time === 'number';
