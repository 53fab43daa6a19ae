/** Loads the solver module and opens scenes in it. Only this folder accesses WebAssembly. */
import type { Catalogue } from '../scenario/methods/catalogue.ts';
import type { Scene } from '../scenario/types.ts';
import createLight from './build/iklab-light.js';
import { moduleReadsFormulas } from './formulaReader.ts';
import type { RawLab, SolverModule } from './glue.ts';
import { Lab } from './lab.ts';
import { Registry } from './registry.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

export type { InspectionFindings } from './diagnostics.ts';
export type { InstanceStatus } from './lab.ts';
export { Lab } from './lab.ts';
export type { StopReason, UpdateRecord } from './traceReader.ts';
export { EngineError } from './withOutOfMemoryError.ts';

export interface EngineSource {
  readonly wasmBinary?: Uint8Array;
  /** True to fetch the full module instead of the light one. */
  readonly full?: boolean;
}

export interface LabOptions {
  readonly watch?: boolean;
  readonly registry?: Registry;
}

/**
 * Loads the solver module: the full module if `full` is set or bytes are given, otherwise the light
 * one, which `loadFullModule` replaces later. Throws an EngineError if loading fails.
 */
export async function loadEngine(source: EngineSource = {}): Promise<Engine> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('this browser has no WebAssembly, or it is switched off');
  }
  const { full = source.wasmBinary !== undefined, ...bytes } = source;
  return new Engine(await loadGlue(bytes, full));
}

async function loadGlue(source: EngineSource, full: boolean): Promise<SolverModule> {
  const messages: string[] = [];
  const quiet = { print: () => {}, printErr: (text: string) => messages.push(text) };
  try {
    const create = full ? (await import('./build/iklab.js')).default : createLight;
    return await create({ ...source, ...quiet });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`the solver module did not load: ${messages[0] ?? reason}`);
  }
}

export class Engine {
  readonly builtIn: Registry;
  #loading: Promise<void> | null = null;

  constructor(glue: SolverModule) {
    this.builtIn = new Registry(glue);
  }

  get glue(): SolverModule {
    return this.builtIn.glue;
  }

  /** True if a formula was requested while only the light module was loaded. */
  get lacksFormulas(): boolean {
    return this.builtIn.lacksFormulas;
  }

  /**
   * Loads the full module, which has formulas, closed forms, proofs and diagnoses, unless it is
   * loaded. Open labs keep their module. Methods and catalogue remain the same objects.
   */
  loadFullModule(): Promise<void> {
    if (moduleReadsFormulas(this.glue)) return Promise.resolve();
    this.#loading ??= loadGlue({}, true).then(
      (glue) => this.builtIn.moveTo(glue),
      (error) => {
        this.#loading = null; // A later attempt may succeed.
        throw error;
      },
    );
    return this.#loading;
  }

  get catalogue(): Catalogue {
    return this.builtIn.catalogue;
  }

  get heapTop(): number {
    return this.glue.heapTop();
  }

  /**
   * Opens a scene in a lab. `watch`: compute sigma and rank, by one decomposition per update.
   * `registry`: available methods, besides the scene's formulas. Throws an EngineError if the
   * module refuses the scene or has too little memory.
   */
  open(scene: Scene, { watch = false, registry = this.builtIn }: LabOptions = {}): Lab {
    const { methods } = scene.scenario;
    return withOutOfMemoryError(this.glue, 'scene in this browser', () =>
      registry.withFormulas(methods, (all) => this.#open(scene, watch, all)),
    );
  }

  #open(scene: Scene, watch: boolean, registry: Registry): Lab {
    const builder = new this.glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, this.glue);
      builder.methods(registry.raw);
      const raw: RawLab | null = builder.build();
      if (raw === null) throw new EngineError(builder.reason());
      raw.watch(watch);
      return new Lab(scene, raw, this.glue, registry);
    } finally {
      builder.delete();
    }
  }
}
