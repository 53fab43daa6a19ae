import { MAX_FORMULA_BYTES, MAX_FORMULA_LINES } from '../checks/bounds.ts';
import type { DocumentPathKey, FaultCollector } from '../checks/faults.ts';
import { receivedValueText } from '../checks/words.ts';
import type { ParamValue } from '../types.ts';
import type { Catalogue, MethodRow } from './catalogue.ts';
import { FORMULA_LANGUAGE_VERSION, formulaFaultSentence, normalizeLineEnds } from './formula.ts';

export interface ChosenMethod {
  readonly row: MethodRow;
  readonly givenParams: Readonly<Record<string, unknown>>;
  /** Checked parameters that the row does not have, such as the text of a formula. */
  readonly extraParams: Readonly<Record<string, ParamValue>>;
}

/**
 * Checks a custom method's parameters and reads the formula; null on faults. `path`: to the
 * parameters.
 */
export function checkFormula(
  { text, language = FORMULA_LANGUAGE_VERSION, ...givenParams }: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  path: readonly DocumentPathKey[],
  faults: FaultCollector,
): ChosenMethod | null {
  if (language !== FORMULA_LANGUAGE_VERSION) {
    const reason = `must be ${FORMULA_LANGUAGE_VERSION}, the version of the language; ${receivedValueText(language)}`;
    faults.add([...path, 'language'], reason);
  }
  const lines = typeof text === 'string' ? normalizeLineEnds(text) : null;
  const fault =
    lines === null ? `must be a string; ${receivedValueText(text)}` : formulaSizeFault(lines);
  if (fault !== null) faults.add([...path, 'text'], fault);
  // A text of another language version is not checked by this one.
  if (lines === null || fault !== null || language !== FORMULA_LANGUAGE_VERSION) return null;
  const { row, faults: found } = catalogue.readFormula(lines);
  const [first] = found;
  if (row && !first) return { row, givenParams, extraParams: { text: lines } };
  const reason = first ? `line ${first.line}: ${formulaFaultSentence(first)}` : 'cannot be read';
  faults.add([...path, 'text'], reason);
  return null;
}

export function formulaSizeFault(text: string): string | null {
  const bytes = text.length > MAX_FORMULA_BYTES ? text.length : byteLength(text);
  const most = `${MAX_FORMULA_BYTES / 1024} KiB (${MAX_FORMULA_BYTES} bytes)`;
  if (bytes > MAX_FORMULA_BYTES) return `must be at most ${most}; got more`;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_FORMULA_LINES
    ? `must have at most ${MAX_FORMULA_LINES} lines; got ${lines}`
    : null;
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
