/** Which charts one wants to see: kept in this browser, no part of the scene. */
const KEY = 'iklab.charts';

export interface Choice {
  readonly kinds: readonly string[];
  readonly table: boolean;
}

export function chosenCharts(): Choice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return { kinds: [], table: false };
    const { kinds, table } = kept as { kinds?: unknown; table?: unknown };
    const ids = Array.isArray(kinds) ? kinds.filter((id) => typeof id === 'string') : [];
    return { kinds: ids, table: table === true };
  } catch {
    return { kinds: [], table: false };
  }
}

export function keepCharts(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // storage is full or forbidden
  }
}
