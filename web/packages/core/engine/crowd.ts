/**
 * Many instances of one scene, solved with one update per frame (wasm/src/iklab/lab/crowd.hpp). Not
 * part of the first load.
 */
import type { MethodPanel, Scene, Vec3 } from '../scenario/types.ts';
import type { Engine } from './engine.ts';
import type { BufferView, RawCrowd, SolverModule } from './glue.ts';
import { MATRIX_STRIDE } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { type MethodLookup, writeInstanceRow } from './writeInstanceRow.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

/**
 * Opens a crowd with the formulas of the scene and the panel. Throws an EngineError if the module
 * is the light one, refuses the scene or has too little memory. Call `delete` when done.
 */
export function openCrowd(engine: Engine, scene: Scene, panel: MethodPanel, count: number): Crowd {
  const { glue } = engine;
  const open = (methods: Registry): Crowd => {
    const builder = new glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, glue);
      builder.methods(methods.raw);
      if (!builder.crowd) throw new EngineError('crowds need the full module');
      const raw = builder.crowd();
      if (raw === null) throw new EngineError(builder.reason());
      const crowd = new Crowd(scene, raw, glue, methods);
      crowd.setMethod(panel);
      crowd.resize(count);
      return crowd;
    } finally {
      builder.delete();
    }
  };
  const panels = [panel, ...scene.scenario.methods];
  return withOutOfMemoryError(glue, 'crowd', () => engine.builtIn.withFormulas(panels, open));
}

export class Crowd {
  readonly jointCount: number;
  /** Number of rows of `matrices`: one, plus one per joint and target. */
  readonly rows: number;
  readonly #raw: RawCrowd;
  readonly #glue: SolverModule;
  readonly #methods: MethodLookup;
  #count = 0;

  constructor(
    { tree, scenario, start }: Scene,
    raw: RawCrowd,
    glue: SolverModule,
    methods: MethodLookup,
  ) {
    this.jointCount = start.length;
    this.rows = 1 + tree.joints.length + scenario.targets.length;
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
  }

  get count(): number {
    return this.#count;
  }

  get frame(): number {
    return this.#raw.frame();
  }

  /** Error in the shown frame, in metres: mean of the instances' errors. */
  get error(): number {
    return this.#raw.error();
  }

  /** Fault of the last `setMethod`, which then has no effect; '' if there is none. */
  get fault(): string {
    return this.#raw.fault();
  }

  /** Sets the method of all instances from the next frame on. The current poses are kept. */
  setMethod(panel: MethodPanel): void {
    writeInstanceRow(panel, this.#methods, this.#doubles(this.#raw.params()));
  }

  /**
   * Changes the number of instances. New instances are at the start, with an identity transform.
   * Throws an EngineError if refused.
   */
  resize(count: number): void {
    const reason = withOutOfMemoryError(this.#glue, 'crowd', () => this.#raw.resize(count));
    if (reason !== '') throw new EngineError(reason);
    this.#count = count;
  }

  restart(): void {
    this.#raw.restart();
  }

  /**
   * Moves each instance's targets towards a point, by at most `reach` metres; null ends the
   * attraction.
   */
  attract(point: Vec3 | null, reach: number): void {
    if (point) this.#raw.attract(...point, reach);
    else this.#raw.letGo();
  }

  /**
   * Shows the computed frame and computes the next. Returns false if `milliseconds` is too short.
   */
  advance(milliseconds: number = Number.POSITIVE_INFINITY): boolean {
    return this.#raw.advance(milliseconds);
  }

  show(): void {
    this.#raw.show();
  }

  angles(instance: number): Float64Array {
    return this.#doubles(this.#raw.angles(instance)).slice();
  }

  /**
   * Seconds by which each instance is ahead of the scene's clock. Valid until the next call into
   * the module.
   */
  get delays(): Float64Array {
    return this.#doubles(this.#raw.delays());
  }

  /**
   * Returns a row of matrices: 16 numbers per instance, column-major. The caller writes row 0, the
   * transforms of the instances, and reads the others. Valid until the next call into the module.
   */
  matrices(row: number): Float32Array {
    const { address } = this.#raw.matrices();
    const length = this.#count * MATRIX_STRIDE;
    const from = address + row * length * Float32Array.BYTES_PER_ELEMENT;
    return new Float32Array(this.#glue.HEAPF64.buffer, from, length);
  }

  #doubles({ address, length }: BufferView): Float64Array {
    return new Float64Array(this.#glue.HEAPF64.buffer, address, length);
  }

  delete(): void {
    this.#raw.delete();
  }
}
