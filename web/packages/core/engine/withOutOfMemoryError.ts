import type { SolverModule } from './glue.ts';

/** A refusal or failure of the solver module; the message is the reason. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/**
 * Calls `act`. Throws an EngineError if the module runs out of memory; existing objects then stay
 * usable. `operation`: name of the operation in the message.
 */
export function withOutOfMemoryError<T>(glue: SolverModule, operation: string, act: () => T): T {
  const top = glue.stackSave();
  try {
    return act();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    glue.stackRestore(top);
    throw new EngineError(`there is not enough memory for this ${operation}`);
  }
}
