/**
 * The only holder of views on the module's memory. When that memory grows, every older view
 * becomes empty: reading gives undefined and writing is lost in silence. So a view is looked up
 * at every use and made anew once it is empty.
 */
import type { BufferName, Glue, RawLab } from './glue.ts';

export class Buffers {
  readonly #views = new Map<BufferName, Float64Array>();
  readonly #glue: Glue;
  readonly #lab: RawLab;

  constructor(glue: Glue, lab: RawLab) {
    this.#glue = glue;
    this.#lab = lab;
  }

  /** Valid until the next call into the module: never keep it. */
  get(name: BufferName): Float64Array {
    const known = this.#views.get(name);
    if (known !== undefined && known.byteLength > 0) return known;
    const { address, length } = this.#lab[name]();
    const view = new Float64Array(this.#glue.HEAPF64.buffer, address, length);
    this.#views.set(name, view);
    return view;
  }
}
