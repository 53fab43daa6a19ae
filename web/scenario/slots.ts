/** Slots: the colour, mark and dash of a panel, one to eight. */
import { MAX_METHODS } from './bounds.ts';
import type { MethodPanel } from './types.ts';

type Slottable = Pick<MethodPanel, 'id' | 'params' | 'targetClamp'> & {
  readonly slot: number | null;
};

/** The slot that a panel would like best; null: any. */
function preferredSlot({ id, params, targetClamp }: Slottable): number | null {
  if (id === 'dls') {
    if (targetClamp.mode === 'off') return 5;
    return params.lambda === 1.1 ? 6 : 3;
  }
  return { transpose: 1, truncated: 2, sdls: 4 }[id] ?? null;
}

/** Gives every panel a slot: the one it names, else the one it prefers if free, else the lowest free. */
export function assignSlots<P extends Slottable>(
  panels: readonly (P | null)[],
): (P & { readonly slot: number })[] | (null | (P & { readonly slot: number }))[] {
  const taken = new Set(panels.map((panel) => panel?.slot));
  return panels.map((panel) => {
    if (panel === null) return null;
    const preferred = preferredSlot(panel);
    const slot = panel.slot ?? (preferred && !taken.has(preferred) ? preferred : lowestFree(taken));
    taken.add(slot);
    return { ...panel, slot };
  });
}

function lowestFree(taken: ReadonlySet<number | null | undefined>): number {
  for (let slot = 1; slot <= MAX_METHODS; slot++) if (!taken.has(slot)) return slot;
  return MAX_METHODS;
}

/** The same panels, with null where the rules give the slot anyway. */
export function leaveOutSlots(panels: readonly MethodPanel[]): (number | null)[] {
  let slots: (number | null)[] = panels.map(({ slot }) => slot);
  const given = (trial: readonly (number | null)[]) =>
    assignSlots(panels.map((panel, i) => ({ ...panel, slot: trial[i] ?? null })));
  panels.forEach((_, i) => {
    const trial = slots.map((slot, j) => (j === i ? null : slot));
    const same = given(trial).every((panel, j) => panel?.slot === panels[j]?.slot);
    if (same) slots = trial;
  });
  return slots;
}
