/** Many instances of one scene, solved an update a frame (wasm/src/iklab/lab/crowd.hpp). Not in the first load. */
import type { MethodPanel, Scene, Vec3 } from '../scenario/types.ts';
import { describeScene } from './describe.ts';
import type { Engine } from './engine.ts';
import type { BufferView, Glue, RawCrowd } from './glue.ts';
import { type Methods, writeInstance } from './instanceRow.ts';
import { MATRIX_STRIDE } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withMemory } from './withMemory.ts';

/**
 * Throws an EngineError for what the module refuses or has no memory for. Time step, limits, targets
 * and their motions are the scene's, and methods written as text are those of the scene and of the
 * panel. `delete` it when done.
 */
export function openCrowd(engine: Engine, scene: Scene, panel: MethodPanel, count: number): Crowd {
  const { glue } = engine;
  const open = (methods: Registry): Crowd => {
    const builder = new glue.LabBuilder();
    try {
      describeScene(scene, builder, glue);
      builder.methods(methods.raw);
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
  return withMemory(glue, 'crowd', () => engine.builtIn.withFormulas(panels, open));
}

/** Many instances of a scene in the module, and the matrices that they are drawn by. */
export class Crowd {
  readonly jointCount: number;
  /** Rows of `matrices`: the places, all joints, the targets. */
  readonly rows: number;
  readonly #raw: RawCrowd;
  readonly #glue: Glue;
  readonly #methods: Methods;
  #count = 0;

  constructor({ tree, scenario, start }: Scene, raw: RawCrowd, glue: Glue, methods: Methods) {
    this.jointCount = start.length;
    this.rows = 1 + tree.joints.length + scenario.targets.length;
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
  }

  get count(): number {
    return this.#count;
  }

  /** The frame that is shown. */
  get frame(): number {
    return this.#raw.frame();
  }

  /** There, mean over the instances of the sum of the distances of their targets, metres. */
  get error(): number {
    return this.#raw.error();
  }

  /** What is wrong with the method's numbers; then the one before goes on. '': nothing is. */
  get fault(): string {
    return this.#raw.fault();
  }

  /** From the next frame on, from the poses of now. */
  setMethod(panel: MethodPanel): void {
    writeInstance(panel, this.#methods, this.#doubles(this.#raw.params()));
  }

  /** New instances stand at the start, their place is the identity. Throws an EngineError for a count that is refused. */
  resize(count: number): void {
    const reason = withMemory(this.#glue, 'crowd', () => this.#raw.resize(count));
    if (reason !== '') throw new EngineError(reason);
    this.#count = count;
  }

  restart(): void {
    this.#raw.restart();
  }

  /** Draws all targets towards a point of the world, each by at most `reach`, metres; null: no more. */
  attract(point: Vec3 | null, reach: number): void {
    if (point) this.#raw.attract(...point, reach);
    else this.#raw.letGo();
  }

  /** Shows the frame that has been made and makes the next; false: not all of it in this time, ms. */
  advance(milliseconds: number = Number.POSITIVE_INFINITY): boolean {
    return this.#raw.advance(milliseconds);
  }

  /** Shows the frame that has been made. */
  show(): void {
    this.#raw.show();
  }

  /** The pose of an instance: what `show` shows. */
  angles(instance: number): Float64Array {
    return this.#doubles(this.#raw.angles(instance)).slice();
  }

  /** Seconds by which each instance is ahead of the scene's clock. Valid until the next call. */
  get delays(): Float64Array {
    return this.#doubles(this.#raw.delays());
  }

  /**
   * A row of them: 16 numbers an instance, by columns. Row 0 is for the places of the instances, to
   * be written; the others are read. Valid until the next call.
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
