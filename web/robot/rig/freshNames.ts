/** Names that are not taken: of files in which several things may have one name, or none. */

const LONGEST = 100; // of a name that a file gives

export class FreshNames {
  readonly #taken = new Set<string>();

  /** `suffixes`: what is put behind the name of it, none of it taken either. */
  take(wish: string, suffixes: readonly string[] = []): string {
    const short = wish.trim().slice(0, LONGEST) || 'unnamed';
    const free = (name: string) =>
      ['', ...suffixes].every((suffix) => !this.#taken.has(name + suffix));
    let name = short;
    for (let i = 2; !free(name); i++) name = `${short}_${i}`;
    for (const suffix of ['', ...suffixes]) this.#taken.add(name + suffix);
    return name;
  }
}
