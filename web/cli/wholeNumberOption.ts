import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { UsageError } from './errors.ts';

/** Parses a whole number from 0 to `most`. A missing option gives `usual`. */
export function parseWholeNumberOption(
  name: string,
  text: string | undefined,
  usual: number,
  most: number,
): number {
  const value = text === undefined ? usual : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new UsageError(
    `--${name} must be a whole number from 0 to ${most}; got ${quoteInOneLine(text ?? '')}`,
  );
}
