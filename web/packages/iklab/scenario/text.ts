/** Documents as JSON text: bounded, with the place of a mistake. */
import { MAX_BYTES } from './bounds.ts';
import type { Catalogue } from './catalogue.ts';
import { refusedResult } from './faults.ts';
import { parseHeld } from './heldFormula.ts';
import { findMistake } from './jsonMistake.ts';
import { parse } from './parse.ts';
import type { Result, Scenario } from './types.ts';

/** What is said of a text with more bytes than a document may have. */
export const tooLongFault = 'must be at most 1 MiB (1048576 bytes); got more';

/** The scenario that a JSON text stands for, or its faults. `hold`: as `decodeLink` has it. */
export function parseText(
  text: string,
  catalogue: Catalogue,
  { hold = false } = {},
): Result<Scenario> {
  const read = readJson(text);
  return read.ok ? (hold ? parseHeld : parse)(read.value, catalogue) : read;
}

/** The value that a JSON text stands for, of any shape; `most`: bytes. */
export function readJson(text: string, most = MAX_BYTES): Result<unknown> {
  // a byte a character at least; the exact size is asked only where it can matter
  if (text.length > most || (text.length * 3 > most && bytes(text) > most))
    return refusedResult(
      most === MAX_BYTES ? tooLongFault : `must be at most ${most} bytes; got more`,
    );
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    const { line, column, reason } = findMistake(json);
    return refusedResult(`must be JSON: line ${line}, column ${column}: ${reason}`);
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).length;
