/** Slots define the colour, mark and dash pattern of a panel, 1 to 8. */
import { MAX_METHODS } from './bounds.ts';
import { methodSlots } from './methodPresets.ts';
import type { MethodPanel } from './types.ts';

type Slottable = Pick<MethodPanel, 'id' | 'params' | 'targetClamp'> & {
  readonly slot: number | null;
};

/** Slots that no method prefers: the first choice for methods without a preference. */
const UNCLAIMED = [7, 8];
const ALL = Array.from({ length: MAX_METHODS }, (_, i) => i + 1);

/** The preferred slot of a panel; null if it has no preference. */
export function preferredSlot({ id, params, targetClamp }: Slottable): number | null {
  const known = methodSlots.find(
    ({ method, clamped, params: asked = {} }) =>
      method === id &&
      (clamped ?? targetClamp.mode !== 'off') === (targetClamp.mode !== 'off') &&
      Object.entries(asked).every(([key, value]) => params[key] === value),
  );
  return known?.slot ?? null;
}

/**
 * Assigns a slot to every panel: the given one, or the preferred one if free, or one that no method
 * prefers, or one that no other panel prefers, or the lowest free one.
 */
export function assignSlots<P extends Slottable>(
  panels: readonly (P | null)[],
): (P & { readonly slot: number })[] | (null | (P & { readonly slot: number }))[] {
  const taken = new Set(panels.map((panel) => panel?.slot));
  const claimed = new Set(panels.map((panel) => panel && preferredSlot(panel)));
  return panels.map((panel) => {
    if (panel === null) return null;
    const free = (slot: number | null): slot is number => slot !== null && !taken.has(slot);
    const preferred = preferredSlot(panel);
    const order = [preferred, ...UNCLAIMED, ...ALL.filter((slot) => !claimed.has(slot)), ...ALL];
    const slot = panel.slot ?? order.find(free) ?? MAX_METHODS;
    taken.add(slot);
    return { ...panel, slot };
  });
}

/** The slot that an additional panel would get. */
export const slotFor = (panels: readonly MethodPanel[], more: Slottable): number =>
  assignSlots<Slottable>([...panels, more]).at(-1)?.slot ?? MAX_METHODS;

/** The slots of panels, with null where `assignSlots` gives the same slot. */
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
