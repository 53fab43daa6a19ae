/** Loads the solver module and opens scenes in it. The only way to WebAssembly. */
import type { Catalogue } from '../scenario/catalogue.ts';
import type { Scene } from '../scenario/types.ts';
import create from './build/iklab.js';
import { describeScene } from './describe.ts';
import type { Glue, RawLab } from './glue.ts';
import { Lab } from './lab.ts';
import { Registry } from './registry.ts';
import { EngineError, withMemory } from './withMemory.ts';

export type { DiagnosticFindings } from './diagnostics.ts';
export type { InstanceStatus } from './lab.ts';
export { Lab } from './lab.ts';
export type { StopReason, UpdateRecord } from './trace.ts';
export { EngineError } from './withMemory.ts';

export interface EngineSource {
  /** The module's bytes, where they cannot be fetched (Node). */
  readonly wasmBinary?: Uint8Array;
}

export interface LabOptions {
  readonly watch?: boolean;
  readonly registry?: Registry;
}

/** Loads the solver module; throws an EngineError where that fails. */
export async function loadEngine(source: EngineSource = {}): Promise<Engine> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('this browser has no WebAssembly, or it is switched off');
  }
  const said: string[] = [];
  const quiet = { print: () => {}, printErr: (text: string) => said.push(text) };
  try {
    return new Engine(await create({ ...source, ...quiet }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`the solver module did not load: ${said[0] ?? reason}`);
  }
}

/** The solver module, loaded: it opens labs and knows the methods. */
export class Engine {
  /** The library's own methods: those of a lab or a batch that is given no others. */
  readonly builtIn: Registry;
  /** Of this folder's own. */
  readonly glue: Glue;

  constructor(glue: Glue) {
    this.glue = glue;
    this.builtIn = new Registry(glue);
  }

  /** Of the library's own methods. */
  get catalogue(): Catalogue {
    return this.builtIn.catalogue;
  }

  /** Bytes that the module's heap has grown to. */
  get heapTop(): number {
    return this.glue.heapTop();
  }

  /**
   * watch: σ and rank are known after every update, at the price of a decomposition each. registry:
   * the methods that its instances may have. Throws an EngineError for a scene that the module
   * refuses, or has no memory for.
   */
  open(scene: Scene, { watch = false, registry = this.builtIn }: LabOptions = {}): Lab {
    return withMemory(this.glue, 'scene in this browser', () => this.#open(scene, watch, registry));
  }

  #open(scene: Scene, watch: boolean, registry: Registry): Lab {
    const builder = new this.glue.LabBuilder();
    try {
      describeScene(scene, builder, this.glue);
      builder.methods(registry.raw);
      const raw: RawLab | null = builder.build();
      if (raw === null) throw new EngineError(builder.reason());
      raw.watch(watch);
      return new Lab(scene, raw, this.glue, registry.catalogue);
    } finally {
      builder.delete();
    }
  }
}
