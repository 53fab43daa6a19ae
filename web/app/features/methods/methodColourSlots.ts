import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import { type Catalogue, preferredPanelSlot } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

/** Returns the method's own slot, else the slot of the scene's panel, else of a new panel. */
export function findMethodColourSlot(scenario: Scenario, id: string, catalogue: Catalogue): number {
  const inScene = scenario.methods.find((panel) => panel.id === id);
  return preferredMethodColourSlot(id, catalogue) ?? (inScene ?? defaultPanel(id, catalogue)).slot;
}

export const preferredMethodColourSlot = (id: string, catalogue: Catalogue): number | null =>
  preferredPanelSlot(defaultPanel(id, catalogue));

function defaultPanel(id: string, catalogue: Catalogue): MethodPanel {
  const read = parseScenarioDocument({ iklab: 1, preset: 'y', methods: [{ id }] }, catalogue);
  if (!read.ok) throw new Error(`${id}: ${read.faults[0]?.reason}`);
  return read.value.methods[0] as MethodPanel;
}
