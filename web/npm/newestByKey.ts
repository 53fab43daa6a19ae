const MAX_KEPT = 8;

/** Keeps the newest objects by key. `remove` frees the oldest object when space is needed. */
export class NewestByKey<T> {
  readonly #values = new Map<string, T>();
  readonly #remove: (value: T) => void;

  constructor(remove: (value: T) => void) {
    this.#remove = remove;
  }

  /** Returns the object with this key. `open` makes a missing object. */
  getOrOpen(key: string, open: () => T): T {
    const found = this.#values.get(key);
    if (found !== undefined) return found;
    const opened = open();
    if (this.#values.size === MAX_KEPT) this.#removeOldest();
    this.#values.set(key, opened);
    return opened;
  }

  #removeOldest(): void {
    for (const [key, value] of this.#values) {
      this.#values.delete(key);
      this.#remove(value);
      return;
    }
  }

  clear(): void {
    while (this.#values.size > 0) this.#removeOldest();
  }
}
