/**
 * The only holder of views on the module's memory. When that memory grows, every older view
 * becomes empty: reading gives undefined and writing is lost in silence. So a view is looked up
 * at every use and made anew once it is empty.
 */
import type { BufferName, BufferView, Glue } from './glue.ts';

/** The only holder of views on the module's memory, which become empty when that grows. */
export class Buffers<Name extends string = BufferName> {
  readonly #views = new Map<Name, Float64Array>();
  readonly #glue: Glue;
  readonly #holder: Readonly<Record<Name, () => BufferView>>;
  readonly #renew: () => void;

  /** `renew`: called before each use, for what the module writes when it is asked for. */
  constructor(
    glue: Glue,
    holder: Readonly<Record<NoInfer<Name>, () => BufferView>>,
    renew: () => void = () => {},
  ) {
    this.#glue = glue;
    this.#holder = holder;
    this.#renew = renew;
  }

  /** Valid until the next call into the module: never keep it. */
  get(name: Name): Float64Array {
    this.#renew();
    const known = this.#views.get(name);
    if (known !== undefined && known.byteLength > 0) return known;
    const { address, length } = this.#holder[name]();
    const view = new Float64Array(this.#glue.HEAPF64.buffer, address, length);
    this.#views.set(name, view);
    return view;
  }
}
