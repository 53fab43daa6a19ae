/**
 * Solves many problems with one method; each gives a row of numbers (wasm/src/iklab/lab/batch.hpp).
 * Not part of the first load.
 */
import type { MethodPanel, Quaternion, Scene, Vec3 } from '../scenario/types.ts';
import { type BatchSpec, toBatchSettings } from './batchSpec.ts';
import type { Engine } from './engine.ts';
import type { BatchBufferName, RawBatch, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import {
  BATCH,
  BATCH_CAPACITY,
  BATCH_CAUSE,
  BATCH_SETTING,
  BATCH_SOLUTION,
  type BatchSettingField,
  TARGET_STRIDE,
} from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { type MethodLookup, writeInstanceRow } from './writeInstanceRow.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

export type { BatchSampling } from './batchSpec.ts';

/** Numbers per problem in the results of a batch: the columns of `BATCH`. */
export const BATCH_ROW_LENGTH = Object.keys(BATCH).length;

const CAUSE_STRIDE = Object.keys(BATCH_CAUSE).length;

/** Numbers per comparison with all solutions: the columns of `BATCH_SOLUTION`. */
const SOLUTION_STRIDE = Object.keys(BATCH_SOLUTION).length;

export interface SampledProblem {
  readonly start: readonly number[];
  readonly targets: readonly {
    readonly position: Vec3;
    readonly orientation: Quaternion;
  }[];
  readonly seed: number;
}

/**
 * Opens a batch for a scene, with the methods of the registry and the scene's formulas. Throws an
 * EngineError if the module is the light one, refuses the scene or has too little memory. Call
 * `delete` when done.
 */
export function openProblemBatch(
  engine: Engine,
  scene: Scene,
  spec: BatchSpec,
  registry = engine.builtIn,
): ProblemBatch {
  const { glue } = engine;
  const open = (methods: Registry): ProblemBatch => {
    const builder = new glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, glue);
      builder.methods(methods.raw);
      for (const [name, value] of Object.entries(toBatchSettings(spec, scene)))
        builder.setting(BATCH_SETTING[name as BatchSettingField], value);
      if (!builder.batch) throw new EngineError('batches need the full module');
      const raw = builder.batch();
      if (raw === null) throw new EngineError(builder.reason());
      return new ProblemBatch(scene, raw, glue, methods);
    } finally {
      builder.delete();
    }
  };
  return withOutOfMemoryError(glue, 'batch', () =>
    registry.withFormulas(scene.scenario.methods, open),
  );
}

export class ProblemBatch {
  readonly jointCount: number;
  readonly targetCount: number;
  readonly #raw: RawBatch;
  readonly #methods: MethodLookup;
  readonly #buffers: ModuleBuffers<BatchBufferName>;
  #solved = 0;

  constructor(scene: Scene, raw: RawBatch, glue: SolverModule, methods: MethodLookup) {
    this.jointCount = scene.start.length;
    this.targetCount = scene.scenario.targets.length;
    this.#raw = raw;
    this.#methods = methods;
    this.#buffers = new ModuleBuffers<BatchBufferName>(glue, raw);
  }

  /**
   * Solves `count` problems from `first` on, at most `BATCH_CAPACITY`; returns `BATCH_ROW_LENGTH`
   * numbers per problem.
   */
  solve(panel: MethodPanel, first: number, count: number): Float64Array {
    if (!Number.isInteger(count))
      throw new EngineError(`count must be from 1 to ${BATCH_CAPACITY}; got ${count}`);
    writeInstanceRow(panel, this.#methods, this.#buffers.get('params'));
    const reason = this.#raw.solve(first, count);
    if (reason !== '') throw new EngineError(reason);
    this.#solved = count;
    return this.#buffers.get('rows').slice(0, count * BATCH_ROW_LENGTH);
  }

  /** Final joint values of the problems of the last `solve`, `jointCount` per problem. */
  get poses(): Float64Array {
    return this.#buffers.get('poses').slice(0, this.#solved * this.jointCount);
  }

  /**
   * Returns the method's scalar observables after the last update of a problem of the last `solve`,
   * in the order of `scalarObservables`. NaN without a value.
   */
  observables(problem: number): Float64Array {
    const values = this.#buffers.get('shown');
    const stride = values.length / BATCH_CAPACITY;
    return values.slice(problem * stride, (problem + 1) * stride);
  }

  /**
   * Returns why a problem of the last `solve` failed: an index in `CAUSES`, and the index of the
   * independent joint whose limit is the cause. NaN where there is none. Depends on scene, sampling
   * and index alone. Takes milliseconds. Throws an EngineError for another row.
   */
  cause(row: number): Float64Array {
    const reason = this.#raw.diagnose(row);
    if (reason !== '') throw new EngineError(reason);
    return this.#buffers.get('causes').slice(0, CAUSE_STRIDE);
  }

  /**
   * Returns which of all solutions a problem of the last `solve` found, in the columns of
   * `BATCH_SOLUTION`. NaN without a closed form. Throws an EngineError for another row.
   */
  compareSolutions(row: number): Float64Array {
    const reason = this.#raw.compareSolutions(row);
    if (reason !== '') throw new EngineError(reason);
    return this.#buffers.get('solutions').slice(0, SOLUTION_STRIDE);
  }

  draw(index: number): SampledProblem {
    const seed = this.#raw.draw(index);
    if (Number.isNaN(seed)) throw new EngineError(`there is no problem ${index}`);
    const goals = [...this.#buffers.get('goals')];
    const targets = Array.from({ length: this.targetCount }, (_, i) => {
      const [x, y, z, ...quaternion] = goals.slice(i * TARGET_STRIDE, (i + 1) * TARGET_STRIDE);
      return {
        position: [x, y, z] as unknown as Vec3,
        orientation: quaternion as unknown as Quaternion,
      };
    });
    return { start: [...this.#buffers.get('start')], targets, seed };
  }

  /**
   * Verifies an answer of another program (`jointCount` numbers) by forward kinematics. Computes
   * `solved` (regardless of limits), `inLimits` (to 1e-9), `error`, `angle`, `objective`,
   * `startError` and the conditions. Other columns are NaN; the stop is `none`.
   */
  verify(panel: MethodPanel, index: number, answer: ArrayLike<number>): Float64Array {
    if (answer.length !== this.jointCount)
      throw new EngineError(`an answer has ${this.jointCount} values; got ${answer.length}`);
    writeInstanceRow(panel, this.#methods, this.#buffers.get('params'));
    this.#buffers.get('answer').set(answer);
    const reason = this.#raw.judge(index);
    if (reason !== '') throw new EngineError(reason);
    return this.#buffers.get('rows').slice(0, BATCH_ROW_LENGTH);
  }

  delete(): void {
    this.#raw.delete();
  }
}

/**
 * Returns a scene in which a panel solves one problem of a batch and reaches the same pose as in
 * the batch.
 */
export function makeProblemScene({ tree, scenario }: Scene, drawn: SampledProblem): Scene {
  const { start, targets, seed } = drawn;
  const fixedTargets = scenario.targets.map((target, i) => ({
    ...target,
    position: targets[i]?.position ?? target.position,
    orientation: target.orientation && (targets[i]?.orientation ?? target.orientation),
    motion: null,
  }));
  const restarts = scenario.run.restarts && { ...scenario.run.restarts, seed };
  const run = { ...scenario.run, mode: 'converge' as const, restarts };
  return { tree, start, scenario: { ...scenario, start, targets: fixedTargets, run } };
}
