import { isRecord } from 'iklab/scenario';
import { threadTime } from 'iklab/time';
import { readKept, writeKept } from '../../browser/keptValues.ts';
import type { Services } from '../../browser/services.ts';

type WithStorage = Pick<Services, 'storage'>;

export interface KeptFormula {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

const KEY = 'iklab.formulas';
/** Maximum number; the oldest are deleted. */
export const MOST_FORMULAS = 60;

/** Newest first. */
export function keptFormulas(services: WithStorage): KeptFormula[] {
  const kept = readKept(services, KEY);
  return Array.isArray(kept) ? kept.filter(isFormula) : [];
}

/**
 * Stores a formula under its name, replacing one of the same name. Returns false if storage is
 * forbidden or full.
 */
export function keepFormula(
  services: WithStorage,
  name: string,
  text: string,
  time = threadTime.date(),
): boolean {
  const kept = keptFormulas(services);
  const id = Math.max(0, ...kept.map((each) => each.id)) + 1;
  const others = kept.filter((each) => each.name !== name);
  return writeKept(services, KEY, [{ id, name, text, time }, ...others].slice(0, MOST_FORMULAS));
}

export function forgetFormula(services: WithStorage, id: number): void {
  writeKept(
    services,
    KEY,
    keptFormulas(services).filter((each) => each.id !== id),
  );
}

const isFormula = (value: unknown): value is KeptFormula =>
  isRecord(value) &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  typeof value.text === 'string' &&
  typeof value.time === 'number';
