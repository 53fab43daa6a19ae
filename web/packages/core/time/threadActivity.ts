/** Counts, by kind, the pending operations of a thread that will end by themselves. */
export class ThreadActivity {
  readonly #counts = new Map<string, number>();
  #waiting: (() => void)[] = [];
  startedCount = 0;

  /** Begins an operation. The returned function ends it; further calls do nothing. */
  begin(kind: string): () => void {
    this.startedCount++;
    this.#add(kind, 1);
    let going = true;
    return () => {
      if (going) this.#add(kind, -1);
      going = false;
    };
  }

  touch(): void {
    this.startedCount++;
  }

  track<T>(kind: string, promise: Promise<T>): Promise<T> {
    const end = this.begin(kind);
    promise.then(end, end);
    return promise;
  }

  get pending(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Resolves once no operation is pending, except for the kinds in `leftOut`. */
  async whenIdle(leftOut: readonly string[] = []): Promise<void> {
    while ([...this.#counts.keys()].some((kind) => !leftOut.includes(kind)))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  #add(kind: string, change: number): void {
    const count = (this.#counts.get(kind) ?? 0) + change;
    if (count > 0) this.#counts.set(kind, count);
    else this.#counts.delete(kind);
    if (change > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export const threadActivity = new ThreadActivity();
