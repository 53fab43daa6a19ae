/**
 * Solves single problems on request (wasm/src/iklab/lab/pose_solver.hpp); only with the full
 * module, which also has formulas and diagnoses.
 */
import type { MethodPanel, Scene } from '../scenario/types.ts';
import type { FailureDiagnosis } from './diagnosis.ts';
import type { Engine } from './engine.ts';
import type { PoseBufferName, RawPoseSolver, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import { STOPS, type Stop } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { type MethodLookup, writeInstanceRow } from './writeInstanceRow.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

/**
 * Opens a solver for a scene, with the methods of the registry and the scene's formulas. Throws an
 * EngineError if the module refuses the scene or has too little memory. Call `delete` when done.
 */
export function openPoseSolver(
  engine: Engine,
  scene: Scene,
  registry = engine.builtIn,
): PoseSolver {
  const { glue } = engine;
  const open = (methods: Registry): PoseSolver => {
    const builder = new glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, glue);
      builder.methods(methods.raw);
      const raw = builder.poseSolver();
      if (raw === null) throw new EngineError(builder.reason());
      return new PoseSolver(raw, glue, methods);
    } finally {
      builder.delete();
    }
  };
  return withOutOfMemoryError(glue, 'robot', () =>
    registry.withFormulas(scene.scenario.methods, open),
  );
}

/**
 * Solves problems of one scene, one at a time. Methods throw an EngineError for invalid numbers.
 */
export class PoseSolver {
  readonly #raw: RawPoseSolver;
  readonly #glue: SolverModule;
  readonly #methods: MethodLookup;
  readonly #buffers: ModuleBuffers<PoseBufferName>;
  #address: number;

  constructor(raw: RawPoseSolver, glue: SolverModule, methods: MethodLookup) {
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
    this.#buffers = new ModuleBuffers<PoseBufferName>(glue, raw);
    this.#address = raw.address();
  }

  numbers(name: PoseBufferName): Float64Array {
    return this.#buffers.get(name);
  }

  /** Sets the method of the next solves; missing lengths have the catalogue's defaults. */
  setMethod(panel: MethodPanel): void {
    writeInstanceRow(panel, this.#methods, this.#buffers.get('params'));
  }

  /**
   * Solves the problem in the buffers. `row`: if 0 or above, the number of a row with a random seed
   * of its own. `hasStart`: false to ignore the buffer `start` and to start from the pose of the
   * solver's table that is nearest to the goals.
   */
  solve(row = -1, hasStart = true): void {
    this.#check(this.#glue._solvePose(this.#live, row, hasStart));
  }

  /**
   * Solves the first `count` rows of the buffers `rowStarts` and `rowGoals`, at most `POSE_ROWS`,
   * and writes `rowAnswers` and `rowOutcomes`: the same numbers as `solve(first + row, hasStart)`,
   * but faster. Returns the row that has an invalid number, and then its fault; otherwise null.
   */
  solveRows(
    first: number,
    count: number,
    hasStart: boolean,
  ): { readonly row: number; readonly fault: EngineError } | null {
    const row = this.#glue._solvePoseRows(this.#live, first, count, hasStart);
    if (row < 0) return null;
    const fault = new EngineError(this.#raw.fault());
    if (row >= count) throw fault;
    return { row, fault };
  }

  /**
   * Returns why the pose in the buffer `start` misses the goals in `goals`. `stop`: rule that ended
   * the run. Takes milliseconds.
   */
  diagnose(stop: Stop): FailureDiagnosis {
    const text = this.#live && this.#raw.diagnose(STOPS.indexOf(stop));
    if (!text) throw new EngineError(this.#raw.fault());
    return JSON.parse(text);
  }

  /**
   * Begins an instance at the pose in the buffer `start`; each `step` makes at most this many
   * updates.
   */
  begin(updates: number): void {
    this.#check(Number(this.#raw.begin(updates)));
  }

  /**
   * Makes updates towards the goals in the buffer `goals`, at least one, until the tolerances are
   * met.
   */
  step(): void {
    this.#check(this.#glue._stepPose(this.#live));
  }

  /**
   * Writes the effectors' frames and the Jacobian at the pose in `start` to the buffers `frames`
   * and `jacobian`.
   */
  evaluate(): void {
    this.#check(this.#glue._lookAtPose(this.#live));
  }

  get #live(): number {
    if (this.#address === 0) throw new EngineError('the robot is freed');
    return this.#address;
  }

  #check(success: number): void {
    if (!success) throw new EngineError(this.#raw.fault());
  }

  delete(): void {
    if (this.#address === 0) return;
    this.#address = 0;
    this.#raw.delete();
  }
}
