export class XacroError extends Error {}

const MAX_STEPS = 100_000;
const MAX_OUTPUT = 4_000_000;
/** Maximum nesting of macros and of included files, because their expansion is recursive. */
export const MAX_EXPANSION_DEPTH = 256;

/**
 * Counts steps and output of an expansion to stop an infinite one. No real description reaches the
 * limits.
 */
export class XacroExpansionBudget {
  private steps = 0;
  private written = 0;

  countStep(): void {
    if (++this.steps > MAX_STEPS)
      throw new XacroError(`the expansion takes more than ${MAX_STEPS} steps`);
  }

  countOutput(characters: number): void {
    this.written += characters;
    if (this.written > MAX_OUTPUT)
      throw new XacroError(`the expansion is larger than ${MAX_OUTPUT / 1e6} MB`);
  }
}
