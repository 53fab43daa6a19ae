/** Loads the solver module and opens scenes in it. The only way to WebAssembly. */
import type { Catalogue } from '../scenario/catalogue.ts';
import type { Scene } from '../scenario/types.ts';
import createLight from './build/iklab-light.js';
import { describeScene } from './describe.ts';
import { readsFormulas } from './formulaReader.ts';
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
  /** The bytes of the whole module, where they cannot be fetched (Node). */
  readonly wasmBinary?: Uint8Array;
  /** Fetches the whole module at once. */
  readonly whole?: boolean;
}

export interface LabOptions {
  readonly watch?: boolean;
  readonly registry?: Registry;
}

/**
 * Loads the solver module: of given bytes the whole, else what a page needs first, to which
 * `loadFormulas` adds the rest, unless the whole is asked for. Throws an EngineError where that fails.
 */
export async function loadEngine(source: EngineSource = {}): Promise<Engine> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('this browser has no WebAssembly, or it is switched off');
  }
  const { whole = source.wasmBinary !== undefined, ...bytes } = source;
  return new Engine(await loadGlue(bytes, whole));
}

async function loadGlue(source: EngineSource, whole: boolean): Promise<Glue> {
  const said: string[] = [];
  const quiet = { print: () => {}, printErr: (text: string) => said.push(text) };
  try {
    const create = whole ? (await import('./build/iklab.js')).default : createLight;
    return await create({ ...source, ...quiet });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`the solver module did not load: ${said[0] ?? reason}`);
  }
}

/** The solver module, loaded: it opens labs and knows the methods. */
export class Engine {
  /** The library's own methods: those of a lab or a batch that is given no others. */
  readonly builtIn: Registry;
  #loading: Promise<void> | null = null;

  constructor(glue: Glue) {
    this.builtIn = new Registry(glue);
  }

  /** Of this folder's own. */
  get glue(): Glue {
    return this.builtIn.glue;
  }

  /** A method written as text has been asked for, and what reads it is not loaded. */
  get lacksFormulas(): boolean {
    return this.builtIn.lacksFormulas;
  }

  /**
   * Loads what reads methods written as text, where it is not there. Labs that are open go on in the
   * module that they were opened in; methods and catalogue stay the same objects.
   */
  loadFormulas(): Promise<void> {
    if (readsFormulas(this.glue)) return Promise.resolve();
    this.#loading ??= loadGlue({}, true).then(
      (glue) => this.builtIn.moveTo(glue),
      (error) => {
        this.#loading = null; // another time it may come
        throw error;
      },
    );
    return this.#loading;
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
   * the methods that its instances may have, beside formulas of the scene. Throws an EngineError for a scene that the module
   * refuses, or has no memory for.
   */
  open(scene: Scene, { watch = false, registry = this.builtIn }: LabOptions = {}): Lab {
    const { methods } = scene.scenario;
    return withMemory(this.glue, 'scene in this browser', () =>
      registry.withFormulas(methods, (all) => this.#open(scene, watch, all)),
    );
  }

  #open(scene: Scene, watch: boolean, registry: Registry): Lab {
    const builder = new this.glue.LabBuilder();
    try {
      describeScene(scene, builder, this.glue);
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
