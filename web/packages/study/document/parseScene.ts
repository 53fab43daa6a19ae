import type { Engine } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import '@iklab/core/scenario/presets/robotShelf';

export function parseScene(scenario: string, { catalogue }: Engine): Scene {
  const read = parseScenarioDocument(JSON.parse(scenario), catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults.slice(0, 1)));
  return resolveScenario(read.value);
}
