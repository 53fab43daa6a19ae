/** Why an expansion ends, and what it may take. */

export class XacroMistake extends Error {}

const MAX_STEPS = 100_000;
const MAX_OUTPUT = 4_000_000;
/** Macros within macros, and files within files: descriptions count links by recursion. */
export const MAX_DEPTH = 256;

/** No description takes more; what would never end does. */
export class Budget {
  private steps = 0;
  private written = 0;

  /** An element or an expression. */
  step(): void {
    if (++this.steps > MAX_STEPS)
      throw new XacroMistake(`the expansion does not end within ${MAX_STEPS} steps`);
  }

  write(characters: number): void {
    this.written += characters;
    if (this.written > MAX_OUTPUT)
      throw new XacroMistake(`the expansion is larger than ${MAX_OUTPUT / 1e6} MB`);
  }
}
