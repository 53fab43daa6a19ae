import type { Engine } from 'iklab/engine';
import { faultsText, parse, resolve, type Scene } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';

/** Parses a scenario from JSON. Throws if it is invalid. */
export function parseScene(scenario: string, { catalogue }: Engine): Scene {
  const read = parse(JSON.parse(scenario), catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults.slice(0, 1)));
  return resolve(read.value);
}
