import type { Glue } from './glue.ts';

/** The module cannot be loaded, or refuses a scene; the message says why. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/**
 * What the module is asked for, or an EngineError where it has no memory for it; `what`: as it is called
 * then. The module gives up where memory does not grow: what it had begun is lost, the rest lives.
 */
export function withMemory<T>(glue: Glue, what: string, act: () => T): T {
  const top = glue.stackSave();
  try {
    return act();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    glue.stackRestore(top);
    throw new EngineError(`there is not enough memory for this ${what}`);
  }
}
