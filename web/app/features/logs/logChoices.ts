/** Choices for reading logs, stored in this browser by file name. */
import { type JointColumnChoice, type LogAngleUnit, TIME_UNITS, type TimeUnit } from '@iklab/logs';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Page } from '../../page.ts';

export interface LogReadingChoices {
  readonly columns?: JointColumnChoice;
  readonly angles?: LogAngleUnit;
  readonly timeUnit?: TimeUnit;
  /** True to compare the log with the scene's targets, even if the log has goals. */
  readonly sceneGoals?: boolean;
  readonly fitted?: boolean;
}

const KEY = 'iklab.logs';
const MAX_NAMES = 20; // Maximum number of names.

type SavedChoices = readonly (readonly [string, LogReadingChoices])[];

function readSavedChoices({ scope }: Page): SavedChoices {
  const all = readSavedValue(scope.services, KEY);
  if (!Array.isArray(all)) return [];
  return all.flatMap((entry) => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
    return [[entry[0], parseChoices(entry[1])] as const];
  });
}

function parseChoices(written: unknown): LogReadingChoices {
  if (typeof written !== 'object' || written === null) return {};
  const { columns, angles, timeUnit, sceneGoals, fitted } = written as Record<string, unknown>;
  return {
    ...(isColumns(columns) && { columns }),
    ...((angles === 'degrees' || angles === 'radians') && { angles }),
    ...(isUnit(timeUnit) && { timeUnit }),
    ...(sceneGoals === true && { sceneGoals }),
    ...(fitted === true && { fitted }),
  };
}

const isUnit = (unit: unknown): unit is TimeUnit =>
  (TIME_UNITS as readonly unknown[]).includes(unit);
const isColumns = (columns: unknown): columns is JointColumnChoice =>
  typeof columns === 'object' &&
  columns !== null &&
  Object.values(columns).every((name) => name === null || typeof name === 'string');

export const savedLogChoices = (page: Page, name: string): LogReadingChoices =>
  readSavedChoices(page).find(([each]) => each === name)?.[1] ?? {};

export function saveLogChoices(page: Page, name: string, choices: LogReadingChoices): void {
  const otherChoices = readSavedChoices(page).filter(([each]) => each !== name);
  writeSavedValue(page.scope.services, KEY, [[name, choices], ...otherChoices].slice(0, MAX_NAMES));
}
