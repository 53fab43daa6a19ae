/** Slots define the colour, mark and dash pattern of a panel, 1 to 8. */
import { MAX_METHODS } from '../checks/bounds.ts';
import type { MethodPanel } from '../types.ts';
import { methodSlotPreferences } from './methodPresets.ts';

type Slottable = Pick<MethodPanel, 'id' | 'params' | 'targetClamp'> & {
  readonly slot: number | null;
};

const UNCLAIMED = [7, 8];
const ALL_SLOTS = Array.from({ length: MAX_METHODS }, (_, i) => i + 1);

export function preferredPanelSlot({ id, params, targetClamp }: Slottable): number | null {
  const match = methodSlotPreferences.find(
    ({ method, clamped, params: required = {} }) =>
      method === id &&
      (clamped ?? targetClamp.mode !== 'off') === (targetClamp.mode !== 'off') &&
      Object.entries(required).every(([key, value]) => params[key] === value),
  );
  return match?.slot ?? null;
}

/**
 * Assigns a slot to every panel. In order: the given slot, the preferred slot, one that no method
 * prefers, one that no other panel prefers, the lowest free slot.
 */
export function assignPanelSlots<P extends Slottable>(
  panels: readonly (P | null)[],
): (P & { readonly slot: number })[] | (null | (P & { readonly slot: number }))[] {
  const usedSlots = new Set(panels.map((panel) => panel?.slot));
  const claimed = new Set(panels.map((panel) => panel && preferredPanelSlot(panel)));
  return panels.map((panel) => {
    if (panel === null) return null;
    const free = (slot: number | null): slot is number => slot !== null && !usedSlots.has(slot);
    const preferred = preferredPanelSlot(panel);
    const order = [
      preferred,
      ...UNCLAIMED,
      ...ALL_SLOTS.filter((slot) => !claimed.has(slot)),
      ...ALL_SLOTS,
    ];
    const slot = panel.slot ?? order.find(free) ?? MAX_METHODS;
    usedSlots.add(slot);
    return { ...panel, slot };
  });
}

export const slotOfNewPanel = (panels: readonly MethodPanel[], more: Slottable): number =>
  assignPanelSlots<Slottable>([...panels, more]).at(-1)?.slot ?? MAX_METHODS;

/**
 * Returns the slots that a document must store; null where `assignPanelSlots` gives the same slot.
 */
export function omitDefaultPanelSlots(panels: readonly MethodPanel[]): (number | null)[] {
  let slots: (number | null)[] = panels.map(({ slot }) => slot);
  const assigned = (trial: readonly (number | null)[]) =>
    assignPanelSlots(panels.map((panel, i) => ({ ...panel, slot: trial[i] ?? null })));
  panels.forEach((_, i) => {
    const trial = slots.map((slot, j) => (j === i ? null : slot));
    const isUnchanged = assigned(trial).every((panel, j) => panel?.slot === panels[j]?.slot);
    if (isUnchanged) slots = trial;
  });
  return slots;
}
