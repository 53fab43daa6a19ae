/**
 * Random numbers from a seed: splitmix32 with the finalizer of MurmurHash3. All but `logUniform`
 * are the same in every engine; it depends on the engine's logarithm and power.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns an integer from 0 to 2³² − 1. */
  nextBits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  }

  /** Returns a number between `low` and `high`, uniformly distributed. */
  between(low: number, high: number): number {
    const share = (this.nextBits() + this.nextBits() / 2 ** 32) / 2 ** 32;
    return low + (high - low) * share;
  }

  /** Returns an integer from `least` to `most`, all equally likely. */
  integer(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(share: number): boolean {
    return this.between(0, 1) < share;
  }

  pick<T>(items: ArrayLike<T>): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.integer(0, items.length - 1)] as T;
  }

  /** Returns a number from `least` to `most` whose logarithm is uniformly distributed. */
  logUniform(least: number, most: number): number {
    const exponent = this.between(Math.log10(least), Math.log10(most));
    return Math.min(Math.max(10 ** exponent, least), most);
  }

  shuffle<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.integer(0, rest.length - 1), 1)[0] as T);
  }

  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.integer(least, most) }, (_, i) => make(i));
  }
}
