import { isRecord } from 'iklab/scenario';
import { keep, kept } from '../../browser/kept.ts';

/** Which charts one wants to see: kept in this browser, no part of the scene. */
const KEY = 'iklab.charts';

export interface Choice {
  readonly kinds: readonly string[];
  readonly table: boolean;
}

export function chosenCharts(): Choice {
  const read = kept(KEY);
  if (!isRecord(read)) return { kinds: [], table: false };
  const { kinds, table } = read;
  const ids = Array.isArray(kinds) ? kinds.filter((id) => typeof id === 'string') : [];
  return { kinds: ids, table: table === true };
}

export const keepCharts = (choice: Choice): void => keep(KEY, choice);
