/** A problem of a study as a scene of its own, with the methods of the study side by side. */
import { type Engine, openBatch, sceneOfRow } from 'iklab/engine';
import { fullDocument, type PlainObject, resolve } from 'iklab/scenario';
import type { Study } from './study.ts';

/**
 * The scenario document of one problem of a study: each panel makes the updates of its row; of a
 * sweep, those at the point of that cell.
 */
export function problemCase(engine: Engine, study: Study, index: number, cell = 0): PlainObject {
  const scenario = study.cells[cell]?.scenario ?? study.scenario;
  const scene = resolve(scenario);
  const batch = openBatch(engine, scene, study);
  try {
    const { scenario: own } = sceneOfRow(scene, batch.draw(index));
    const { view: _, ...document } = fullDocument(own);
    // by its name the mechanism is known
    const note = `Problem ${index} of ${study.count}, random seed ${study.seed}.`;
    return { ...document, name: scenario.name, note };
  } finally {
    batch.delete();
  }
}
