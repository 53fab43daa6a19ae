/** Names that are not taken: of files in which several things may have one name, or none. */

const LONGEST = 100; // of a name that a file gives

export class FreshNames {
  readonly #taken: Set<string>;
  /** By wish: the number to try next. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** `suffixes`: what is put behind the name of it, none of it taken either. */
  take(wish: string, suffixes: readonly string[] = []): string {
    const short = wish.trim().slice(0, LONGEST) || 'unnamed';
    const free = (name: string) =>
      ['', ...suffixes].every((suffix) => !this.#taken.has(name + suffix));
    let name = short;
    let i = this.#next.get(short) ?? 2;
    for (; !free(name); i++) name = `${short}_${i}`;
    this.#next.set(short, i);
    for (const suffix of ['', ...suffixes]) this.#taken.add(name + suffix);
    return name;
  }
}
