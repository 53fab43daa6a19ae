/** Runs a generator without pauses; returns its result. */
export function runGeneratorToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
