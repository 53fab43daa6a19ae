import type { Glue } from './glue.ts';

/** A refusal or failure of the solver module; the message is the reason. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/**
 * Throws an EngineError if the module runs out of memory. `operation`: its name in the message. The
 * failed operation is lost, and existing objects stay usable.
 */
export function withMemory<T>(glue: Glue, operation: string, act: () => T): T {
  const top = glue.stackSave();
  try {
    return act();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    glue.stackRestore(top);
    throw new EngineError(`there is not enough memory for this ${operation}`);
  }
}
