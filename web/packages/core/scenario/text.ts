import { MAX_DOCUMENT_BYTES } from './checks/bounds.ts';
import { refusedResult } from './checks/faults.ts';
import { findJsonMistake } from './findJsonMistake.ts';
import type { Catalogue } from './methods/catalogue.ts';
import { parseHoldingFormulas } from './methods/heldFormula.ts';
import { parseScenarioDocument } from './parse.ts';
import type { Result, Scenario } from './types.ts';

export const documentTooLongFault = 'must be at most 1 MiB (1048576 bytes); got more';

/**
 * Parses the JSON text of a document. Faults in JSON have a line and column. `hold`: keeps faulty
 * formulas without running them.
 */
export function parseDocumentText(
  text: string,
  catalogue: Catalogue,
  { hold = false } = {},
): Result<Scenario> {
  const read = readJson(text);
  return read.ok
    ? (hold ? parseHoldingFormulas : parseScenarioDocument)(read.value, catalogue)
    : read;
}

export function readJson(text: string, most = MAX_DOCUMENT_BYTES): Result<unknown> {
  // A character has one to three bytes; the exact size is computed only if it matters.
  if (text.length > most || (text.length * 3 > most && byteLength(text) > most))
    return refusedResult(
      most === MAX_DOCUMENT_BYTES
        ? documentTooLongFault
        : `must be at most ${most} bytes; got more`,
    );
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    const { line, column, reason } = findJsonMistake(json);
    return refusedResult(`must be JSON: line ${line}, column ${column}: ${reason}`);
  }
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
