/** Many problems, one method, a row of numbers each (wasm/src/iklab/lab/batch.hpp). Not in the first load. */
import type { Catalogue } from '../scenario/catalogue.ts';
import type { MethodPanel, Quaternion, Scene, Vec3 } from '../scenario/types.ts';
import { type BatchSpec, settingsOf } from './batchSpec.ts';
import { Buffers } from './buffers.ts';
import { describeScene } from './describe.ts';
import type { Engine } from './engine.ts';
import type { BatchBufferName, Glue, RawBatch } from './glue.ts';
import { writeInstance } from './instanceRow.ts';
import {
  BATCH,
  BATCH_CAPACITY,
  BATCH_SETTING,
  type BatchSettingField,
  TARGET_STRIDE,
} from './protocol.ts';
import { EngineError, withMemory } from './withMemory.ts';

export type { BatchSpec, Sampling } from './batchSpec.ts';

/** Numbers of a row, in the order of `BATCH`. */
export const BATCH_STRIDE = Object.keys(BATCH).length;

/** A problem of a batch, for a scene of its own: see `sceneOfRow`. */
export interface DrawnProblem {
  readonly start: readonly number[];
  readonly targets: readonly {
    readonly position: Vec3;
    readonly orientation: Quaternion;
  }[];
  /** Of the restarts. */
  readonly seed: number;
}

/**
 * Throws an EngineError for what the module refuses or has no memory for. Tolerances, stop rules,
 * limits and restarts are the scene's; its methods are not looked at, those that it may solve with are
 * the registry's. `delete` it when done.
 */
export function openBatch(
  engine: Engine,
  scene: Scene,
  spec: BatchSpec,
  registry = engine.builtIn,
): Batch {
  const { glue } = engine;
  return withMemory(glue, 'batch', () => {
    const builder = new glue.LabBuilder();
    try {
      describeScene(scene, builder, glue);
      builder.methods(registry.raw);
      for (const [name, value] of Object.entries(settingsOf(spec, scene)))
        builder.setting(BATCH_SETTING[name as BatchSettingField], value);
      const raw = builder.batch();
      if (raw === null) throw new EngineError(builder.reason());
      return new Batch(scene, raw, glue, registry.catalogue);
    } finally {
      builder.delete();
    }
  });
}

/** Many problems of one scene in the module, solved range by range. */
export class Batch {
  readonly jointCount: number;
  readonly targetCount: number;
  readonly #raw: RawBatch;
  readonly #catalogue: Catalogue;
  readonly #buffers: Buffers<BatchBufferName>;
  #solved = 0;

  constructor(scene: Scene, raw: RawBatch, glue: Glue, catalogue: Catalogue) {
    this.jointCount = scene.start.length;
    this.targetCount = scene.scenario.targets.length;
    this.#raw = raw;
    this.#catalogue = catalogue;
    this.#buffers = new Buffers<BatchBufferName>(glue, raw);
  }

  /** `BATCH_STRIDE` numbers a problem, `count` (at most `BATCH_CAPACITY`) of them from `first` on. */
  solve(panel: MethodPanel, first: number, count: number): Float64Array {
    if (!Number.isInteger(count))
      throw new EngineError(`count must be from 1 to ${BATCH_CAPACITY}, is ${count}`);
    writeInstance(panel, this.#catalogue, this.#buffers.get('params'));
    const reason = this.#raw.solve(first, count);
    if (reason !== '') throw new EngineError(reason);
    this.#solved = count;
    return this.#buffers.get('rows').slice(0, count * BATCH_STRIDE);
  }

  /** θ at the end of each problem that was solved last, `jointCount` numbers each. */
  get poses(): Float64Array {
    return this.#buffers.get('poses').slice(0, this.#solved * this.jointCount);
  }

  draw(index: number): DrawnProblem {
    const seed = this.#raw.draw(index);
    if (Number.isNaN(seed)) throw new EngineError(`there is no problem ${index}`);
    const goals = [...this.#buffers.get('goals')];
    const targets = Array.from({ length: this.targetCount }, (_, i) => {
      const [x, y, z, ...turn] = goals.slice(i * TARGET_STRIDE, (i + 1) * TARGET_STRIDE);
      return {
        position: [x, y, z] as unknown as Vec3,
        orientation: turn as unknown as Quaternion,
      };
    });
    return { start: [...this.#buffers.get('start')], targets, seed };
  }

  delete(): void {
    this.#raw.delete();
  }
}

/** The scene in which a panel makes the updates of that problem, and ends at its pose. */
export function sceneOfRow({ tree, scenario }: Scene, drawn: DrawnProblem): Scene {
  const { start, targets, seed } = drawn;
  const still = scenario.targets.map((target, i) => ({
    ...target,
    position: targets[i]?.position ?? target.position,
    orientation: target.orientation && (targets[i]?.orientation ?? target.orientation),
    motion: null,
  }));
  const restarts = scenario.run.restarts && { ...scenario.run.restarts, seed };
  const run = { ...scenario.run, mode: 'converge' as const, restarts };
  return { tree, start, scenario: { ...scenario, start, targets: still, run } };
}
