/** Problems as they are asked, one after the other (wasm/src/iklab/lab/pose_solver.hpp). Of the whole module. */
import type { MethodPanel, Scene } from '../scenario/types.ts';
import { Buffers } from './buffers.ts';
import { describeScene } from './describe.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Engine } from './engine.ts';
import type { Glue, PoseBufferName, RawPoseSolver } from './glue.ts';
import { type Methods, writeInstance } from './instanceRow.ts';
import { STOPS, type Stop } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withMemory } from './withMemory.ts';

/**
 * Throws an EngineError for what the module refuses or has no memory for. The tree and what is asked of which
 * effector are the scene's, methods those of the registry and the scene's formulas. `delete` it when done.
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
      describeScene(scene, builder, glue);
      builder.methods(methods.raw);
      const raw = builder.poseSolver();
      if (raw === null) throw new EngineError(builder.reason());
      return new PoseSolver(raw, glue, methods);
    } finally {
      builder.delete();
    }
  };
  return withMemory(glue, 'robot', () => registry.withFormulas(scene.scenario.methods, open));
}

/** One mechanism and what is asked of it, in the module. A fault of numbers in its buffers is thrown. */
export class PoseSolver {
  readonly #raw: RawPoseSolver;
  readonly #glue: Glue;
  readonly #methods: Methods;
  readonly #buffers: Buffers<PoseBufferName>;
  /** In the module; 0: it is gone. */
  #address: number;

  constructor(raw: RawPoseSolver, glue: Glue, methods: Methods) {
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
    this.#buffers = new Buffers<PoseBufferName>(glue, raw);
    this.#address = raw.address();
  }

  /** A view on its numbers, as pose_solver.hpp orders them; valid until the next call into the module. */
  numbers(name: PoseBufferName): Float64Array {
    return this.#buffers.get(name);
  }

  /** What solves from now on; lengths that are left out are the table's. */
  setMethod(panel: MethodPanel): void {
    writeInstance(panel, this.#methods, this.#buffers.get('params'));
  }

  /** From `start` until a rule ends it; `row`: as that of many, its restarts drawn by itself. */
  solve(row = -1): void {
    this.#did(this.#glue._solvePose(this.#live, row));
  }

  /** Why a solve that ended at `start` by this rule has not reached `goals`. Takes milliseconds. */
  diagnose(stop: Stop): Diagnosis {
    const text = this.#live && this.#raw.diagnose(STOPS.indexOf(stop));
    if (!text) throw new EngineError(this.#raw.fault());
    return JSON.parse(text);
  }

  /** Begins an instance at `start`, which `step` leads on by so many updates at most. */
  begin(updates: number): void {
    this.#did(Number(this.#raw.begin(updates)));
  }

  /** Towards `goals`, by an update at least, until it is within the tolerances. */
  step(): void {
    this.#did(this.#glue._stepPose(this.#live));
  }

  /** `frames` and `jacobian` are those at `start`. */
  look(): void {
    this.#did(this.#glue._lookAtPose(this.#live));
  }

  get #live(): number {
    if (this.#address === 0) throw new EngineError('the robot is freed');
    return this.#address;
  }

  #did(done: number): void {
    if (!done) throw new EngineError(this.#raw.fault());
  }

  delete(): void {
    if (this.#address === 0) return;
    this.#address = 0;
    this.#raw.delete();
  }
}
