import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import { type Catalogue, preferredSlot } from '@iklab/core/scenario/methods';
import { parse } from '@iklab/core/scenario/parse';

/**
 * Returns the slot for a method's colour and mark: its own, else that of its panel in the scene,
 * else that of a new panel.
 */
export function findMethodSlot(scenario: Scenario, id: string, catalogue: Catalogue): number {
  const inScene = scenario.methods.find((panel) => panel.id === id);
  return preferredMethodSlot(id, catalogue) ?? (inScene ?? defaultPanel(id, catalogue)).slot;
}

/** Returns the slot of the colour and mark that a method always has; null if it has none. */
export const preferredMethodSlot = (id: string, catalogue: Catalogue): number | null =>
  preferredSlot(defaultPanel(id, catalogue));

function defaultPanel(id: string, catalogue: Catalogue): MethodPanel {
  const read = parse({ iklab: 1, preset: 'y', methods: [{ id }] }, catalogue);
  if (!read.ok) throw new Error(`${id}: ${read.faults[0]?.reason}`);
  return read.value.methods[0] as MethodPanel;
}
