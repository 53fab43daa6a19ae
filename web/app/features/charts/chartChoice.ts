import { isRecord } from 'iklab/scenario';
import { readSaved, writeSaved } from '../../browser/savedValues.ts';
import type { Services } from '../../browser/services.ts';

/** The chosen charts, stored in this browser and not in the scene. */
const KEY = 'iklab.charts';

export interface ChartChoice {
  readonly kinds: readonly string[];
  readonly table: boolean;
}

export function readChartChoice(services: Pick<Services, 'storage'>): ChartChoice {
  const read = readSaved(services, KEY);
  if (!isRecord(read)) return { kinds: [], table: false };
  const { kinds, table } = read;
  const ids = Array.isArray(kinds) ? kinds.filter((id) => typeof id === 'string') : [];
  return { kinds: ids, table: table === true };
}

export const saveChartChoice = (
  services: Pick<Services, 'storage'>,
  choice: ChartChoice,
): boolean => writeSaved(services, KEY, choice);
