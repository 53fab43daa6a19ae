import type { BufferName, BufferView, SolverModule } from './glue.ts';

/**
 * Owns the views of the module's memory. Views become empty when the memory grows: reads give
 * undefined, and writes are lost. `get` replaces empty views.
 */
export class ModuleBuffers<Name extends string = BufferName> {
  readonly #views = new Map<Name, Float64Array>();
  readonly #glue: SolverModule;
  readonly #holder: Readonly<Record<Name, () => BufferView>>;
  readonly #renew: () => void;

  /**
   * Creates the views of `holder`'s buffers. `renew`: called before each use, so that the module
   * writes current values.
   */
  constructor(
    glue: SolverModule,
    holder: Readonly<Record<NoInfer<Name>, () => BufferView>>,
    renew: () => void = () => {},
  ) {
    this.#glue = glue;
    this.#holder = holder;
    this.#renew = renew;
  }

  /** Returns the view of a buffer. The next call into the module may invalidate it. */
  get(name: Name): Float64Array {
    this.#renew();
    const cached = this.#views.get(name);
    if (cached !== undefined && cached.byteLength > 0) return cached;
    const { address, length } = this.#holder[name]();
    const view = new Float64Array(this.#glue.HEAPF64.buffer, address, length);
    this.#views.set(name, view);
    return view;
  }
}
