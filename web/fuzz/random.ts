/** Random numbers from a seed, the same in every engine: splitmix32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number below 2³². */
  bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  }

  /** In [low, high). */
  between(low: number, high: number): number {
    const share = (this.bits() + this.bits() / 2 ** 32) / 2 ** 32;
    return low + (high - low) * share;
  }

  /** From `least` to `most`, each as likely. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(share: number): boolean {
    return this.between(0, 1) < share;
  }

  pick<T>(items: ArrayLike<T>): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.whole(0, items.length - 1)] as T;
  }

  /** Of any size between these two, each power of ten as likely. */
  size(least: number, most: number): number {
    const exponent = this.between(Math.log10(least), Math.log10(most));
    return Math.min(Math.max(10 ** exponent, least), most);
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.whole(0, rest.length - 1), 1)[0] as T);
  }

  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.whole(least, most) }, (_, i) => make(i));
  }
}
