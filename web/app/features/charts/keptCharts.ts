import { isRecord } from 'iklab/scenario';
import { readKept, writeKept } from '../../browser/keptValues.ts';
import type { Services } from '../../browser/services.ts';

/** The chosen charts, stored in this browser and not in the scene. */
const KEY = 'iklab.charts';

export interface Choice {
  readonly kinds: readonly string[];
  readonly table: boolean;
}

export function chosenCharts(services: Pick<Services, 'storage'>): Choice {
  const read = readKept(services, KEY);
  if (!isRecord(read)) return { kinds: [], table: false };
  const { kinds, table } = read;
  const ids = Array.isArray(kinds) ? kinds.filter((id) => typeof id === 'string') : [];
  return { kinds: ids, table: table === true };
}

export const keepCharts = (services: Pick<Services, 'storage'>, choice: Choice): boolean =>
  writeKept(services, KEY, choice);
