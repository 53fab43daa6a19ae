import { BATCH_ROW_LENGTH, type Engine, type Lab, type ProblemBatch } from '@iklab/core/engine';
import { BATCH, type BatchField } from '@iklab/core/engine/protocol';
import { type MethodPanel, resolveScenario, type Scene } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

export function parseTableScene(document: object, engine: Engine): Scene {
  const parsed = parseScenarioDocument(document, engine.catalogue);
  if (parsed.ok) return resolveScenario(parsed.value);
  const [fault] = parsed.faults;
  throw new Error(`a published table has a faulty scene: ${fault?.path}: ${fault?.reason}`);
}

/** Opens a lab on a document, calls `use`, closes the lab, and returns the result of `use`. */
export function withLabOnDocument<T>(document: object, engine: Engine, use: (lab: Lab) => T): T {
  const lab = engine.open(parseTableScene(document, engine));
  try {
    return use(lab);
  } finally {
    lab.close();
  }
}

/** Returns a function that reads one result of a problem and panel. */
export function solveBatchField(
  batch: ProblemBatch,
  panels: readonly MethodPanel[],
  first: number,
  count: number,
): (panel: number, row: number, field: BatchField) => number {
  const rows = panels.map((panel) => batch.solve(panel, first, count));
  return (panel, row, field) => rows[panel]?.[row * BATCH_ROW_LENGTH + BATCH[field]] as number;
}

/** Makes a document that replays one problem of a batch with the methods of `document`. */
export function makeBatchProblemDocument(
  document: object,
  scene: Scene,
  batch: ProblemBatch,
  index: number,
): object {
  const { start, targets, seed } = batch.draw(index);
  const { run } = { run: {}, ...document } as { run: { restarts?: object } };
  return {
    ...document,
    start,
    targets: scene.scenario.targets.map((target, i) => ({
      effector: target.effector,
      position: targets[i]?.position,
      ...(target.orientation && {
        orientation: targets[i]?.orientation,
        orientationWeight: target.orientationWeight,
      }),
      ...(target.tolerance && { tolerance: target.tolerance }),
      ...(target.free && { free: target.free }),
    })),
    run: {
      ...run,
      mode: 'converge',
      ...(run.restarts && { restarts: { ...run.restarts, seed } }),
    },
  };
}
