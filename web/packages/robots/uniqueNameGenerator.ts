const MAX_LENGTH = 100; // Characters of a requested name that are used.

export class UniqueNameGenerator {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Returns `wish`, or a similar name that is unused, also with each of `suffixes` appended. */
  makeUnique(wish: string, suffixes: readonly string[] = []): string {
    const short = wish.trim().slice(0, MAX_LENGTH) || 'unnamed';
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
