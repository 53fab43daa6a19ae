import type { Fault, Result } from '@iklab/core/scenario';
import { listWords, quoteInOneLine } from '@iklab/core/scenario/checks';

/** Wrong usage of the command line; exit status 2. */
export class UsageError extends Error {}

/** Wrong input, such as a document or a link; exit status 1. */
export class InputError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('bad input');
    this.faults = faults;
  }
}

export class InterruptedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const makeInputError = (path: string, reason: string) => new InputError([{ path, reason }]);

/** Throws the faults of a failed result as an InputError. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new InputError(result.faults);
  return result.value;
}

export function checkFormatOption(format: string | undefined, allowed: readonly string[]): void {
  if (format === undefined || allowed.includes(format)) return;
  throw new UsageError(
    `--format must be one of ${listWords(allowed)}; got ${quoteInOneLine(format)}`,
  );
}
