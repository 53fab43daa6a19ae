import { type Engine, makeProblemScene, openProblemBatch } from '@iklab/core/engine';
import { fullDocument, type PlainObject, resolveScenario } from '@iklab/core/scenario';
import type { Study } from './study.ts';

/**
 * Returns the scenario of one problem of a study. Panels use the swept values of a cell, and stop
 * after as many updates as in the results.
 */
export function makeProblemDocument(
  engine: Engine,
  study: Study,
  index: number,
  cell = 0,
): PlainObject {
  const scenario = study.cells[cell]?.scenario ?? study.scenario;
  const scene = resolveScenario(scenario);
  const batch = openProblemBatch(engine, scene, study);
  try {
    const { scenario: problemScenario } = makeProblemScene(scene, batch.draw(index));
    const { view: _, ...document } = fullDocument(problemScenario);
    // The name identifies the mechanism.
    const note = `Problem ${index} of ${study.count}, random seed ${study.seed}.`;
    return { ...document, name: scenario.name, note };
  } finally {
    batch.delete();
  }
}
