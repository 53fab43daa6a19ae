import type { Engine } from 'iklab/engine';
import { faultsText, parse, resolve, type Scene } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';

/** The scene of a request, whose scenario comes as JSON. Throws for what cannot be read. */
export function sceneOfText(scenario: string, { catalogue }: Engine): Scene {
  const read = parse(JSON.parse(scenario), catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults.slice(0, 1)));
  return resolve(read.value);
}
