/** What `params` of a method written as text must have beside the parameters that the text declares. */
import { MAX_FORMULA_BYTES, MAX_FORMULA_LINES } from './bounds.ts';
import type { Catalogue, MethodRow } from './catalogue.ts';
import type { Faults, PathKey } from './faults.ts';
import { FORMULA_LANGUAGE, formulaLines, formulaSentence } from './formula.ts';
import type { ParamValue } from './types.ts';
import { gotText } from './words.ts';

/** The method of a panel, and what its document says of it. */
export interface ChosenMethod {
  readonly row: MethodRow;
  /** Of the parameters of the row; not yet looked at. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What is kept beside them. */
  readonly own: Readonly<Record<string, ParamValue>>;
}

/** The method that a text stands for; null: it has been told why there is none. `path`: to the parameters. */
export function checkFormula(
  { text, language = FORMULA_LANGUAGE, ...given }: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  path: readonly PathKey[],
  faults: Faults,
): ChosenMethod | null {
  if (language !== FORMULA_LANGUAGE) {
    const reason = `must be ${FORMULA_LANGUAGE}, the version of the language; ${gotText(language)}`;
    faults.add([...path, 'language'], reason);
  }
  const lines = typeof text === 'string' ? formulaLines(text) : null;
  const fault = lines === null ? `must be a string; ${gotText(text)}` : formulaSizeFault(lines);
  if (fault !== null) faults.add([...path, 'text'], fault);
  // a text of another language is not judged by this one
  if (lines === null || fault !== null || language !== FORMULA_LANGUAGE) return null;
  const { row, faults: found } = catalogue.readFormula(lines);
  const [first] = found;
  if (row && !first) return { row, given, own: { text: lines } };
  const reason = first ? `line ${first.line}: ${formulaSentence(first)}` : 'cannot be read';
  faults.add([...path, 'text'], reason);
  return null;
}

/** What is said of a text that is too long to be read; null: it is not. */
export function formulaSizeFault(text: string): string | null {
  const bytes = text.length > MAX_FORMULA_BYTES ? text.length : bytesOf(text);
  const most = `${MAX_FORMULA_BYTES / 1024} KiB (${MAX_FORMULA_BYTES} bytes)`;
  if (bytes > MAX_FORMULA_BYTES) return `must be at most ${most}; got more`;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_FORMULA_LINES
    ? `must have at most ${MAX_FORMULA_LINES} lines; got ${lines}`
    : null;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
